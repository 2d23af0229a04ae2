"""The facts that the repr of a path shows, and warnings that a number is undefined for a path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from prplot.errors import invalid, listed, option, warn
from prplot.rows.hard_labels import in_words
from prplot.rows.result_tables import html_table

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath


def uncounted() -> str:
    """Return the reason for warnings where N, the weight of negatives, is unknown."""
    return f"the number of negatives is unknown. Say it with {option('negatives')} where the path is made"


def unknown_negatives(path: ConfusionPath) -> str:
    """Return the reason why numbers that need N are undefined for a path; empty if N is known."""
    return uncounted() if math.isnan(path.negatives) else ""


def facts(path: ConfusionPath) -> dict[str, str]:
    """Return the facts that the repr and the HTML table of a path show, as a dict from names to texts."""
    missing, tolerance, rows = path.missing, path.treatment.tolerance, path.treatment.labels
    done = {"drop": "dropped", "lowest": "ranked lowest"}.get(missing.policy, missing.policy)
    # A fact that does not apply is False, None or 0, not a string, and is left out of the result.
    entries = {
        "name": path.name is not None and repr(path.name),
        "n": path.sample is not None and f"{len(path.sample)}",
        "P": f"{path.positives:.10g}",
        "N": f"{path.negatives:.10g}".replace("nan", "unknown"),
        "prevalence": f"{path._now.prevalence:.4g}",
        "labels": "soft" if path.soft else "hard",
        "positive": rows and in_words(rows.positive),
        "negative": rows and in_words(rows.negative),
        "bins" if path.binned else "distinct scores": f"{path.distinct}",
        "recall": not path.closed and f"to {path.reached:.4g}",
        "missing scores": missing.rows and f"{missing.rows} {done}",
        "other labels": missing.labels and f"{missing.labels} left out",
        "lower_is_positive": path.lower_is_positive and "True",
        "near ties": tolerance and f"joined within {tolerance:g}",
    }
    return {name: value for name, value in entries.items() if isinstance(value, str)}


def shift_of_scores(path: ConfusionPath) -> str:
    """Return the note that scores were shifted to another prevalence; empty if the path was not reweighted."""
    original = path.treatment.reweighted_from
    if original is None:
        return ""
    return f"scores shifted from prevalence {original:.4g} to {path._now.prevalence:.4g}"


def as_html(path: ConfusionPath) -> str:
    """Return the facts of a path as an HTML table for notebooks."""
    return html_table([], [[*map(escape, row)] for row in facts(path).items()], names=2, caption="ConfusionPath")


def check_one_direction(argument: str, paths: Sequence[ConfusionPath], names: Sequence[str]) -> None:
    """Raise an error if small scores mean positive in some of the paths only, as no threshold would suit all."""
    lower = [name for name, path in zip(names, paths, strict=True) if path.lower_is_positive]
    if 0 < len(lower) < len(paths):
        raise invalid(
            argument,
            "have scores of one direction, as they share thresholds",
            f"{option('lower_is_positive', True)} in {listed(lower)} only",
            f"Make the others of -y_score with {option('lower_is_positive', True)}, or those of -y_score without it.",
        )


def warn_undefined(what: str, why: str | None, where: str = "") -> bool:
    """Warn that a number is undefined if there is a reason (``why``); return whether there is one."""
    if why:
        warn(f"{what} is undefined{where}: {why}. NaN is returned.", why)
    return bool(why)


def lacks(path: ConfusionPath, what: str, both: bool = False) -> bool:
    """Return whether a number is undefined because N is unknown, P is 0, or, with ``both``, N is 0; if so, warn."""
    why = unknown_negatives(path)
    if both and path.negatives == 0:
        why = "the sample has no negative weight (N = 0)"
    if path.positives == 0:
        why = why or "the sample has no positive weight (P = 0)"
    return warn_undefined(what, why)


def warn_uncounted(path: ConfusionPath, what: str) -> bool:
    """Return whether a number is undefined because N is unknown; if so, warn."""
    return warn_undefined(what, unknown_negatives(path))


def warn_open(path: ConfusionPath, what: str) -> bool:
    """Return whether a number is undefined because the path ends before (N, P); if so, warn."""
    end = f"recall {path.reached:.4g}" if path.reached < 1 else "recall 1, before all negatives are returned"
    return warn_undefined(what, "" if path.closed else f"the path ends at {end}")
