"""ROC, PR and PR-Gain side by side.

A classifier has the same color in all panels. Each dot marks the threshold of maximal F1. One
legend for all panels shows a table of the areas.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
panel = prplot.draw.panel(paths, ("roc", "pr", "prg"), thresholds="f1")
figure = panel.figure
