"""The lessons of `prplot.explore`: each is a small explorer with its own data."""

from prplot.widgets.lessons.calibration import CALIBRATION
from prplot.widgets.lessons.costs import COSTS
from prplot.widgets.lessons.estimators import ESTIMATORS
from prplot.widgets.lessons.gain import GAIN
from prplot.widgets.lessons.identify import IDENTIFY
from prplot.widgets.lessons.interpolation import INTERPOLATION
from prplot.widgets.lessons.luck import LUCK
from prplot.widgets.lessons.scores import SCORES
from prplot.widgets.lessons.skew import SKEW
from prplot.widgets.lessons.unachievable import UNACHIEVABLE
from prplot.widgets.lessons.weights import WEIGHTS

__all__ = ["LESSONS"]

# A new lesson needs a file, and a line here. The order is such that no lesson uses what a later one explains.
LESSONS = {
    "scores": SCORES,
    "skew": SKEW,
    "interpolation": INTERPOLATION,
    "unachievable": UNACHIEVABLE,
    "costs": COSTS,
    "estimators": ESTIMATORS,
    "luck": LUCK,
    "gain": GAIN,
    "weights": WEIGHTS,
    "identify": IDENTIFY,
    "calibration": CALIBRATION,
}
