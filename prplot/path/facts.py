"""What a path is, in a few words: for its repr, as text and as a table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["as_html", "facts"]


def facts(path: ConfusionPath) -> list[tuple[str, str]]:
    """Return what a path is, in names and values."""
    found = [("name", repr(path.name))] if path.name is not None else []
    if path.known.kind == "rows":
        found.append(("n", f"{len(path.known)}"))
    found += [
        ("P", f"{path.positives:.10g}"),
        ("N", f"{path.negatives:.10g}" if path.negatives == path.negatives else "unknown"),
        ("π", f"{path.vertices.prevalence:.4g}"),
        ("labels", "soft" if path.soft else "hard"),
        ("distinct scores", f"{path.distinct}"),
    ]
    if not path.closed:
        found.append(("recall", f"to {path.reached:.4g}"))
    if path.missing.rows:
        done = {"drop": "dropped", "lowest": "ranked lowest", "unreached": "unreached"}[path.missing.policy]
        found.append(("missing scores", f"{path.missing.rows} {done}"))
    if path.treatment.tolerance:
        found.append(("near ties", f"joined within {path.treatment.tolerance:g}"))
    return found


def as_html(path: ConfusionPath) -> str:
    """Return a table for notebooks."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(k)}</th><td style='text-align:left'>{escape(v)}</td></tr>"
        for k, v in facts(path)
    )
    return f"<table><caption>ConfusionPath</caption><tbody>{rows}</tbody></table>"
