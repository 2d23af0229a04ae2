"""Decision curves: net benefit.

Who treats from p on weighs a false positive with p / (1 - p). The scores of the forest are of use, above both dashed
lines, up to p = 0.75. The other line takes the best threshold on these very images, and so it is optimistic.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curves = {"by its own scores": path.net_benefit(), "best threshold": path.net_benefit("best")}
figure = prplot.plot(curves).figure
prplot.draw.band(curves["by its own scores"], n=1000, rng=1)
