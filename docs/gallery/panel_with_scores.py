"""Curves beside the histograms of scores.

Below each classifier's curves is the histogram of its scores. Each bar is divided into positive and
negative weight. The vertical lines are the thresholds that are dots in the curves.
"""

import prplot

paths = prplot.datasets.load("cells").paths()
panel = prplot.draw.panel(paths, ("roc", "pr", "prg"), thresholds="f1", scores=True)
figure = panel.figure
