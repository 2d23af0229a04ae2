"""Thresholds written along a curve.

Ticks mark round thresholds, evenly spaced along the visible part of the curve. prplot leaves out
ticks whose labels have no room.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("cells").paths()["k-nearest neighbours"]
figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for ax, space in zip(axes, ["pr", "roc"], strict=True):
    curve = path.curve(space)
    curve.plot(ax=ax, iso_f=False)
    prplot.draw.threshold_ticks(curve, ax=ax)
