"""A curve colored by threshold.

The color of each step shows the score of the rows that this step adds. Colors by rank use the whole
color map even where most scores are near 0 or 1.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
for ax, norm in zip(axes, ["value", "rank"], strict=True):
    curve = path.roc()
    curve.plot(ax=ax)
    prplot.draw.threshold_colors(curve, norm=norm, ax=ax)
