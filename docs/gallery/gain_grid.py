"""Grids of PR-Gain and ROC space in other spaces.

The grid has equal steps of precision gain and recall gain. In ROC space the grid lines are
straight. In PR space the grid lines are crowded where precision is low (Flach and Kull 2015,
Figures 2 and 3).
"""

import matplotlib.pyplot as plt

import prplot

prevalence = 0.2
figure, axes = plt.subplots(2, 2, figsize=(9, 8), layout="constrained")
prplot.draw.prg_grid(prplot.PR(prevalence), ax=axes[0, 0])
prplot.draw.prg_grid(prplot.ROC(prevalence), ax=axes[0, 1])
prplot.draw.prg_grid(prplot.CROC(prevalence), ax=axes[1, 0])
prplot.draw.roc_grid(prplot.PRG(prevalence), ax=axes[1, 1])

titles = ["PRG grid in PR", "PRG grid in ROC", "PRG grid in CROC", "ROC grid in PRG"]
for ax, title in zip(axes.flat, titles, strict=True):
    ax.set_title(title)
