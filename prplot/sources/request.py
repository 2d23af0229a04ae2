"""The columns and options with which a frame or a file is read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np

from prplot.errors import invalid, listed, one_of, wrong_type
from prplot.names import MissingScores
from prplot.path.makers import known_tolerance
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number_that
from prplot.rows.read import MISSING, label_set, positives
from prplot.sources.files import number_of

TRUTH = {"true": "1", "false": "0"}
NEEDED = "Use label= for hard labels, or fg= for soft ones."
SOFT = "Name the column with fg= instead of label= for soft labels."


# One path, or a dict of paths by column of scores, by group, or by both.
Paths = ConfusionPath | dict[Any, ConfusionPath]


@dataclass
class Request:
    """The arguments of `from_frame`, checked: columns and options; and four more options.

    Attributes
    ----------
    near : float
        Scores that are this near are ties.
    rows : bool
        Whether one CSV file is read row by row whatever its size.
    texts : bool
        Whether labels are cells of a CSV file.
    what : str
        What messages call the frame or the file.
    """

    score: Any
    label: Any
    fg: Any
    bg: Any
    weight: Any
    by: Any
    pos_label: Any
    missing: MissingScores
    positives: Any
    negatives: Any
    bins: Any
    tolerance: Any
    name: str | None
    near: float = 0.0
    rows: bool = False
    texts: bool = False
    what: str = "frame"

    def __post_init__(self) -> None:
        if self.several and not (isinstance(self.score, Sequence) and all(map(_is_name, self.score))):
            raise wrong_type("score", "name a column, or be a list of such names", self.score)
        if not self.scores or len(set(self.scores)) < len(self.scores):
            raise invalid("score", "name at least one column, and each once", listed(self.scores) or "none")
        if (self.label is None) == (self.fg is None):
            raise invalid("label or fg", "say what is positive", "neither" if self.label is None else "both", NEEDED)
        for argument, other, instead in (("bg", "fg", "label"), ("pos_label", "label", "fg")):
            value = getattr(self, argument)
            if value is not None and getattr(self, other) is None:
                got = f"{argument}={value!r} and {instead}={getattr(self, instead)!r}"
                raise invalid(argument, f"come with {other}", got, NEEDED)
        if self.name is not None and (self.several or self.by is not None):
            way_out = "They have the names of columns and groups."
            raise invalid("name", "be that of one path", f"{self.name!r} for more", way_out)
        for argument in ("positives", "negatives"):
            total = getattr(self, argument)
            if total is not None and isinstance(total, Mapping) != (self.by is not None):
                got = "a number for every group" if self.by is not None else "a mapping without by="
                raise invalid(argument, "be a mapping from groups to weights with by=, else a number", got)
        bins, tolerance = self.bins, self.tolerance
        if bins is not None and tolerance is not None:
            got = f"bins={bins!r} and tolerance={tolerance!r}"
            raise invalid("bins or tolerance", "say how finely to count", got, "Give one.")
        if bins is not None:
            whole = "be a whole number from 1 on"
            number_that("bins", bins, lambda given: given >= 1 and given.is_integer(), whole, "4096 is a good many.")
        if tolerance is not None:
            way_out = "It is a distance of areas, for example 1e-4."
            number_that("tolerance", tolerance, lambda given: 0 < given < math.inf, "be positive", way_out)
        known_tolerance(self.near)
        self.missing = one_of("missing", self.missing, MISSING)

    @property
    def several(self) -> bool:
        """Whether there is a path for each of several columns of scores."""
        return not _is_name(self.score)

    @property
    def scores(self) -> list[Any]:
        """The columns of scores."""
        return list(self.score) if self.several else [self.score]

    @property
    def exact(self) -> bool:
        """Whether all distinct scores are kept, rather than bins."""
        return self.bins is None and self.tolerance is None

    @property
    def by_row(self) -> bool:
        """Whether rows are known one by one: those that have weights, or soft labels, unless they are in bins."""
        return (self.weight is not None or self.label is None) and self.exact

    @property
    def columns(self) -> list[tuple[str, Any]]:
        """The columns that are used, each with the argument that names it."""
        others = [(argument, getattr(self, argument)) for argument in ("label", "fg", "bg", "weight", "by")]
        return [*(("score", score) for score in self.scores), *(each for each in others if each[1] is not None)]

    def positive(self, labels: list[Any]) -> list[Any]:
        """Return which of the distinct labels are positive; of no labels none is."""
        boxed = np.empty(len(labels), dtype=object)
        boxed[:] = _meaning(labels, self.pos_label) if self.texts else labels
        chosen = positives(boxed, self.pos_label, f"label {self.label!r}", SOFT, must_occur=len(labels) > 0)
        return list(compress(labels, chosen))

    def groups_told(self) -> list[Any]:
        """Return the groups whose totals were given, which may have no rows."""
        return [key for each in (self.positives, self.negatives) if isinstance(each, Mapping) for key in each]

    def totals(self, key: Any) -> dict[str, Any]:
        """Return the total weights of a group, as the caller knows them, by argument."""
        found = {"positives": self.positives, "negatives": self.negatives}
        for argument, totals in found.items():
            if isinstance(totals, Mapping):
                if key not in totals:
                    way_out = f"It has {listed(totals, most=20)}."
                    raise invalid(argument, "have a weight for every group", f"none for {key!r}", way_out)
                found[argument] = totals[key]
        return found

    def name_of(self, score: Any, group: Any) -> str:
        """Return the name of the path of a column of scores and a group."""
        if self.by is None:
            return self.name or str(score)
        part = f"no {self.by}" if group is None else str(group)
        return f"{score}, {part}" if self.several else part

    def arranged(self, paths: dict[tuple[Any, Any], ConfusionPath]) -> Paths:
        """Return the paths of columns of scores and groups as they were asked for."""
        if self.several and self.by is not None:
            return paths
        if self.several or self.by is not None:
            return {score if self.several else group: path for (score, group), path in paths.items()}
        return next(iter(paths.values()))


def _is_name(name: Any) -> bool:
    return isinstance(name, str | int | np.integer) and not isinstance(name, bool)


def _meaning(cells: list[str], pos_label: object) -> list[Any]:
    """Return texts of labels as numbers if ``pos_label`` names them by number, or if it is not needed."""
    values: list[Any] = [*cells]
    for place, cell in enumerate(cells):
        with suppress(ValueError):
            values[place] = number_of(TRUTH.get(cell.lower(), cell))
    if pos_label is None:
        return values if all(isinstance(each, float) and abs(each) <= 1 for each in values) else cells
    named = label_set(pos_label)
    return [cell if cell in named or value not in named else value for cell, value in zip(cells, values, strict=True)]
