"""Curves that end before recall 1.

A detector returns some objects and misses others at every threshold. The curve ends in an open
marker at the largest recall that the detector reaches. The hatched part counts as 0, so the area is
the average precision of VOC and trec_eval.
"""

import numpy as np

import prplot

rng = np.random.default_rng(3)
overlap = rng.beta(4, 2, 90)  # of each detection with an object, of which there are 100
score = overlap + rng.normal(0, 0.25, 90)
path = prplot.from_labels(overlap > 0.6, score, positives=100, name="Detector")
artists = path.pr("max-interpolated").plot(unreached=False)
prplot.draw.unreached(path, ax=artists.ax)
figure = artists.figure
