"""What is explored: classifiers, and everything derived from them, computed once and kept."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, cast

import numpy as np

from prplot.curve.classifiers import called, path_first
from prplot.curve.curve import Curve
from prplot.errors import PrplotValueError, invalid, listed, wrong_type
from prplot.metrics.confusion import Confusion
from prplot.names import InterpolationName, SpaceName, TieHandling
from prplot.path.path import ConfusionPath
from prplot.path.variants import rows_explain
from prplot.rows.arrays import FloatArray
from prplot.spaces import space_class
from prplot.widgets.literals import literal
from prplot.widgets.points import confusion_at, short_threshold
from prplot.widgets.view import DEFAULTS, PANELS, SCORES, View, Weighting

Paths = ConfusionPath | Sequence[ConfusionPath] | Mapping[str, ConfusionPath]
# How many derived things are kept, per classifier: a path takes five arrays, a curve two.
PATHS_KEPT, CURVES_KEPT = 3, 10
# How many stops a slider of thresholds has at most, for each classifier.
MOST_STOPS = 100
# Which part of the span of all scores their ranges share at least, where they are on one scale.
LEAST_SHARED = 0.25


class Classifiers:
    """The classifiers that an explorer was given.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        As the user has them; the code of a view speaks of them as ``paths``.

    Attributes
    ----------
    names : tuple of str
        What each is called.
    key_code : tuple of str or None
        The keys of a mapping as Python that finds each path; None where nothing does.
    soft, scored, sampled, rows, tied, unequal_weights : bool
        Whether some have soft labels; whether all are samples, or some, and all have rows; whether somewhere
        foreground is tied with background; whether rows differ in weight.
    one_scale : bool
        Whether one threshold can suit all.
    panels : dict
        From the names of panels that can be shown to their titles.
    prevalence : float
        Of the first.
    """

    def __init__(self, paths: Any) -> None:
        self.paths = check_paths(paths)
        self._each = _each(self.paths)
        for path in self._each:
            if len(path) == 1:
                raise PrplotValueError(f"paths must return something to be explored; {path!r} returns nothing.")
        self.single = isinstance(self.paths, ConfusionPath)
        self.keys: list[Any] = list(self.paths) if isinstance(self.paths, Mapping) else []
        self.names = tuple(map(str, self.keys)) if self.keys else called([path.name for path in self._each])
        self.key_code = tuple(_key_code(self.paths, key) for key in self.keys)
        self.soft = any(path.soft for path in self._each)
        self.scored = all(path.scored for path in self._each)
        self.sampled = any(path.scored for path in self._each)
        self.rows = all(path.sample is not None for path in self._each)
        self.explained = all(rows_explain(path) for path in self._each)
        self.tied = any(bool(np.any((fg > 0) & (bg > 0))) for fg, bg in (path.increments for path in self._each))
        totals = [path.sample.fg + path.sample.bg for path in self._each if path.sample is not None]
        self.unequal_weights = any(bool(np.ptp(total) > 0) for total in totals)
        self.prevalence = self._each[0].known_prevalence
        self.one_scale = _on_one_scale([path.thresholds for path in self._each])
        self.panels = {name: title for name, title in PANELS.items() if self.rows or name != SCORES}
        count = len(self._each)
        self._weighted: Callable[..., ConfusionPath] = lru_cache(PATHS_KEPT * count)(self._make_weighted)
        self._path: Callable[..., ConfusionPath] = lru_cache(PATHS_KEPT * count)(self._make_path)
        self._curve: Callable[..., Curve] = lru_cache(CURVES_KEPT * count)(self._make_curve)

    @cached_property
    def stops(self) -> list[float]:
        """The thresholds at which a slider stops: some of each classifier, as short as they can be written."""
        found: set[float] = set()
        for path in self._each:
            rows = np.linspace(1, len(path) - 1, min(len(path) - 1, MOST_STOPS)).astype(int)
            found |= {short_threshold(path, float(value)) for value in path.thresholds[rows] if np.isfinite(value)}
        return sorted(found) or [0.0]

    def __len__(self) -> int:
        return len(self._each)

    def chosen(self, view: View) -> list[int]:
        """Return which classifiers a view shows."""
        if view.shown is None:
            return list(range(len(self)))
        strangers = [name for name in view.shown if name not in self.names]
        if strangers:
            raise invalid("shown", "name classifiers", listed(strangers), f"They are {listed(self.names)}.")
        if not view.shown:
            raise PrplotValueError("shown must name at least one classifier; got none. Choose one.")
        return [place for place, name in enumerate(self.names) if name in view.shown]

    def path(self, place: int, view: View) -> ConfusionPath:
        """Return a path as a view sees it: weighted, at its prevalence, with its ties."""
        return self._path(place, *_weighting(view), view.prevalence, view.ties)

    def weighted_path(self, place: int, view: View) -> ConfusionPath:
        """Return a path as a view weighs it."""
        return self._weighted(place, *_weighting(view))

    def curve(self, place: int, space: SpaceName, view: View, interpolation: InterpolationName | None = None) -> Curve:
        """Return the curve of a path as a view sees it, with another interpolation on request."""
        return self._curve(
            place,
            *_weighting(view),
            view.prevalence,
            view.ties,
            space,
            interpolation,
            view.alpha if space == "croc" else None,
        )

    def drawn_curve(self, place: int, space: SpaceName, view: View) -> Curve:
        """Return the curve of a path as a view draws it in a space."""
        usual = not space_class(space).interpolated or view.interpolation == DEFAULTS["interpolation"]
        return self.curve(place, space, view, None if usual else view.interpolation)

    def point(self, place: int, view: View) -> Confusion | None:
        """Return the operating point of a path, or None where there is none."""
        return confusion_at(view, self.path(place, view))

    def clear_cache(self) -> None:
        """Let go of everything that was kept."""
        for kept in (self._weighted, self._path, self._curve):
            cast(Any, kept).cache_clear()

    def _make_weighted(self, place: int, weighting: Weighting, cut: float | None) -> ConfusionPath:
        path = self._each[place]
        if weighting == "soft":
            return path
        assert cut is not None
        return path.hard(cut, "total" if weighting == "hard" else "unit")

    def _make_path(
        self, place: int, weighting: Weighting, cut: float | None, prevalence: float | None, ties: TieHandling
    ) -> ConfusionPath:
        if prevalence is None:
            return self._weighted(place, weighting, cut).ties(ties)
        return self._path(place, weighting, cut, None, ties).at_prevalence(prevalence)

    def _make_curve(
        self,
        place: int,
        weighting: Weighting,
        cut: float | None,
        prevalence: float | None,
        ties: TieHandling,
        space: SpaceName,
        interpolation: InterpolationName | None,
        alpha: float | None,
    ) -> Curve:
        path = self._path(place, weighting, cut, prevalence, ties)
        label = self.names[place] if self.keys else path.name
        if prevalence is not None:
            moved = f"at π {path.known_prevalence:.3g}"
            label = moved if label is None else f"{label}, {moved}"
        options = {} if alpha is None else {"alpha": alpha}
        return path.curve(space, interpolation=interpolation, label=label, **options)


def check_paths(paths: Any) -> Paths:
    """Return paths to explore, or say what is wrong with them."""
    if isinstance(paths, ConfusionPath):
        return paths
    if isinstance(paths, Mapping):
        chosen: Paths = dict(paths)
        items = list(paths.values())
    elif isinstance(paths, Sequence) and not isinstance(paths, str | bytes):
        chosen = items = list(paths)
    else:
        items = [paths]
        chosen = items
    for item in items:
        if not isinstance(item, ConfusionPath):
            raise wrong_type(
                "paths",
                "be a path, a sequence or a mapping of paths",
                item,
                path_first(paths),
            )
    if not items:
        raise PrplotValueError("paths must hold at least one path; got none.")
    return chosen


def _each(paths: Paths) -> list[ConfusionPath]:
    if isinstance(paths, ConfusionPath):
        return [paths]
    return list(paths.values()) if isinstance(paths, Mapping) else list(paths)


def _key_code(paths: Any, key: Any) -> str | None:
    """Return a key as Python, if that finds the same path under the same name."""
    text = literal(key)
    try:
        read = literal_eval(text or "")
        return text if paths[read] is paths[key] and str(read) == str(key) else None
    except (ValueError, SyntaxError, LookupError):
        return None


def _weighting(view: View) -> tuple[Weighting, float | None]:
    return view.weighting, None if view.weighting == "soft" else float(view.cut)


def _on_one_scale(thresholds: list[FloatArray]) -> bool:
    """Whether one threshold can suit all: what the ranges of their scores share is a good part of what they span.

    Each range is one of finite thresholds; what has a single one shares all that there is.
    """
    finite = [each[np.isfinite(each)] for each in thresholds]
    ends = [(float(some.min()), float(some.max())) for some in finite if some.size]
    if len(ends) < 2:
        return True
    wide = [(low, high) for low, high in ends if low < high] or ends
    # Halved, so that no range is beyond float64.
    shared = min(high / 2 for _, high in wide) - max(low / 2 for low, _ in wide)
    spanned = max(high / 2 for _, high in ends) - min(low / 2 for low, _ in ends)
    return shared >= LEAST_SHARED * spanned
