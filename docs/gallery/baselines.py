"""Chance lines and baselines.

Chance is the diagonal of ROC space. The F1 line through "always positive" is the minor diagonal
of PRG space: below it one had better say positive always.
"""

import matplotlib.pyplot as plt

import prplot

figure, axes = plt.subplots(1, 3, figsize=(12, 4), layout="constrained")
for ax, space in zip(axes, [prplot.PR(0.2), prplot.PRG(0.2), prplot.ROC(0.2)], strict=True):
    prplot.draw.unachievable(space, ax=ax)
    prplot.draw.iso_f(space, ax=ax)
    prplot.draw.baseline(space, ax=ax)
    prplot.draw.baseline(space, kind="always-positive", ax=ax)
