"""Curves beside the histograms of scores.

The histogram of each classifier's scores is below its curves. Each bar is divided into positive and
negative weight. Vertical lines mark the same thresholds as the dots on the curves.
"""

import prplot

paths = prplot.datasets.load("cells").paths()
panel = prplot.draw.panel(paths, ("roc", "pr", "prg"), thresholds="f1", scores=True)
figure = panel.figure
