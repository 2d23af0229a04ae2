"""Histograms of scores by class.

One row in ten is positive. The histograms show densities, so both classes are visible. The few very
large scores of naive Bayes share the last bar.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()
figure, axes = plt.subplots(1, 2, figsize=(7.2, 2.6), layout="constrained")
for ax, name in zip(axes, ["Logistic regression", "Naive Bayes"], strict=True):
    path = paths[name]
    prplot.draw.scores(path, density=True, threshold=path.optimal("f1").threshold, ax=ax)
    ax.set_title(name)
