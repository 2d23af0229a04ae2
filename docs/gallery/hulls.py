"""Convex hulls and Pareto-optimal thresholds.

The shares of positives c on the segments of the ROC hull are calibrated scores; on those of the
PRG hull d says which F measure ties (Flach and Kull 2015). Red circles are not dominated.
"""

import matplotlib.pyplot as plt

import prplot

# The example of Flach and Kull's package: 25 labels, from the highest score to the lowest.
labels = [int(label) for label in "1110111111011101001000101"]
path = prplot.from_labels(labels, range(25, 0, -1), name="25 cases")
figure, axes = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
for ax, space in zip(axes, ["roc", "pr", "prg"], strict=True):
    curve = path.curve(space)
    curve.plot(ax=ax, iso_f=False)
    prplot.draw.hull(curve, ax=ax)
    prplot.draw.non_dominated(curve, ax=ax)
