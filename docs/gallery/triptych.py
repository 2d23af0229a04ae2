"""The triptych: calibration, ranking, and what both are worth.

Three panels answer three questions. Are the probabilities right (calibration curve)? Is the order
right (ROC)? What does it cost to act on them (Murphy curve)? In the table the Brier score is
miscalibration - discrimination + 0.091. The number 0.091 is the Brier score of the prevalence alone
(Dimitriadis, Gneiting, Jordan, Vogel 2024).
"""

import numpy as np

import prplot

data = prplot.datasets.load("digits")
paths = {name: data.paths()[name] for name in ("Random forest", "Decision tree")}
log_odds = data.scores["Logistic regression"]
paths["Logistic regression"] = prplot.from_labels(data.y_true, 1 / (1 + np.exp(-log_odds)))
panel = prplot.draw.triptych(paths)
figure = panel.figure
