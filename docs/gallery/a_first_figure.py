"""One PR curve, all defaults.

The legend names the area that the line encloses; chance, the always-positive classifier, F1 lines
and the region that no classifier can reach come with it.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure = path.pr().plot().figure
