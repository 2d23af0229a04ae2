"""Draw the two figures of the paper into its folder: ``python paper/make_figures.py``."""

import runpy
from pathlib import Path

import matplotlib.pyplot as plt

import prplot

FOLDER = Path(__file__).parent
plt.switch_backend("agg")

five = runpy.run_path(str(FOLDER.parent / "docs" / "gallery" / "five_areas.py"))
five["figure"].savefig(FOLDER / "areas.png", dpi=200)

paths = prplot.datasets.load("digits").paths()
chosen = {name: paths[name] for name in ("Random forest", "Decision tree")}
figure, axes = plt.subplots(1, 2, figsize=(9, 4.3), layout="constrained")
for ax, space in zip(axes, ("pr", "roc"), strict=True):
    prplot.plot(chosen, space=space, ax=ax, band=True, interval=True)
figure.savefig(FOLDER / "digits.png", dpi=150)
