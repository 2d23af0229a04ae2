"""Run the scripts of docs/gallery, and write their figures and the page that shows them.

Every script leaves its figure in the variable ``figure``. Usage: make_gallery.py [FOLDER [NAME ...]], by default
docs, where gallery.md and gallery/NAME.png are written; with names only these figures.
"""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

SCRIPTS = Path(__file__).resolve().parents[1] / "docs" / "gallery"
HEAD = """# Gallery

Click a picture for the whole code that draws it. `artists.save("figure.html")` saves any of these figures as
[interactive HTML](pages.md).
"""
# In the order of the page.
GROUPS = {
    "Curves of classifiers": (
        *("a_first_figure", "several_classifiers", "panel_of_spaces", "panel_with_scores", "more_views"),
        *("decision_curve", "cost_space", "froc", "risk_coverage", "early_retrieval", "early_end"),
    ),
    "Reference lines and regions": (
        *("baselines", "isolines", "cost_lines", "same_f1", "gain_grid", "gain_axes", "secondary_axes"),
        "random_rankings",
    ),
    "Thresholds and operating points": (
        *("operating_points", "threshold_ticks", "threshold_colors", "measures", "precision_at_k", "hulls"),
        *("published_points", "predictive_values"),
    ),
    "Scores and labels": (
        *("score_distribution", "ranks", "soft_labels", "achievable_region", "tied_scores", "counts_in_bins"),
    ),
    "Probabilities": ("calibration_curve", "triptych", "murphy_curve", "recalibrated", "calibration_and_bins"),
    "Uncertainty": ("how_sure", "operating_regions", "many_samples"),
    "Folds, classes and groups": ("folds", "several_classes", "mean_and_members", "iou_thresholds"),
    "Areas and papers": ("five_areas", "between_interpolations", "paper"),
}
SCREEN_DPI = 100
THUMBNAIL = '[<img src="gallery/{name}.png" alt="{title}" title="{title}" width="{width}"> {title}](#{anchor})'


def scripts() -> list[Path]:
    return [SCRIPTS / f"{name}.py" for names in GROUPS.values() for name in names]


def run(script: Path, layouts: int = 3) -> plt.Figure:
    """Return the figure of a script, drawn with matplotlib's own defaults and laid out so many times."""
    with mpl.rc_context():
        figure = runpy.run_path(str(script))["figure"]
        # Square axes take some rounds of layout to settle.
        for _ in range(layouts):
            figure.draw_without_rendering()
    return figure


def told(script: Path) -> tuple[str, str, str]:
    """Return the title of a script, what it says besides, and its code."""
    _, text, code = script.read_text(encoding="utf-8").split('"""', 2)
    title, _, more = text.partition("\n")
    return title.strip().rstrip("."), " ".join(more.split()), code.strip()


def anchor(title: str) -> str:
    """Return what code hosts and the documentation call the section of this title."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def thumbnail(script: Path) -> str:
    """Return a small picture with its caption, which leads to the section of a script."""
    title, _, _ = told(script)
    return THUMBNAIL.format(name=script.stem, title=title, width=180, anchor=anchor(title))


def page() -> str:
    """Return the page: all figures small, by group, then each with its code."""
    parts = [HEAD]
    for group, names in GROUPS.items():
        parts.append(f"**{group}**\n\n" + "\n".join(thumbnail(SCRIPTS / f"{name}.py") for name in names) + "\n")
    for script in scripts():
        title, text, code = told(script)
        parts.append(f"## {title}\n\n{text}\n\n![{title}](gallery/{script.stem}.png)\n\n```python\n{code}\n```\n")
    return "\n".join(parts)


def main(folder: Path, *only: str) -> None:
    mpl.use("agg")
    for name in only:
        if not (SCRIPTS / f"{name}.py").exists():
            sys.exit(f"docs/gallery has no script {name}.py, so that there is no figure {name!r} to draw.")
        if name not in {script.stem for script in scripts()}:
            sys.exit(f"{name}.py is in no group of GROUPS in scripts/make_gallery.py: add its name to one.")
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    for script in scripts():
        if not only or script.stem in only:
            run(script).savefig(folder / "gallery" / f"{script.stem}.png", dpi=SCREEN_DPI)
            plt.close("all")
    (folder / "gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SCRIPTS.parent, *sys.argv[2:])
