"""The classifiers of an explorer, with all that is derived from them, computed once and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from prplot.curve.classifiers import called, named, path_first
from prplot.curve.curve import Curve
from prplot.draw.figures.panel import CALIBRATION
from prplot.errors import PrplotError, PrplotValueError, invalid, listed
from prplot.metrics.confusion import Confusion
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.path.variants import rows_explain
from prplot.rows.arrays import FloatArray
from prplot.spaces import space_class
from prplot.uncertainty.calibration_curve import Calibration
from prplot.widgets.literals import written
from prplot.widgets.point_code import confusion_at, point_code, short_threshold
from prplot.widgets.view import DEFAULTS, MATRIX, PANELS, SCORES, TITLES, View, space_options

# For each classifier this many results are kept. A path takes five arrays, a curve two.
KEPT = 12
# A slider of thresholds has at most this many stops for each classifier.
MOST_STOPS = 100
# Scores are on one scale if their ranges share at least this part of the range of all scores.
LEAST_SHARED = 0.25


class Shown(NamedTuple):
    """A classifier as a view shows it: its place and name, its curve in the main space, and its operating point."""

    place: int
    name: str
    curve: Curve
    point: Confusion | None


class Classifiers:
    """The classifiers that an explorer was given.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        As the user has them; the code of a view speaks of them as ``path`` or ``paths``.

    Attributes
    ----------
    names : tuple of str
        What each is called; a classifier that is alone and has no name is called nothing.
    single : bool
        Whether it was one path rather than a collection.
    keys : list
        Those of a mapping.
    soft, scored, sampled, rows, tied, unequal_weights : bool
        Whether some have soft labels; whether all are samples, or some, and all have rows; whether somewhere
        a positive is tied with a negative; whether rows differ in weight.
    one_scale : bool
        Whether one threshold can suit all.
    spaces, panels : dict
        From the names of spaces in which all have a curve, and of panels that can be shown, to their titles.
    prevalence : float
        Of the first.
    """

    def __init__(self, paths: Any) -> None:
        pairs = named("paths", paths, ConfusionPath, "be a path, a sequence or a mapping of paths", path_first(paths))
        self._each: list[ConfusionPath] = [path for _, path in pairs]
        for path in self._each:
            if len(path) == 1:
                raise PrplotValueError(f"paths must return something to be explored; {path!r} returns nothing.")
        self.single = isinstance(paths, ConfusionPath)
        self.keys: list[Any] = list(paths) if isinstance(paths, Mapping) else []
        self.names = tuple(map(str, self.keys)) or called([path.name for path in self._each], "path")
        if len(self) == 1 and not self.keys:
            self.names = (self._each[0].name or "",)
        self.soft = any(path.soft for path in self._each)
        self.scored = all(path._scored for path in self._each)
        self.sampled = any(path._scored for path in self._each)
        samples = [path.sample for path in self._each if path.sample is not None]
        self.rows = len(samples) == len(self)
        self.explained = all(rows_explain(path) for path in self._each)
        self.tied = any(np.any((fg > 0) & (bg > 0)) for fg, bg in (path._increments for path in self._each))
        self.unequal_weights = any(np.ptp(sample.fg + sample.bg) > 0 for sample in samples)
        self.prevalence = self._each[0]._now.prevalence
        directions = {path.lower_is_positive for path in self._each}
        self.one_scale = len(directions) == 1 and _on_one_scale([path.thresholds for path in self._each])
        self.spaces = {name: title for name, title in TITLES.items() if all(_has(path, name) for path in self._each)}
        available = {
            **dict.fromkeys((*self.spaces, MATRIX), True),
            SCORES: self.rows,
            CALIBRATION: "murphy" in self.spaces and all(0 < path._now.prevalence < 1 for path in self._each),
        }
        self.panels = {name: title for name, title in PANELS.items() if available.get(name)}
        self.clear_cache()

    @cached_property
    def stops(self) -> list[float]:
        """The thresholds at which a slider stops: some of each classifier, as short as they can be written."""
        thresholds: set[float] = set()
        for path in self._each:
            rows = np.linspace(1, len(path) - 1, min(len(path) - 1, MOST_STOPS)).astype(int)
            thresholds |= {short_threshold(path, float(value)) for value in path.thresholds[rows] if np.isfinite(value)}
        return sorted(thresholds) or [0.0]

    def __len__(self) -> int:
        return len(self._each)

    def chosen(self, view: View) -> list[int]:
        """Return which classifiers a view shows."""
        shown = self.names if view.shown is None else view.shown
        strangers = [name for name in shown if name not in self.names]
        if strangers or not shown:
            raise invalid("shown", "name classifiers", listed(strangers) or "none", f"They are {listed(self.names)}.")
        return [index for index, name in enumerate(self.names) if name in shown]

    def shown(self, view: View) -> list[Shown]:
        """Return the classifiers that a view shows."""
        return [
            Shown(index, self.names[index], self.drawn_curve(index, view.space, view), self.point(index, view))
            for index in self.chosen(view)
        ]

    def path(self, index: int, view: View) -> ConfusionPath:
        """Return a path as a view sees it: weighted, with its ties, at its prevalence."""
        made: ConfusionPath = self._made(index, *_steps(view))
        return made

    def weighted_path(self, index: int, view: View) -> ConfusionPath:
        """Return a path as a view weighs it."""
        made: ConfusionPath = self._made(index, *weighed(view))
        return made

    def curve(self, index: int, space: SpaceName, view: View, interpolation: InterpolationName | None = None) -> Curve:
        """Return the curve of a path as a view sees it, with another interpolation on request."""
        label = self.names[index] if self.keys else self._each[index].name
        if view.prevalence is not None and space_class(space)._moves_with_prevalence:
            label = " at ".join(filter(None, [label, f"prevalence {view.prevalence:.3g}"]))
        options = {"interpolation": interpolation, "label": label}
        options |= {name: getattr(view, name) for name in space_options(space)}
        made: Curve = self._made(index, *_steps(view), f".curve({', '.join([repr(space), *written(options)])})")
        return made

    def drawn_curve(self, index: int, space: SpaceName, view: View) -> Curve:
        """Return the curve of a path as a view draws it in a space."""
        rule = view.changed("interpolation") if space_class(space)._interpolated else {}
        return self.curve(index, space, view, **rule)

    def calibration(self, index: int, view: View) -> Calibration:
        """Return the calibration of a path as a view sees it."""
        made: Calibration = self._made(index, *_steps(view), ".calibration()")
        return made

    def point(self, index: int, view: View) -> Confusion | None:
        """Return the operating point of a path, or None where there is none."""
        return self._point(index, point_code(view), *_steps(view))

    def clear_cache(self) -> None:
        """Let go of everything that was kept."""
        cached = lru_cache(KEPT * len(self))
        self._made: Callable[..., Any] = cached(self._make)
        self._point: Callable[..., Confusion | None] = cached(
            lambda index, point, *steps: confusion_at(self._made(index, *steps), point)
        )

    def _make(self, index: int, *steps: str) -> Any:
        """Return the result of steps of Python code on a path; the result of each step is kept."""
        return eval(f"before{steps[-1]}", {"before": self._made(index, *steps[:-1])}) if steps else self._each[index]


def weighed(view: View) -> list[str]:
    """Return how a view weighs a path, as Python that comes after it."""
    if view.weighting == "soft":
        return []
    return [f".hard({float(view.cut)!r}{', weights=' + repr('total') if view.weighting == 'hard' else ''})"]


def _steps(view: View) -> list[str]:
    """Return the changes that a view makes to paths, as Python code that follows a path."""
    ties = [f".ties({view.ties!r})"] if view.changed("ties") else []
    return [*weighed(view), *ties, *([] if view.prevalence is None else [f".at_prevalence({view.prevalence!r})"])]


def _has(path: ConfusionPath, space: str) -> bool:
    """Return whether a path has a curve in a space."""
    try:
        space_class(space)._for_path(path, **{name: DEFAULTS[name] for name in space_options(space)})
    except PrplotError:
        return False
    return True


def _on_one_scale(thresholds: list[FloatArray]) -> bool:
    """Return whether one threshold can suit all classifiers: their scores share a good part of the whole range.

    Only finite thresholds count. A classifier with a single threshold does not narrow the shared range.
    """
    finite = [each[np.isfinite(each)] for each in thresholds]
    # The ends are halved, so that no range exceeds float64.
    low, high = np.array([(some.min() / 2, some.max() / 2) for some in finite if some.size]).reshape(-1, 2).T
    wide = low < high if np.any(low < high) else low <= high
    return len(low) < 2 or bool(high[wide].min() - low[wide].max() >= LEAST_SHARED * (high.max() - low.min()))
