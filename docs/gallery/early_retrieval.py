"""Early retrieval: small false positive rates.

The colored strip marks false positive rates up to 0.1. The strip fills a tenth of ROC space and
half of CROC space. If positives are rare, the strip fills nearly all of PR space.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Naive Bayes"]
figure, axes = plt.subplots(1, 3, figsize=(12, 4), layout="constrained")
for ax, space in zip(axes, ["roc", "croc", "pr"], strict=True):
    curve = path.curve(space)
    prplot.draw.early_retrieval(curve, 0.1, ax=ax)
    curve.plot(ax=ax, iso_f=False)
