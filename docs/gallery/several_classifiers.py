"""Several classifiers: legend or direct labels.

The legend is sorted by the area it names. Names beside the curves find a free place when the figure
is drawn; one that fits nowhere near is joined to its curve by a thin line.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()

figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.4), layout="constrained")
prplot.plot(paths, ax=left)
prplot.plot(paths, space="croc", ax=right, legend=False)
prplot.draw.direct_labels(ax=right)
