"""Chance lines and baselines.

In ROC space the chance line is the diagonal. In PRG space every point on the descending
diagonal has the same F1 as predicting every row positive. Below this diagonal, predicting every row positive has
a higher F1.
"""

import matplotlib.pyplot as plt

import prplot

figure, axes = plt.subplots(1, 3, figsize=(12, 4), layout="constrained")
for ax, space in zip(axes, [prplot.PR(0.2), prplot.PRG(0.2), prplot.ROC(0.2)], strict=True):
    prplot.draw.unachievable(space, ax=ax)
    prplot.draw.iso_f(space, ax=ax)
    prplot.draw.baseline(space, ax=ax)
    prplot.draw.baseline(space, kind="always-positive", ax=ax)
