"""Curves of many samples: how much is luck.

Sixty samples of 200 rows come from one population. The bold line is the curve of the population. At
each recall the band holds 90 % of the samples, boxes hold the middle half, and the thin line is the
median. Near recall 0 a single row changes precision a lot.
"""

import prplot

model = prplot.simulate.binormal(1.5)
samples = [model.sample(200, prevalence=0.2, rng=seed) for seed in range(60)]
population = model.curve("pr", prevalence=0.2, label="Population")
look = {"color": "#D55E00", "label": "60 samples, 90 %"}
drawn = prplot.draw.spread(samples, level=0.9, boxes=[0.1, 0.3, 0.5, 0.7, 0.9], **look)
population.plot(ax=drawn.ax, iso_f=False, legend={"loc": "upper right"})
figure = drawn.figure
