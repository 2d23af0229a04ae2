"""Cost curves.

The curve is the lower envelope of these lines: the least cost that a good choice of the threshold
reaches (Drummond and Holte 2006). The default threshold costs more wherever its line is above.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curve = path.cost()
figure = curve.plot().figure
prplot.draw.cost_lines(curve)
prplot.draw.operating_point(curve, 0.5, label="threshold 0.5")
