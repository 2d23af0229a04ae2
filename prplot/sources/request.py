"""The request for paths from a frame or file: the checked arguments, and what they mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.errors import invalid, listed, option, short, wrong_type
from prplot.names import Combine, MissingScores
from prplot.path.makers import known_tolerance
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number_that, whole_number
from prplot.rows.hard_labels import Chosen, chosen_labels, meaning, named_labels
from prplot.rows.read import Reading
from prplot.sources.parts import groups_in_order, members_of
from prplot.sources.text_layout import USUAL, TextFormat

MOST_BINS = 10**8
# The arguments that name columns of cumulative counts, and all arguments that name columns other than scores.
RUNNING = ("threshold", "tp", "fp")
COLUMNS = ("label", "fg", "bg", "weight", "by", "groups", "item", *RUNNING)

# One path, or a dict of paths by column of scores, by group, or by both.
Paths = ConfusionPath | dict[Any, ConfusionPath]


def _labels_needed() -> str:
    """Return the advice of errors about labels: which columns define the positives."""
    return f"Use {option('label')} for hard labels, or {option('fg')} for soft ones."


def _columns_needed() -> str:
    """Return the advice of errors about missing columns: the columns that a table needs."""
    rows = f"{option('score')} with {option('label')} or {option('fg')} for rows with scores"
    return f"Use {rows}; {option('threshold')}, {option('tp')} and {option('fp')} for running counts."


def each_score() -> str:
    """Return the advice of errors about counts that are not cumulative."""
    return f"If the counts are those of each score by itself, use {option('score')}, {option('fg')} and {option('bg')}."


def soft_labels() -> str:
    """Return the advice of errors about soft labels in a column of hard ones."""
    return f"Name the column with {option('fg')} instead of {option('label')} for soft labels."


@dataclass
class Request:
    """The checked arguments of `from_frame` and `from_file`, with further options of files and of the command line.

    Attributes
    ----------
    near : float
        Scores that differ by at most this become ties.
    complete : bool
        Whether rows that lack a score of any classifier are left out of all paths.
    rows : bool
        Whether all rows are read, in their order, whatever the size of the file.
    written : TextFormat
        How a text table is written.
    texts : bool
        Whether labels, or the names of positive labels, are texts, as in CSV files and on the command line.
    threshold, tp, fp : column, optional
        Columns of cumulative counts, which replace scores and labels.
    lower_is_positive : bool
        Whether small thresholds mean positive.
    json : bool
        Whether the file is JSON, whose numbers may be texts.
    what : str
        What messages call the frame or the file.
    """

    score: Any = None
    label: Any = None
    fg: Any = None
    bg: Any = None
    weight: Any = None
    by: Any = None
    pos_label: Any = None
    missing: MissingScores = "raise"
    positives: Any = None
    negatives: Any = None
    bins: Any = None
    tolerance: Any = None
    name: str | None = None
    neg_label: Any = None
    lower_is_positive: bool = False
    groups: Any = None
    item: Any = None
    combine: Combine = "max"
    written: TextFormat = USUAL
    near: float = 0.0
    complete: bool = False
    rows: bool = False
    texts: bool = False
    json: bool = False
    what: str = "frame"
    threshold: Any = None
    tp: Any = None
    fp: Any = None

    def __post_init__(self) -> None:
        if self.running:
            self._check_running()
        elif self.score is None:
            raise invalid("score", "name a column of scores", "none", _columns_needed())
        for argument in COLUMNS:
            if (column := getattr(self, argument)) is not None and not _is_name(column):
                raise wrong_type(argument, "name a column", column)
        if self.several and not (isinstance(self.score, Sequence) and all(map(_is_name, self.score))):
            raise wrong_type("score", "name a column, or be a list of such names", self.score)
        if not (self.scores or self.running) or len(set(self.scores)) < len(self.scores):
            raise invalid("score", "name at least one column, and each once", listed(self.scores) or "none")
        if not self.running and (self.label is None) == (self.fg is None):
            got = "neither" if self.label is None else "both"
            raise invalid("label or fg", "say what is positive", got, _labels_needed())
        for argument, other in (("bg", "fg"), ("pos_label", "label"), ("neg_label", "label")):
            value = getattr(self, argument)
            if value is not None and getattr(self, other) is None:
                raise invalid(argument, f"come with {option(other)}", option(argument, value), _labels_needed())
        if self.name is not None and (self.several or self.by is not None):
            raise invalid(
                "name", "be that of one path", f"{self.name!r} for more", "They have the names of columns and groups."
            )
        for argument in ("positives", "negatives"):
            total = getattr(self, argument)
            if total is not None and isinstance(total, Mapping) != (self.by is not None):
                raise invalid(
                    argument,
                    f"be a mapping from groups to weights with {option('by')}, else a number",
                    "a number for every group" if self.by is not None else f"a mapping without {option('by')}",
                )
        bins, tolerance = self.bins, self.tolerance
        if bins is not None and tolerance is not None:
            raise invalid(
                "bins or tolerance",
                "say how finely to count",
                f"{option('bins', bins)} and {option('tolerance', tolerance)}",
                "Give one.",
            )
        if bins is not None:
            whole_number("bins", bins, 1, MOST_BINS, "bins", "4096 is a good many.")
        if tolerance is not None:
            number_that(
                "tolerance",
                tolerance,
                lambda size: 0 < size < math.inf,
                "be positive",
                "It is a distance of areas, for example 1e-4.",
            )
        known_tolerance(self.near)
        if self.groups is not None and not self.exact:
            rule = f"be left out with {option('bins')} and {option('tolerance')}, which do not keep the rows"
            raise invalid("groups", rule, repr(self.groups))
        self.missing, self.combine = self.reading.missing, self.reading.combine

    @property
    def reading(self) -> Reading:
        """The keywords that say how labels and scores are read.

        Groups and items are columns here, so they are left out.
        """
        return Reading(self.pos_label, self.neg_label, self.missing, self.lower_is_positive, combine=self.combine)

    def _check_running(self) -> None:
        """Check that threshold, tp and fp are named, and no options for rows with scores are given."""
        for argument in RUNNING:
            if getattr(self, argument) is None:
                raise invalid(argument, "name a column where running counts are read", "none", _columns_needed())
        others = ("score", "label", "fg", "bg", "weight", "pos_label", "bins", "tolerance", "groups", "item")
        unread = {argument: getattr(self, argument) for argument in others}
        unread["missing"] = None if self.missing in ("raise", "drop") else self.missing
        unread["tolerance"] = unread["tolerance"] or self.near or None
        for argument, value in unread.items():
            if value is not None:
                raise invalid(
                    argument,
                    f"be left out where {option('threshold')}, {option('tp')} and {option('fp')} name running counts",
                    short(value),
                    each_score(),
                )

    @property
    def running(self) -> bool:
        """Whether columns of cumulative counts are read, instead of rows with scores."""
        return not (self.threshold is None and self.tp is None and self.fp is None)

    @property
    def several(self) -> bool:
        """Whether several columns of scores are requested, with a path for each."""
        return not (self.running or _is_name(self.score))

    @property
    def scores(self) -> list[Any]:
        """The requested columns of scores."""
        if self.running:
            return []
        return list(self.score) if self.several else [self.score]

    @property
    def cast(self) -> str:
        """The advice of errors about a column of the wrong type."""
        return "Cast it in the frame first." if self.what == "frame" else "Write the file with numbers there."

    @property
    def exact(self) -> bool:
        """Whether all distinct scores are kept, instead of bins."""
        return self.bins is None and self.tolerance is None

    @property
    def by_row(self) -> bool:
        """Whether the engine returns single rows, which weights, soft labels and groups need; never with bins."""
        return (self.weight is not None or self.label is None or self.groups is not None) and self.exact

    @property
    def columns(self) -> list[tuple[str, Any]]:
        """The requested columns, as pairs (argument, name of the column)."""
        others = [(argument, getattr(self, argument)) for argument in COLUMNS]
        return [*(("score", score) for score in self.scores), *(each for each in others if each[1] is not None)]

    @property
    def numbers(self) -> set[str]:
        """The names of the requested columns that hold numbers."""
        return {str(name) for argument, name in self.columns if argument not in ("label", "by", "groups", "item")}

    def labels(self, distinct: Sequence[Any]) -> Chosen:
        """Return which of the distinct labels of the column are positive, and which are negative."""
        meanings = [*distinct]
        if self.texts:
            named = named_labels(self.pos_label, self.neg_label)
            # JSON writes truth values in lower case, Python with a capital letter.
            small = not named & {"True", "False"}
            cells = [str(each).lower() if isinstance(each, bool) and small else str(each) for each in distinct]
            meanings = _meaning(cells, self.pos_label, self.neg_label)
        name = f"label {self.label!r}"
        if not distinct:
            return Chosen(frozenset(), None, shown_in_repr=False)
        chosen = chosen_labels(meanings, self.pos_label, self.neg_label, name, soft_labels())
        pairs = list(zip(distinct, meanings, strict=True))
        positive = frozenset(label for label, value in pairs if value in chosen.positive)
        negative = frozenset(label for label, value in pairs if chosen.is_negative(value))
        return Chosen(positive, None if chosen.negative is None else negative, chosen.shown_in_repr)

    def groups_told(self) -> list[Any]:
        """Return the groups for which the caller states totals; they may have no rows."""
        return [key for each in (self.positives, self.negatives) if isinstance(each, Mapping) for key in each]

    def rows_of_groups(self, groups: list[Any] | None) -> dict[Any, Any]:
        """Return the row numbers of each group, in order; groups of which only totals are known have none.

        Without groups the result is {None: all rows}.
        """
        if groups is None:
            return {None: slice(None)}
        rows = dict.fromkeys(self.groups_told(), np.zeros(0, dtype=int)) | members_of(groups)
        return {key: rows[key] for key in groups_in_order(rows)}

    def totals(self, key: Any) -> dict[str, Any]:
        """Return the "positives" and "negatives" that the caller states for a group; None for a total not stated."""
        weights = {"positives": self.positives, "negatives": self.negatives}
        for argument, totals in weights.items():
            if isinstance(totals, Mapping):
                if key not in totals:
                    raise invalid(
                        argument,
                        "have a weight for every group",
                        f"none for {key!r}",
                        f"It has {listed(totals, most=20)}.",
                    )
                weights[argument] = totals[key]
        return weights

    def name_of(self, score: Any, group: Any) -> str:
        """Return the name of the path for a column of scores and a group."""
        if self.by is None:
            return self.name or str(score)
        part = f"no {self.by}" if group is None else str(group)
        return f"{score}, {part}" if self.several else part

    def arranged(self, paths: dict[tuple[Any, Any], ConfusionPath]) -> Paths:
        """Return paths, given by (column of scores, group), as the caller gets them: one path, or a dict."""
        if self.several and self.by is not None:
            return paths
        by_key = {score if self.several else group: path for (score, group), path in paths.items()}
        return by_key if self.several or self.by is not None else by_key[None]


def _is_name(name: Any) -> bool:
    return isinstance(name, str | int | np.integer) and not isinstance(name, bool)


def _meaning(cells: list[str], pos_label: object, neg_label: object) -> list[Any]:
    """Return texts of labels, converted to numbers if labels are named by number, or if no name is needed."""
    meanings = zip(cells, map(meaning, cells), strict=True)
    values = [value if isinstance(value, float) else cell for cell, value in meanings]
    if pos_label is None and neg_label is None:
        numbers = all(isinstance(each, float) and abs(each) <= 1 for each in values)
        # Other texts stay as they are written in the file, so that errors list them so; shares become numbers, as soft
        # labels.
        return values if numbers and (len(set(values)) <= 2 or any(each % 1 for each in values)) else cells
    named = named_labels(pos_label, neg_label)
    return [cell if cell in named or value not in named else value for cell, value in zip(cells, values, strict=True)]
