"""Several classifiers: legend or direct labels.

Left: the legend is sorted by area. Right: names stand beside their curves. If there is no room near
a curve, a thin line joins the name to its curve.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()

figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.4), layout="constrained")
prplot.plot(paths, ax=left)
prplot.plot(paths, space="croc", ax=right, legend=False)
prplot.draw.direct_labels(ax=right)
