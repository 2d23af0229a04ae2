"""Murphy curves: the Brier score and the log loss as areas.

The curve shows, for each threshold probability, the cost of acting on the forest's scores. The area
under this curve is the Brier score. If the horizontal axis is the log odds, the area is the log
loss. Miscalibration is the cost that recalibration would save. Discrimination is the cost that
recalibrated scores save compared with the prevalence alone (Dimitriadis, Gneiting, Jordan 2021).
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
prplot.draw.terms(path.murphy(), line={"color": "black"}, ax=left)
path.murphy().plot(left)
path.murphy(score="log_loss").plot(right, terms=True)
