"""Cumulative gains, lift and DET curves.

Gains: the share of all positives that the top-ranked rows contain. Lift: how many times as many
positives as a random choice of rows contains. DET: both error rates on probit scales, where
normally distributed scores give straight lines.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
few = {name: paths[name] for name in ("Logistic regression", "Random forest")}
figure = prplot.draw.panel(few, spaces=("gains", "lift", "det")).figure
