"""Calibration curves as matplotlib lines."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.draw.lines.curve_line import Words
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Pair
from prplot.uncertainty.calibration_bands import CalibrationBand
from prplot.uncertainty.calibration_curve import Calibration

# Widths as shares of the style's line width: JOINT for lines that join pools, POOL for pools.
JOINT, POOL = 0.5, 1.4
# The size of dots at scores in points: DOT, or SMALL for more than FEW scores. Above MANY only the ends of pools get
# dots.
DOT, FEW, SMALL, MANY = 4.0, 60, 2.6, 2000


class CalibrationLine(Line2D):
    """A calibration curve: a piece over each pool of scores with one frequency, and a dot at each score.

    Attributes
    ----------
    calibration : Calibration
        What is drawn.
    curve : Curve
        The ROC curve, whose hull has these frequencies; its label names the classifier.
    words : Words
        What legends say of it: its name, its miscalibration and a note.
    area, number_name, lower_is_better : float, str, bool
        The number in legends, the miscalibration; what it is called; whether smaller is better.
    title : str
        What kind of curve it is.
    band : CalibrationBand or None
        The band that is drawn with it.
    joint : Line2D
        The thin line that joins the pools.
    vertices : pair of arrays
        The scores and their frequencies.
    thresholds : array
        The same scores as they were given.
    """

    title, number_name, lower_is_better = "Calibration", "miscalibration", True

    def __init__(self, calibration: Calibration, words: Words, label: str | None = None, **look: Any) -> None:
        self.calibration, self.words, self.area = calibration, words, calibration.miscalibration
        self.band: CalibrationBand | None = None
        self.curve = calibration.path.curve("roc", label=label)
        self.vertices, self.thresholds = (calibration.x, calibration.y), calibration.path.thresholds[:0:-1]
        x, y = self.vertices
        ends = np.unique(calibration.pools)
        self.joint = Line2D(x[ends], y[ends])
        usual: dict[str, Any] = {"linewidth": POOL * mpl.rcParams["lines.linewidth"], "solid_capstyle": "round"}
        usual |= {"zorder": 3.0, "label": str(words) or "_calibration", "markeredgewidth": 0.0}
        usual |= {"marker": "o", "markersize": DOT if len(x) <= FEW else SMALL}
        if len(x) > MANY:
            x, y = x[ends], y[ends]
        apart = np.flatnonzero(np.diff(y)) + 1
        super().__init__(np.insert(x, apart, np.nan), np.insert(y, apart, np.nan), **{**usual, **look})
        width = JOINT / POOL * self.get_linewidth()
        self.joint.set(color=self.get_color(), alpha=self.get_alpha(), linewidth=width, zorder=self.get_zorder() - 0.1)

    @property
    def computed(self) -> list[Any]:
        """The calibration curve and its band if there is one, each with a ``methods()`` sentence."""
        return [thing for thing in (self.calibration, self.band) if thing is not None]

    def places(self, path: ConfusionPath) -> list[Pair]:
        """Return the points at the thresholds of a path that shares thresholds with the curve; NaN above all scores."""
        rows = np.searchsorted(-self.calibration.path._cuts, -path._cuts)
        from_above = [np.append(np.nan, side[::-1])[rows] for side in self.vertices]
        return [(from_above[0], from_above[1])]

    def read(self, path: ConfusionPath) -> dict[str, FloatArray]:
        """Return the predicted probabilities and observed frequencies at the thresholds of such a path, by name."""
        ((scores, frequencies),) = self.places(path)
        return {"predicted probability": scores, "observed frequency": frequencies}


def calibrations_on(ax: Axes) -> list[CalibrationLine]:
    """Return the calibration curves that axes show, in the order in which they were drawn."""
    return [line for line in ax.lines if isinstance(line, CalibrationLine)]
