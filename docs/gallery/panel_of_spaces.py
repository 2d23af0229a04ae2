"""ROC, PR and PR-Gain side by side.

A classifier has one colour everywhere. The dot is its threshold with the best F1, and the one legend
is a table of its areas.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
panel = prplot.draw.panel(paths, ("roc", "pr", "prg"), thresholds="f1")
figure = panel.figure
