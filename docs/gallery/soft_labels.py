"""Soft labels against scores.

A logistic function turns a measurement into soft labels. Left: the share of positive weight of each
row against its score, with the threshold that would turn the soft labels into hard labels. Right:
the measurement itself.
"""

import prplot

cells = prplot.datasets.load("cells")
path = cells.paths()["Ridge regression"]
drawn = prplot.draw.soft_labels(path, target=cells.target, logistic=(69.614, 2 / 45.451), bins=40)
figure = drawn.figure
