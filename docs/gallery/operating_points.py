"""Operating points with confusion matrices.

Give a threshold as a number, or name a metric to mark the threshold where this metric is best.
prplot writes each confusion matrix into free space near its point.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curve = path.pr()
figure = curve.plot().figure
prplot.draw.operating_point(curve, ["f1", 0.5], label=["best F1", "default"], matrix=True)
