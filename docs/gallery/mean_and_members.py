"""Mean curve over classes, with each class.

Detection and retrieval report means: of each class or query a thin line, over them their mean. Where a curve has ended
it counts 0, so that the mean falls in steps; the area under it is the mean average precision.
"""

import numpy as np

import prplot

rng = np.random.default_rng(8)
classes = []
for objects in (40, 60, 90, 50, 30, 70):
    overlap = rng.beta(4, 2, objects)  # of each detection with an object
    score = overlap + rng.normal(0, 0.2, objects)
    classes.append(prplot.from_labels(overlap > 0.55, score, positives=objects))
mean = prplot.mean_curve(classes, interpolation="max-interpolated", label="Detector, 6 classes")
artists = prplot.plot(mean)
prplot.draw.members(mean, ax=artists.ax)  # or prplot.plot(mean, members=True)
figure = artists.figure
