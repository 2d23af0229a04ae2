"""Whether scores are the probabilities that they look like, and what that has to do with the ranking.

Examples
--------
>>> import prplot
>>> view = prplot.explore.calibration(slope=2.0)
>>> view.controls["slope"].value = 0.5
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import prplot.draw
from prplot.widgets.fields import choice, numeric
from prplot.widgets.lessons.lesson import BARE, Guess, Lesson, LessonStep


def stretched(slope: float, model: str) -> Any:
    # Labels are drawn with known probabilities, which are the scores of the calibrated model. The log odds of the other
    # model are twice as far from 0.
    rng = np.random.default_rng(1)
    log_odds = rng.normal(-1, 1.5, 1000)
    labels = rng.random(1000) < 1 / (1 + np.exp(-log_odds))
    predicted = 2 * log_odds if model == "too sure" else log_odds
    return prplot.from_labels(labels, 1 / (1 + np.exp(-slope * predicted)))


def right_probabilities(axes: Any, *, slope: float = 1.0, model: str = "calibrated") -> str:
    path = stretched(slope, model)
    brier = path.brier()
    labels, scores = path.sample.fg, path.sample.score
    high = scores >= 0.8

    left, *more = axes
    prplot.draw.calibration(path, band=False, legend=False, ax=left)
    left.set_title(f"Miscalibration {brier.miscalibration:.3f}", fontsize="medium")
    if more:
        curve = path.roc()
        prplot.plot(curve, ax=more[0], **BARE)
        more[0].set_title(f"ROC area {curve.area():.3f}", fontsize="medium")
    for bars in more[1:]:
        parts = {
            "Brier\nscore": (brier.value, "0.4"),
            "miscali-\nbration": (brier.miscalibration, "#d55e00"),
            "discrimi-\nnation": (brier.discrimination, "#0072b2"),
            "uncer-\ntainty": (brier.uncertainty, "0.75"),
        }
        for at, (value, color) in enumerate(parts.values()):
            bars.bar(at, value, color=color)
            bars.annotate(f"{value:.3f}", (at, value), (0, 2), textcoords="offset points", ha="center")
        bars.set_xticks(range(4), list(parts), fontsize="small")
        bars.set(ylim=(0, 0.3), yticks=[], box_aspect=1)

    sentence = "No row has a score of 0.8 or more."
    if high.any():
        mean, positive = scores[high].mean(), labels[high].mean()
        sentence = f"Rows that score 0.8 or more score {mean:.3f} on average; {positive:.3f} of them are positive."
    if not more:
        return f"{sentence} The miscalibration is {brier.miscalibration:.3f}."
    return f"{sentence} Miscalibration {brier.miscalibration:.3f}, discrimination {brier.discrimination:.3f}."


@cache
def miscalibration_of(slope: float, model: str) -> float:
    """Return the miscalibration of stretched scores of a model."""
    return float(stretched(slope, model).brier().miscalibration)


def lacks_miscalibration(slope: float) -> str:
    """Return why a stretch does not make calibrated scores miscalibrated by at least 0.03; empty if it does."""
    now = miscalibration_of(slope, "calibrated")
    return "" if now >= 0.03 else f"Here it is {now:.3f}."


def lacks_least(slope: float) -> str:
    """Return why a stretch is not the least miscalibrated one of the model that is too sure; empty if it is."""
    now = miscalibration_of(slope, "too sure")
    if now <= min(miscalibration_of(other, "too sure") for other in SLOPES):
        return ""
    return f"Here it is {now:.3f}; another number has less."


SLOPES = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
CALIBRATION = Lesson(
    "Are my probabilities right?",
    {"slope": numeric("Stretch by", (0.1, 5.0)), "model": choice("Model", ("calibrated", "too sure"))},
    right_probabilities,
    (
        LessonStep(
            "Scores are calibrated if this holds for every score: of rows scoring 0.8, 80 % are positive. Stretching "
            "multiplies all log odds. Above 1 scores move towards 0 and 1, below 1 towards 0.5.",
            "slope",
            SLOPES,
            panels=1,
            task="Stretch the scores until the miscalibration is at least 0.03.",
            missing=lacks_miscalibration,
        ),
        LessonStep(
            "The Brier score is the mean of (label − score)². It is miscalibration − discrimination + uncertainty. "
            "Discrimination says how well scores tell positives from negatives, and so does the ROC curve.",
            "slope",
            SLOPES,
            guess=Guess(
                "Stretched by 1 the area under the ROC curve is about 0.82. What is it when stretched by 4?",
                lambda: stretched(4.0, "calibrated").roc().area(),
                at=4.0,
            ),
            panels_before=1,
        ),
        LessonStep(
            "Another model ranks the rows as well, but is too sure: its log odds are too far from 0. Stretching "
            "mends that; no other order of the rows is needed.",
            "slope",
            SLOPES,
            {"model": "too sure"},
            panels=3,
            task="Find the number with the least miscalibration.",
            missing=lacks_least,
        ),
    ),
    helpers=(stretched,),
)
