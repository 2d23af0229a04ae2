"""Several classes, one against the rest.

Rare classes have a lower chance line. Therefore the macro mean in `panels.table` averages
normalized areas.
"""

import numpy as np

import prplot

rng = np.random.default_rng(4)
names = ["cat", "dog", "fox", "lynx"]
truth = rng.choice(4, 600, p=[0.5, 0.3, 0.15, 0.05])
scores = rng.normal(size=(600, 4)) + 2 * np.eye(4)[truth]
paths = prplot.one_vs_rest(np.array(names)[truth], scores, classes=names)
panels = prplot.draw.multiples(paths, "pr", columns=4)
print(panels.table)
figure = panels.figure
