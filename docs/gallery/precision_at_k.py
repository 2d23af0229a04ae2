"""Precision at k, lift and cost by rank.

Each color is a classifier, and each line style is a measure. Rows of equal score have no order, so
the line shows the mean over all their orders. The decision tree has many rows of equal score.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()
two = {name: paths[name] for name in ["Random forest", "Decision tree"]}
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
prplot.draw.measures(two, ["precision", "recall"], against="rank", ax=left)
left.set_xscale("log")
cost = prplot.expected_cost(fn=10, fp=1, prevalence=0.1)
prplot.draw.measures(paths, cost, against="predicted_positive_rate", ax=right)
