"""Histograms of scores by class.

Positives are rare here, one in ten; as densities both classes can be seen. Naive Bayes has some scores
far out, which are one bar at the end.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()
figure, axes = plt.subplots(1, 2, figsize=(7.2, 2.6), layout="constrained")
for ax, name in zip(axes, ["Logistic regression", "Naive Bayes"], strict=True):
    path = paths[name]
    prplot.draw.scores(path, density=True, threshold=path.optimal("f1").threshold, ax=ax)
    ax.set_title(name)
