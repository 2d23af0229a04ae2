"""Spaces in which a point of the unit square is no point but a line: they have no inverse, no isolines, no hull."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotTypeError, by_name
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals
from prplot.spaces.base import Space

__all__ = ["UnplacedSpace"]


@by_name()
class UnplacedSpace(Space):
    """A space in which every threshold is a line, and a curve is made of these; see its subclasses."""

    pointwise = False
    # What a point of the square is, and what to call instead of a map of points.
    point_is: ClassVar[str]
    instead: ClassVar[str]

    def _no_place(self, what: str) -> NoReturn:
        raise PrplotTypeError(
            f"{what} needs a space in which a confusion point is a point; in {self.title.lower()} space it is "
            f"{self.point_is}. {self.instead}"
        )

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        self._no_place("forward")

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
        self._no_place("inverse")

    def image(
        self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float
    ) -> tuple[FloatArray, FloatArray]:
        self._no_place("image")

    @abstractmethod
    def corners(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray, NDArray[np.int_]]:
        """Return the vertices (x, y) of the curve of a path, and which vertex of the path decides at each.

        One past the last stands for predicting everything positive, which needs no threshold.
        """

    def outline(self, path: ConfusionPath) -> ConfusionPath:
        """Return the path without vertices that the curve does not need."""
        return path

    def vertices(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
        return self.corners(self.outline(path))[:2]

    def seen(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray]:
        path = self.outline(path)
        x, y, row = self.corners(path)
        return x, y, np.append(path.thresholds, -np.inf)[row]

    def counts(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
        path = self.outline(path)
        row = self.corners(path)[2]
        return np.append(path.tp, path.positives)[row], np.append(path.fp, path.negatives)[row]

    def mark(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        return self.follow(np.atleast_1d(reals("fpr", fpr)), np.atleast_1d(reals("tpr", tpr)))

    def hull_shown(self, steps: Steps) -> NDArray[Any]:
        self._no_place("hull")

    def step_areas(self, steps: Steps) -> FloatArray:
        self._no_place("step_areas")

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        self._no_place("abscissa_rate")

    @property
    def lowest_rate(self) -> float:
        return 0.0
