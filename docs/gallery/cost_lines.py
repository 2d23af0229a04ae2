"""Lines of equal expected cost.

Here a missed positive costs five times as much as a false alarm. The threshold of least cost is
where the curve touches the best line.
"""

import prplot

cost = prplot.expected_cost(fn=5, fp=1, prevalence=0.2)
path = prplot.datasets.load("digits").paths()["Naive Bayes"]
curve = path.roc()

lines = prplot.draw.isolines(curve, cost, levels=[0.05, 0.1, 0.2, 0.3, 0.4], values="on")
curve.plot(ax=lines.ax)
prplot.draw.point(curve, path.optimal(cost), label="least cost", ax=lines.ax)
figure = lines.figure
