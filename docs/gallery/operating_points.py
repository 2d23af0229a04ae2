"""Operating points with confusion matrices.

A threshold may be a number, or be asked for by what it should be best at. The matrices look for
free places near their points.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curve = path.pr()
figure = curve.plot().figure
prplot.draw.operating_point(curve, ["f1", 0.5], label=["best F1", "default"], matrix=True)
