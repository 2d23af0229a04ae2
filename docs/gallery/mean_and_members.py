"""Mean curve over classes, with each class.

Studies of detection and retrieval report means over classes or queries. Each thin line is one
class, and the bold line is the mean curve. A curve counts as 0 beyond its end, so the mean curve
falls in steps. The area under the mean curve is the mean average precision.
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
