"""Convex hulls and Pareto-optimal thresholds.

Left: c is the share of positives on a segment of the ROC hull. This share is a calibrated score.
Right: d says for which F measure both ends of a segment of the PRG hull are equally good (Flach and
Kull 2015). Red circles are Pareto-optimal thresholds.
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
