"""A curve coloured by threshold.

Every step has the colour of the score that it adds. With colours by rank most of the map is seen
even where scores crowd at 0 and 1.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
for ax, norm in zip(axes, ["value", "rank"], strict=True):
    curve = path.roc()
    curve.plot(ax=ax)
    prplot.draw.threshold_colors(curve, norm=norm, ax=ax)
