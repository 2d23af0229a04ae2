"""Spaces in which a point of the unit square is no point but a line: they have no inverse, no isolines, no hull."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from numpy.typing import ArrayLike, NDArray

from prplot.arithmetic.arrays import FloatArray
from prplot.errors import PrplotTypeError
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.spaces.base import Space

__all__ = ["UnplacedSpace"]


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

    def vertices(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
        return self.seen(path)[:2]

    def hull_shown(self, steps: Steps) -> NDArray[Any]:
        self._no_place("hull")

    def step_areas(self, steps: Steps) -> FloatArray:
        self._no_place("step_areas")

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        self._no_place("abscissa_rate")

    @property
    def lowest_rate(self) -> float:
        return 0.0
