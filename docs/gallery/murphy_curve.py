"""Murphy curves: the Brier score and the log loss as areas.

The curve shows, for each threshold probability, the cost of acting on the forest's scores. The area
under it is the Brier score, or, over the log odds, the log loss. Miscalibration is what
recalibration would save. Discrimination is what recalibrated scores save against the prevalence
alone (Dimitriadis, Gneiting, Jordan 2021).
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
prplot.draw.terms(path.murphy(), line={"color": "black"}, ax=left)
path.murphy().plot(left)
path.murphy(score="log_loss").plot(right, terms=True)
