"""Early retrieval: small false positive rates.

The colored strip has false positive rates up to 0.1. It is a tenth of ROC space and half of CROC
space. In PR space, where positives are rare, it is nearly everything.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Naive Bayes"]
figure, axes = plt.subplots(1, 3, figsize=(12, 4), layout="constrained")
for ax, space in zip(axes, ["roc", "croc", "pr"], strict=True):
    curve = path.curve(space)
    prplot.draw.early_retrieval(curve, 0.1, ax=ax)
    curve.plot(ax=ax, iso_f=False)
