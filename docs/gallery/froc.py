"""FROC: recall against false positives per image.

A FROC curve needs no count of negatives, because negatives in an image cannot be counted. Read off
the recall at the number of false alarms per image that you accept. The marked operating point shows
the threshold for this number.
"""

import numpy as np

import prplot

rng = np.random.default_rng(3)
paths = []
for name, blur in (("Detector", 0.15), ("Detector, compressed", 0.3)):
    overlap = rng.beta(4, 2, 150)  # of each detection with an object, of which there are 110
    score = overlap + rng.normal(0, blur, 150)
    paths.append(prplot.from_labels(overlap > 0.6, score, positives=110, name=name))
artists = prplot.plot([path.froc(images=25) for path in paths])
prplot.draw.operating_point(paths[0].froc(images=25), 0.62, label="deployed", ax=artists.ax)
figure = artists.figure
