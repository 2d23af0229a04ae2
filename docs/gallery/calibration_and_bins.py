"""Three calibration curves of the same rows: isotonic, smooth, and by deciles.

The isotonic curve has no setting. The smooth curve depends on the share of rows near each score
(here two thirds, the default). The curve by deciles depends on the number of bins: most scores of a
rare class fall into the first few.
"""

import numpy as np
from statsmodels.nonparametric.smoothers_lowess import lowess

import prplot

data = prplot.datasets.load("digits")
scores = data.scores["Random forest"]
path = prplot.from_labels(data.y_true, scores, name="isotonic")
drawn = prplot.draw.calibration(path, band=False)
figure, ax = drawn.figure, drawn.ax
ax.plot(*lowess(data.y_true, scores, it=0).T, color="#009E73", label="smooth (lowess)")
rows = np.array_split(np.argsort(scores), 10)
deciles = [[values[some].mean() for some in rows] for values in (scores, data.y_true)]
ax.plot(*deciles, "s", color="#D55E00", markersize=5, label="deciles")
ax.legend(fontsize="small", loc="upper left")
