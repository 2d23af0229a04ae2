"""The classifiers of an explorer, with cached paths, curves and operating points."""

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

# The cache keeps this many results for each classifier. A path takes five arrays, a curve two.
KEPT = 12
# A slider of thresholds has at most this many stops for each classifier.
MOST_STOPS = 100
# Scores are on one scale if the ranges of all classifiers share at least this part of the whole range.
LEAST_SHARED = 0.25


class Shown(NamedTuple):
    """A classifier as a view shows it: its index and name, its curve in the main space, and its operating point."""

    place: int
    name: str
    curve: Curve
    point: Confusion | None


class Classifiers:
    """The classifiers that an explorer was given.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        The argument of the explorer; the code of a view calls it ``path`` or ``paths``.

    Attributes
    ----------
    names : tuple of str
        The name of each classifier; empty for a single one without a name.
    single : bool
        Whether the argument was one path, not a collection.
    keys : list
        The keys of the mapping, if paths were passed as one.
    soft, scored, sampled, rows, tied, unequal_weights : bool
        Whether any has soft labels; whether all are samples; whether any is; whether all have rows; whether any
        positive is tied with a negative; whether rows differ in weight.
    one_scale : bool
        Whether one threshold can suit all classifiers.
    spaces, panels : dict
        The titles, by name, of the spaces in which all have a curve, and of the panels that can be shown.
    prevalence : float
        The prevalence of the first classifier.
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
        """The stops of the slider of thresholds: some thresholds of each classifier, written as short as possible."""
        thresholds: set[float] = set()
        for path in self._each:
            rows = np.linspace(1, len(path) - 1, min(len(path) - 1, MOST_STOPS)).astype(int)
            thresholds |= {short_threshold(path, float(value)) for value in path.thresholds[rows] if np.isfinite(value)}
        return sorted(thresholds) or [0.0]

    def __len__(self) -> int:
        return len(self._each)

    def chosen(self, view: View) -> list[int]:
        """Return the indices of the classifiers that a view shows."""
        shown = self.names if view.shown is None else view.shown
        strangers = [name for name in shown if name not in self.names]
        if strangers or not shown:
            raise invalid("shown", "name classifiers", listed(strangers) or "none", f"They are {listed(self.names)}.")
        return [index for index, name in enumerate(self.names) if name in shown]

    def shown(self, view: View) -> list[Shown]:
        """Return the classifiers that a view shows, each with its curve and operating point."""
        return [
            Shown(index, self.names[index], self.drawn_curve(index, view.space, view), self.point(index, view))
            for index in self.chosen(view)
        ]

    def path(self, index: int, view: View) -> ConfusionPath:
        """Return the path of a classifier with the view's weighting, ties and prevalence."""
        made: ConfusionPath = self._made(index, *_steps(view))
        return made

    def weighted_path(self, index: int, view: View) -> ConfusionPath:
        """Return the path of a classifier with the view's weighting only."""
        made: ConfusionPath = self._made(index, *weighed(view))
        return made

    def curve(self, index: int, space: SpaceName, view: View, interpolation: InterpolationName | None = None) -> Curve:
        """Return the curve of a classifier in a space, with the view's weighting, ties and prevalence.

        ``interpolation`` replaces the default of the space.
        """
        label = self.names[index] if self.keys else self._each[index].name
        if view.prevalence is not None and space_class(space)._moves_with_prevalence:
            label = " at ".join(filter(None, [label, f"prevalence {view.prevalence:.3g}"]))
        options = {"interpolation": interpolation, "label": label}
        options |= {name: getattr(view, name) for name in space_options(space)}
        made: Curve = self._made(index, *_steps(view), f".curve({', '.join([repr(space), *written(options)])})")
        return made

    def drawn_curve(self, index: int, space: SpaceName, view: View) -> Curve:
        """Return the curve of a classifier in a space as the view draws it, with the view's interpolation."""
        rule = view.changed("interpolation") if space_class(space)._interpolated else {}
        return self.curve(index, space, view, **rule)

    def calibration(self, index: int, view: View) -> Calibration:
        """Return the calibration curve of a classifier, with the view's weighting, ties and prevalence."""
        made: Calibration = self._made(index, *_steps(view), ".calibration()")
        return made

    def point(self, index: int, view: View) -> Confusion | None:
        """Return the operating point of a classifier in a view; None if there is none."""
        return self._point(index, point_code(view), *_steps(view))

    def clear_cache(self) -> None:
        """Empty the caches of paths, curves and operating points."""
        cached = lru_cache(KEPT * len(self))
        self._made: Callable[..., Any] = cached(self._make)
        self._point: Callable[..., Confusion | None] = cached(
            lambda index, point, *steps: confusion_at(self._made(index, *steps), point)
        )

    def _make(self, index: int, *steps: str) -> Any:
        """Return the result of method calls, given as code, on a path; the result of each call is cached."""
        return eval(f"before{steps[-1]}", {"before": self._made(index, *steps[:-1])}) if steps else self._each[index]


def weighed(view: View) -> list[str]:
    """Return the method call, as code, that applies the view's weighting, in a list; empty if weights stay as given."""
    if view.weighting == "soft":
        return []
    return [f".hard({float(view.cut)!r}{', weights=' + repr('total') if view.weighting == 'hard' else ''})"]


def _steps(view: View) -> list[str]:
    """Return the method calls, as code, that apply the view's weighting, ties and prevalence to a path."""
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
    """Return whether one threshold can suit all classifiers, because their scores share much of the whole range.

    Only finite thresholds count. A classifier with a single threshold does not narrow the shared range.
    """
    finite = [each[np.isfinite(each)] for each in thresholds]
    # The ends are halved, so that no range overflows float64.
    low, high = np.array([(some.min() / 2, some.max() / 2) for some in finite if some.size]).reshape(-1, 2).T
    wide = low < high if np.any(low < high) else low <= high
    return len(low) < 2 or bool(high[wide].min() - low[wide].max() >= LEAST_SHARED * (high.max() - low.min()))
