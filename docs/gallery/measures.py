"""Precision, recall and F1 against the threshold.

A step, since only scores are thresholds; the best threshold of F1 and of MCC is marked. The bands hold at each
threshold the middle 95 % of what other samples have there.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
names = ["precision", "recall", "f1", "mcc"]
figure = prplot.draw.measures(path, names, band=True).figure
