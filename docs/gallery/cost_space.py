"""Cost curves.

Each gray line is the cost of one threshold. The curve is their lower envelope: the cost of the best
threshold for each ratio of costs (Drummond and Holte 2006). The line of the default threshold 0.5
lies above the curve where another threshold costs less.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curve = path.cost()
figure = curve.plot().figure
prplot.draw.cost_lines(curve)
prplot.draw.operating_point(curve, 0.5, label="threshold 0.5")
