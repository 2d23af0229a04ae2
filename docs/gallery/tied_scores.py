"""Tied scores: what their order may change.

These scores have few distinct values. The band lies between the best and the worst order of rows
with equal scores. The curve mixes these orders evenly.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot

labels = np.repeat([1, 0], [40, 110])
scores = np.repeat([5, 4, 3, 2, 4, 3, 2, 1], [12, 14, 10, 4, 8, 24, 38, 40])
path = prplot.from_labels(labels, scores, name="five grades")
figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for ax, space in zip(axes, ["pr", "roc"], strict=True):
    curve = path.curve(space)
    curve.plot(ax=ax)
    prplot.draw.tie_envelope(curve, ax=ax)
