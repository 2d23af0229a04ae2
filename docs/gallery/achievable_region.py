"""Soft labels: the best and the worst possible curve.

However you rank these soft labels, the curve stays in the white region. The edges of the region are
the curves of the worst and of the best ranking (Keilwagen et al. 2014). With hard labels only the
lower edge would remain.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("cells").paths()["k-nearest neighbours"]
figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for ax, space in zip(axes, ["pr", "roc"], strict=True):
    curve = path.curve(space)
    curve.plot(ax=ax, iso_f=False)
    prplot.draw.best(curve, ax=ax, color="#009E73")
    prplot.draw.worst(curve, ax=ax, color="#D55E00")
