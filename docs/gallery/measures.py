"""Precision, recall and F1 against the threshold.

Lines have steps, because a measure changes only where the threshold passes a score. The thresholds
of maximal F1 and MCC are marked. The bands are pointwise 95 % confidence bands.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
names = ["precision", "recall", "f1", "mcc"]
figure = prplot.draw.measures(path, names, band=True).figure
