"""One PR curve, all defaults.

The legend names the area under the line. By default the figure also shows the chance line, the
classifier that predicts every row positive, F1 lines and the unachievable region.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure = path.pr().plot().figure
