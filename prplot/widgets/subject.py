"""What is explored: classifiers, and everything derived from them, computed once and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import Any, Self, cast

import numpy as np

from prplot.confusion import Confusion
from prplot.curve import Curve
from prplot.errors import PrplotValueError, invalid, listed, wrong_type
from prplot.path import ConfusionPath
from prplot.spaces import space_class
from prplot.sums import FloatArray
from prplot.uncertainty.several import called
from prplot.widgets.points import confusion_at
from prplot.widgets.view import USUAL, View

__all__ = ["KeptCurve", "KeptPath", "Paths", "Subject", "check_paths"]

Paths = ConfusionPath | Sequence[ConfusionPath] | Mapping[str, ConfusionPath]
# How many derived things are kept, per classifier: a path takes five arrays, a curve two.
PATHS_KEPT, CURVES_KEPT = 3, 10


class KeptPath(ConfusionPath):
    """A path that ranks its rows for the best and the worst case only once."""

    @classmethod
    def of(cls, path: ConfusionPath) -> Self:
        """Return the same path, with what it has computed."""
        made = cls(**{field.name: getattr(path, field.name) for field in fields(path)})
        vars(made).update(vars(path))
        return made

    @cached_property
    def _best(self) -> ConfusionPath:
        return super().best()

    @cached_property
    def _worst(self) -> ConfusionPath:
        return super().worst()

    def best(self) -> ConfusionPath:
        """Return the path of the best ranking."""
        return self._best

    def worst(self) -> ConfusionPath:
        """Return the path of the worst ranking."""
        return self._worst

    def at_prevalence(self, prevalence: float) -> ConfusionPath:
        """Return the same ranking seen at another prevalence; the best and the worst one stay as well."""
        moved = super().at_prevalence(prevalence)
        for kept in vars(self).keys() & {"_best", "_worst"}:
            vars(moved)[kept] = vars(self)[kept].at_prevalence(prevalence)
        return moved


class KeptCurve(Curve):
    """A curve that computes each of its areas only once."""

    @classmethod
    def kept(cls, curve: Curve) -> Self:
        """Return the same curve."""
        return cls(**{field.name: getattr(curve, field.name) for field in fields(curve)})

    @cached_property
    def _areas(self) -> dict[tuple[float, float], float]:
        return {}

    @cached_property
    def _twin(self) -> KeptCurve | None:
        return None

    @cached_property
    def _best(self) -> KeptCurve:
        made = cast(KeptCurve, super().best())
        return made if self._twin is None else made.like(self._twin._best)

    @cached_property
    def _worst(self) -> KeptCurve:
        made = cast(KeptCurve, super().worst())
        return made if self._twin is None else made.like(self._twin._worst)

    def like(self, twin: KeptCurve) -> KeptCurve:
        """Take over the line and the areas of another curve, which are the same; return this one."""
        vars(self).update(_twin=twin, _outline=twin.outline, _areas=twin._areas)
        return self

    def best(self) -> Curve:
        """Return the curve of the best ranking."""
        return self._best

    def worst(self) -> Curve:
        """Return the curve of the worst ranking."""
        return self._worst

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the area between two abscissae."""
        if self.space.undefined(self.path) is not None:
            return super().area(low, high)  # which says why
        if (low, high) not in self._areas:
            self._areas[low, high] = super().area(low, high)
        return self._areas[low, high]


