"""What a path is, in a few words: for its repr, as text and as a table; and what it leaves undefined."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from prplot.errors import warn

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["UNCOUNTED", "as_html", "facts", "warn_open", "warn_uncounted"]

# Why what needs N cannot be had.
UNCOUNTED = "the number of negatives is unknown. Say it with negatives= where the path is made."


def facts(path: ConfusionPath) -> list[tuple[str, str]]:
    """Return what a path is, in names and values."""
    found = [("name", repr(path.name))] if path.name is not None else []
    if path.known.kind == "rows":
        found.append(("n", f"{len(path.known)}"))
    found += [
        ("P", f"{path.positives:.10g}"),
        ("N", f"{path.negatives:.10g}" if path.negatives == path.negatives else "unknown"),
        ("π", f"{path.known_prevalence:.4g}"),
        ("labels", "soft" if path.soft else "hard"),
        ("bins" if path.binned else "distinct scores", f"{path.distinct}"),
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


def warn_uncounted(path: ConfusionPath, what: str) -> bool:
    """Say, where it is so, that N is unknown and with it ``what``, and return whether it is."""
    if not math.isnan(path.negatives):
        return False
    warn(f"{what} is undefined: {UNCOUNTED} NaN is returned.")
    return True


def warn_open(path: ConfusionPath, what: str) -> bool:
    """Say, where it is so, that the path ends before everything is predicted positive; return whether it does."""
    if path.closed:
        return False
    end = f"recall {path.reached:.4g}" if path.reached < 1 else "recall 1, before all negatives are returned"
    warn(f"{what} is undefined: the path ends at {end}. NaN is returned.")
    return True
