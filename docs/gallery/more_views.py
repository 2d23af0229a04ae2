"""Cumulative gains, lift and DET curves.

Three more views of the same paths: how much of the positives is in which share of all rows, how many times as much as
without a classifier, and both error rates on probit scales, where normal scores have straight lines.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
few = {name: paths[name] for name in ("Logistic regression", "Random forest")}
figure = prplot.draw.panel(few, spaces=("gains", "lift", "det")).figure
