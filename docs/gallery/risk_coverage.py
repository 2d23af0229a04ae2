"""Risk and coverage: how many errors are left.

Each label says whether an image was recognized, and each score says how confident the model was.
Risk is the share of errors among the accepted images. A random confidence gives a horizontal line.
No confidence can reach the gray region.
"""

import numpy as np

import prplot

rng = np.random.default_rng(4)
right = rng.random(800) < 0.85
paths = {}
for name, blur in (("Ensemble", 0.8), ("Softmax", 1.4)):
    confidence = 1 / (1 + np.exp(-1.6 * right - rng.normal(0, blur, 800)))
    paths[name] = prplot.from_labels(right, confidence)
figure = prplot.plot(paths, "risk_coverage", band=True).figure