class Subject:
    """The classifiers that an explorer was given.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        As the user has them; the code of a view speaks of them as ``paths``.

    Attributes
    ----------
    names : tuple of str
        What each is called.
    soft, rows, tied, weighted : bool
        Whether some have soft labels; whether all have rows; whether somewhere foreground is tied
        with background; whether rows differ in weight.
    scores : tuple of two floats
        The lowest and the highest finite threshold.
    threshold : float
        One to begin with: at which the first predicts as many positive as there are.
    prevalence : float
        Of the first.
    """

    def __init__(self, paths: Any) -> None:
        self.paths = check_paths(paths)
        self.alone = isinstance(self.paths, ConfusionPath)
        self.keys: list[Any] = list(self.paths) if isinstance(self.paths, Mapping) else []
        self._each = _each(self.paths)
        self.names = tuple(map(str, self.keys)) if self.keys else called([path.name for path in self._each])
        self.soft = any(path.soft for path in self._each)
        self.rows = all(path.sample is not None for path in self._each)
        self.tied = any(bool(np.any((fg > 0) & (bg > 0))) for fg, bg in (path.increments for path in self._each))
        totals = [path.sample.fg + path.sample.bg for path in self._each if path.sample is not None]
        self.weighted = any(bool(np.ptp(total) > 0) for total in totals)
        self.prevalence = self._each[0].prevalence
        self.scores = _range([path.thresholds for path in self._each])
        self.threshold = _beginning(self._each[0], self.scores)
        count = len(self._each)
        self._hard: Callable[..., KeptPath] = lru_cache(PATHS_KEPT * count)(self._make_hard)
        self._path: Callable[..., KeptPath] = lru_cache(PATHS_KEPT * count)(self._make_path)
        self._curve: Callable[..., KeptCurve] = lru_cache(CURVES_KEPT * count)(self._make_curve)

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

    def path(self, place: int, view: View) -> KeptPath:
        """Return a path as a view sees it: weighted, at its prevalence, with its ties."""
        return self._path(place, *_weighting(view), view.prevalence, view.ties)

    def hard(self, place: int, view: View) -> KeptPath:
        """Return a path as a view weighs it."""
        return self._hard(place, *_weighting(view))

    def curve(self, place: int, space: str, view: View, interpolation: str | None = None) -> KeptCurve:
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

    def drawn(self, place: int, space: str, view: View) -> KeptCurve:
        """Return the curve of a path as a view draws it in a space."""
        usual = not space_class(space).interpolated or view.interpolation == USUAL["interpolation"]
        return self.curve(place, space, view, None if usual else view.interpolation)

    def point(self, place: int, view: View) -> Confusion | None:
        """Return the operating point of a path, or None where there is none."""
        return confusion_at(view, self.path(place, view))

    def forget(self) -> None:
        """Let go of everything that was kept."""
        for kept in (self._hard, self._path, self._curve):
            cast(Any, kept).cache_clear()

    def _make_hard(self, place: int, weighting: str, cut: float | None) -> KeptPath:
        path = self._each[place]
        if weighting == "soft":
            return KeptPath.of(path)
        assert cut is not None
        return KeptPath.of(path.hard(cut, "total" if weighting == "hard" else "unit"))

    def _make_path(
        self, place: int, weighting: str, cut: float | None, prevalence: float | None, ties: str
    ) -> KeptPath:
        if prevalence is None:
            return cast(KeptPath, self._hard(place, weighting, cut).ties(ties))
        return cast(KeptPath, self._path(place, weighting, cut, None, ties).at_prevalence(prevalence))

    def _make_curve(
        self,
        place: int,
        weighting: str,
        cut: float | None,
        prevalence: float | None,
        ties: str,
        space: str,
        interpolation: str | None,
        alpha: float | None,
    ) -> KeptCurve:
        path = self._path(place, weighting, cut, prevalence, ties)
        label = self.names[place] if self.keys else path.name
        if prevalence is not None:
            moved = f"at π {path.prevalence:.3g}"
            label = moved if label is None else f"{label}, {moved}"
        options = {} if alpha is None else {"alpha": alpha}
        made = KeptCurve.kept(path.curve(space, interpolation=interpolation, label=label, **options))
        if prevalence is None or made.space.moves_with_prevalence:
            return made
        return made.like(self._curve(place, weighting, cut, None, ties, space, interpolation, alpha))


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
                "Make a path with prplot.from_labels or prplot.from_weights.",
            )
    if not items:
        raise PrplotValueError("paths must hold at least one path; got none.")
    return chosen


def _each(paths: Paths) -> list[ConfusionPath]:
    if isinstance(paths, ConfusionPath):
        return [paths]
    return list(paths.values()) if isinstance(paths, Mapping) else list(paths)


def _weighting(view: View) -> tuple[str, float | None]:
    return view.weighting, None if view.weighting == "soft" else float(view.cut)


def _range(thresholds: list[FloatArray]) -> tuple[float, float]:
    ends = [some[np.isfinite(some)][[0, -1]] for some in thresholds if np.isfinite(some).any()]
    if not ends:
        return 0.0, 1.0
    low, high = min(float(end[1]) for end in ends), max(float(end[0]) for end in ends)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _beginning(path: ConfusionPath, scores: tuple[float, float]) -> float:
    at = path.find(predicted_positive_rate=path.prevalence).threshold if 0 < path.prevalence < 1 else None
    return sum(scores) / 2 if at is None or not np.isfinite(at) else at
