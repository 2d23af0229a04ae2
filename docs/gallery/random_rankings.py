"""Band of random rankings.

At each recall, 95 % of random rankings of this sample lie in the band. With 3 positives of 30 rows,
a curve far above the chance line may be luck. With 200 positives of 2,000 rows, such a curve is not
luck.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot

rng = np.random.default_rng(4)
figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for ax, (positives, rows) in zip(axes, [(3, 30), (200, 2000)], strict=True):
    labels = np.arange(rows) < positives
    scores = rng.normal(size=rows) + 0.8 * labels
    curve = prplot.from_labels(labels, scores, name=f"{positives} of {rows}").pr()
    prplot.draw.random_band(curve, ax=ax, label="random rankings, 95 %")
    curve.plot(ax=ax, iso_f=False, legend={"loc": "upper right"})
