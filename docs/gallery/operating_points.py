"""Operating points with confusion matrices.

Give a threshold as a number, or name a metric: the threshold where it is best is marked. Each
confusion matrix takes a free place near its point.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curve = path.pr()
figure = curve.plot().figure
prplot.draw.operating_point(curve, ["f1", 0.5], label=["best F1", "default"], matrix=True)
