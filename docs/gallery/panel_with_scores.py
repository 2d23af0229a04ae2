"""Curves beside the histograms of scores.

Each bar of a score distribution is filled by its positive and its negative weight. The lines are
the thresholds that are dots in the curves above.
"""

import prplot

paths = prplot.datasets.load("cells").paths()
panel = prplot.draw.panel(paths, ("roc", "pr", "prg"), thresholds="f1", scores=True)
figure = panel.figure
