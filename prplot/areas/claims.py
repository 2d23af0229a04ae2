"""Claims that a tool prints a named area, the conditions under which it does, and the evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prplot.path import error_rates
from prplot.path.path import ConfusionPath
from prplot.spaces.murphy import no_forecasts

# Tools that tests/peers compares with prplot, in these versions.
TESTED = {
    "scikit-learn": "1.9.1",
    "torchmetrics": "1.9.0",
    "Keras": "3.15.1",
    "XGBoost": "3.2.0",
    "pyprg": "0.1.1b7",
    "ROCR": "1.0-11",
    "pROC": "1.18.0",
    "pycocotools": "2.0.11",
    "pytrec_eval": "0.5.11",
    "model-diagnostics": "1.5.0",
    "SciPy": "1.17.1",
    "MAPIE": "1.6.0",
}

# The tolerance for numbers that a tool computes in single precision.
SINGLE = 1e-6
# Areas whose algorithms loop over true positives or rows accept at most this many of them.
LISTED = 10_000_000


@dataclass(frozen=True)
class Claim:
    """A tool, such as scikit-learn, that prints one of the areas in the table `ConfusionPath.areas`.

    Attributes
    ----------
    tool : str
        The name of the tool.
    call : str
        The function of the tool, with its arguments, that returns the area.
    for_ : tuple of str
        The conditions that the sample must meet for the tool to print this area, such as "hard labels"; empty if it
        does so for any labels and weights.
    within : float
        The largest difference to expect between the tool's number and prplot's: rounding errors, or more if the tool
        computes in single precision or on a grid.
    remark : str
        Anything else to know about the tool's number.
    unreturned : bool
        Whether the tool prints this area also if some positives have no score (were never returned), or if N is
        unknown.
    """

    tool: str
    call: str
    for_: tuple[str, ...] = ()
    within: float = 1e-9
    remark: str = ""
    unreturned: bool = False

    @property
    def tested(self) -> bool:
        """Whether the tool was run and its numbers are compared with ours in the tests."""
        return self.tool in TESTED

    @property
    def status(self) -> str:
        """Evidence that the tool prints this area: "tested against TOOL VERSION" or "from its source, not run"."""
        return f"tested against {self.tool} {TESTED[self.tool]}" if self.tested else "from its source, not run"

    @property
    def basis(self) -> str:
        """What the table says of this tool, as one text.

        The text has the ``status``, the difference to expect (if it is at least 1e-6) and the ``remark``.
        """
        close = f"to about {self.within:.0e}".replace("e-0", "e-") if self.within >= SINGLE else ""
        return "; ".join(filter(None, (self.status, close, self.remark)))

    def __str__(self) -> str:
        samples = f"; for {', '.join(self.for_)}" if self.for_ else ""
        return f"{self.tool}: {self.call} ({self.basis}{samples})"


def as_tools_have_them(path: ConfusionPath) -> tuple[bool, bool]:
    """Return whether each threshold is one distinct score, and whether it is that or one row in input order.

    Tools agree with prplot only then; both are false for paths with other ties, merged near ties, or a hull.
    """
    scores, rows = np.unique(path._cuts[1:]), path._now.rows
    if rows.order_known and not np.array_equal(scores, np.unique(rows.score[(rows.fg > 0) | (rows.bg > 0)])):
        return False, False
    grouped = len(scores) == len(path) - 1
    return grouped, grouped or path.treatment.ties == "given"


def _of_weight_1(path: ConfusionPath, slack: float = 0.0) -> bool:
    """Return whether each row has fg + bg = 1; for counts, whether they may count rows of hard labels of weight 1."""
    rows = path.sample
    if rows is None:
        return not path.soft and all(np.all(each % 1 == 0) for each in (path.tp, path.fp))
    return bool(np.all(np.abs(rows.fg + rows.bg - 1) <= slack))


def _apart_in_float32(path: ConfusionPath) -> np.bool_:
    scores = path._cuts[1:]
    with np.errstate(over="ignore", invalid="ignore"):
        falls = np.diff(scores.astype(np.float32)) < 0
    return np.all(falls | ((scores[1:] == scores[:-1]) & (path.treatment.ties == "given")))


# The conditions under which areas are defined and tools print them, by their words in the table.
CONDITIONS: dict[str, Callable[[ConfusionPath], bool | np.bool_]] = {
    "positive weight": lambda path: path.positives > 0,
    "negative weight": lambda path: path.negatives > 0,
    "negative weight, known or not": lambda path: path._groups.total[1] > 0 or path.negatives > 0,
    "positives that a threshold returns": lambda path: path._groups.total[0] > 0,
    "whole counts of true positives": lambda path: np.all(path._increments[0] % 1 == 0),
    "whole counts of false positives": lambda path: np.all(path._increments[1] % 1 == 0),
    "a whole number of positives": lambda path: float(path.positives).is_integer(),
    "at most 10,000,000 true positives": lambda path: path.positives <= LISTED,
    "at most 10,000,000 rows": lambda path: path._groups.total[0] + path._groups.total[1] <= LISTED,
    "every row returned": lambda path: path.closed,
    "both error rates equal somewhere": lambda path: not error_rates.ends_before_equal(path),
    "one threshold where the error rates are nearest": error_rates.one_nearest,
    "hard labels": lambda path: not path.soft,
    "hard labels of weight 1": lambda path: not path.soft and _of_weight_1(path),
    "rows of weight fg + bg = 1": lambda path: _of_weight_1(path, slack=1e-12),
    "the rows in their order, for ties of both classes": lambda path: (
        (path.sample is not None and path.treatment.ties == "average") or not np.any(np.minimum(*path._increments))
    ),
    "no ties": lambda path: np.all(sum(path._increments) == 1) and np.all(np.diff(path._cuts[1:]) < 0),
    "finite scores": lambda path: np.all(np.isfinite(path._cuts[1:])),
    # Scores fall along the path, so it suffices to check the first and the last one.
    "scores in [0, 1]": lambda path: np.all(path._cuts[1:2] <= 1) and path._cuts[-1] >= 0,
    "a score of every row, ties as one": lambda path: no_forecasts(path) is None,
    "no certain mistakes": lambda path: (
        not (np.any(path._increments[0][path._cuts[1:] == 0]) or np.any(path._increments[1][path._cuts[1:] == 1]))
    ),
    "scores that float32 tells apart": _apart_in_float32,
}
# Conditions that are not met without negatives, so that intervals of numbers with these conditions need negatives.
NEEDS_NEGATIVES = {"negative weight", "negative weight, known or not", "every row returned"}
