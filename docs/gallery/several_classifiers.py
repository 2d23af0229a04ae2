"""Several classifiers: legend or direct labels.

Left: the legend is sorted by area. Right: names stand beside their curves. A name that finds no
room near its curve is joined to it by a thin line.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()

figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.4), layout="constrained")
prplot.plot(paths, ax=left)
prplot.plot(paths, space="croc", ax=right, legend=False)
prplot.draw.direct_labels(ax=right)
