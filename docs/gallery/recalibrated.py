"""Recalibration, judged on other rows.

The recalibration is an isotonic regression on one half of the images. Both curves are drawn on the
other half. On the first half the recalibrated curve would be the diagonal, which proves nothing.
"""

import numpy as np

import prplot

data = prplot.datasets.load("digits")
scores, half = data.scores["Random forest"], np.arange(len(data.y_true)) % 2 == 0
fitted = prplot.from_labels(data.y_true[half], scores[half]).calibration()
others, scores = data.y_true[~half], scores[~half]
paths = {
    "forest": prplot.from_labels(others, scores),
    "forest, recalibrated": prplot.from_labels(others, fitted.apply(scores)),
}
figure = prplot.draw.calibration(paths).figure
