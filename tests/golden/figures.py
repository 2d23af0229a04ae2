"""Figures: lines, fills and marks in `figures-lines.json`, words in `figures-texts.json`.

A line is recorded as it is seen, in coordinates of its axes, whatever artist draws it; lines of one look (colour,
width in points, dashes) are one entry. Figures are scripts of the gallery as they are, and here, of small samples,
those of the README, of the documentation and of the notebooks.
"""

from __future__ import annotations

import runpy
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from golden.seen import Seen, look_at, reduced
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import prplot

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
# Quick ones, in which prplot draws nothing at random.
SCRIPTS = (
    *("a_first_figure", "baselines", "between_interpolations", "cost_lines", "cost_space", "five_areas", "froc"),
    *("gain_axes", "gain_grid", "hulls", "mean_and_members", "operating_points", "same_f1", "score_distribution"),
    "soft_labels",
)
# Frames of texts look for free places, and lines lead to them: only the texts of these figures are recorded.
PLACED = {"operating_points", "names beside curves", "point with its matrix"}
# Where bands, which are transparent, come from resampling. Other random numbers move them by less than this.
RANDOM, RANDOM_CLOSE = {"bands", "random rankings", "band of a population", "decision curves"}, 0.06

# Coordinates are whole numbers of these parts of the axes; so far a recorded line may be from the drawn one.
UNIT, REDUCED = 1e-5, 2e-5

FIGURES: dict[str, Callable[[], Any]] = {}


def figure(name: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Add a function to the figures: it returns one, or what has one as ``figure``."""

    def add(function: Callable[[], Any]) -> Callable[[], Any]:
        FIGURES[name] = function
        return function

    return add


# Samples.


def hard(seed: int, n: int = 60, share: float = 0.3, better: float = 1.3, **options: Any) -> prplot.ConfusionPath:
    rng = np.random.RandomState(seed)
    labels = np.arange(n) < share * n
    return prplot.from_labels(labels, rng.normal(size=n) + better * labels, **options)


def soft(seed: int = 5, n: int = 40) -> prplot.ConfusionPath:
    rng = np.random.RandomState(seed)
    fg = rng.beta(0.5, 1.5, n) * 0.9 + 0.05
    return prplot.from_weights(fg + 0.3 * rng.normal(size=n), fg=fg, name="soft")


def graded() -> prplot.ConfusionPath:
    """Five groups of equal scores."""
    return prplot.from_counts([0.9, 0.7, 0.4, 0.3, 0.1], [3, 7, 10, 12, 13], [0, 2, 7, 16, 24], name="graded")


def probabilities(seed: int, n: int = 60) -> prplot.ConfusionPath:
    rng = np.random.RandomState(seed)
    labels = np.arange(n) < 0.3 * n
    return prplot.from_labels(labels, 1 / (1 + np.exp(1 - 1.5 * labels - rng.normal(size=n))), name=f"model {seed}")


def two() -> dict[str, prplot.ConfusionPath]:
    return {"first": hard(1), "second": hard(2, better=0.7)}


def detector(seed: int = 3) -> prplot.ConfusionPath:
    return hard(seed, 40, 0.5, positives=30, name="Detector")


def subplots(*shape: int, **options: Any) -> tuple[Figure, Any]:
    rows, columns = shape
    size = 3.6 * columns, 3.4 * rows
    return plt.subplots(rows, columns, figsize=size, layout="constrained", **options)


# Spaces and interpolations.

for space in ("pr", "prg", "roc", "croc", "cost", "gains", "lift", "det"):
    figure(f"space {space}")(lambda space=space: prplot.plot(two(), space))


@figure("decision curves")
def _() -> Any:
    path = probabilities(1, 120)
    curves = {"own scores": path.net_benefit(), "best": path.net_benefit("best")}
    return prplot.plot(curves, band={"n": 500, "rng": 1})


@figure("net benefit, standardized")
def _() -> Any:
    return prplot.plot([probabilities(seed).net_benefit(standardized=True, prevalence=0.1) for seed in (1, 2)])


@figure("free-response curves of two detectors")
def _() -> Any:
    return prplot.plot({"first": detector().froc(images=8), "second": detector(4).froc(images=8)})


@figure("readme")
def _() -> Any:
    y_true = [1, 0, 1, 1, 0, 0, 1, 0, 0, 0]
    y_score = [0.9, 0.8, 0.8, 0.6, 0.5, 0.4, 0.35, 0.3, 0.2, 0.1]
    return prplot.from_labels(y_true, y_score, name="my classifier").pr().plot()


@figure("interpolations")
def _() -> Any:
    names = ("continuous", "step", "linear", "upper-trapezoid", "max-interpolated", "discrete-tp", "discrete-fp")
    curves = [graded().pr(name, label=name) for name in names]
    return prplot.plot([*curves, graded().pr("linear", left="one", label="from (0, 1)")], iso_f=False)


@figure("weights of rows")
def _() -> Any:
    weight = np.random.RandomState(1).gamma(1.0, size=50)
    return prplot.draw.panel(hard(1, 50, sample_weight=weight, name="weighed"), spaces=("pr", "gains"))


@figure("populations")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    models = {"ER+": prplot.simulate.saito("ER+"), "binormal": prplot.simulate.binormal(1.0, 1.5)}
    for ax, space in zip(axes, ("pr", "croc"), strict=True):
        prplot.plot({name: each.curve(space, prevalence=0.1) for name, each in models.items()}, ax=ax, iso_f=False)
    return drawn


# Soft labels, several prevalences, curves that end early, bins.


@figure("soft labels in three spaces")
def _() -> Any:
    return prplot.draw.panel(soft(), spaces=("pr", "prg", "roc"), best=True, worst={"color": "#D55E00"}, iso_f=False)


@figure("one prevalence and another")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    for ax, space in zip(axes, ("pr", "prg"), strict=True):
        prplot.plot(
            {f"{share}": hard(1).curve(space, prevalence=share) for share in (0.5, 0.1)}, ax=ax, iso_f=space == "prg"
        )
    return drawn


@figure("ends early")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    detector().pr("max-interpolated").plot(axes[0], iso_f=False)
    known = {name: hard(seed, 40, 0.5, positives=30, negatives=40).roc() for name, seed in {"A": 3, "B": 4}.items()}
    prplot.plot(known, ax=axes[1])
    return drawn


@figure("counts in bins")
def _() -> Any:
    counts = prplot.Counts(np.linspace(-2, 3, 8))
    path = hard(7, 200)
    counts.update(path.sample.fg > 0, path.sample.score)
    drawn, axes = subplots(1, 2)
    for ax, space in zip(axes, ("pr", "roc"), strict=True):
        artists = prplot.plot(counts.path("7 edges"), space, ax=ax, iso_f=False, bins=False)
        prplot.draw.bin_envelope(artists.lines[0].curve, ax=ax)
    return drawn


# Figures of several axes.


@figure("panel with operating points")
def _() -> Any:
    return prplot.draw.panel(two(), spaces=("roc", "pr", "prg"), thresholds="f1", sort=True, iso_f=False)


@figure("panel with scores")
def _() -> Any:
    return prplot.draw.panel({"soft": soft(), "other": soft(6)}, spaces=("roc", "prg"), thresholds="f1", scores=True)


@figure("multiples")
def _() -> Any:
    shares = {"rare": 0.1, "usual": 0.3, "frequent": 0.6}
    groups = {name: {"A": hard(1, share=share), "B": hard(2, share=share)} for name, share in shares.items()}
    return prplot.draw.multiples(groups, "pr", columns=2, iso_f=False)


@figure("multiples of detectors")
def _() -> Any:
    groups = {f"IoU {k}": detector(k) for k in (3, 4, 5)}
    return prplot.draw.multiples(groups, interpolation="max-interpolated", iso_f=False, columns=3)


# Bands and intervals.


@figure("bands")
def _() -> Any:
    paths = {"first": hard(1, 150), "second": hard(2, 150, better=0.7)}
    return prplot.plot(paths, "roc", band={"n": 500, "rng": 1}, interval={"method": "delong"})


@figure("intervals")
def _() -> Any:
    return prplot.plot(two(), interval={"method": "logit", "level": 0.9}, iso_f=False)


@figure("band of a population")
def _() -> Any:
    curve = hard(1, 300).roc()
    drawn = prplot.draw.band(curve, kind="simultaneous", n=500, rng=1, color="0.5", edge=False)
    prplot.simulate.binormal(1.3).curve("roc", prevalence=0.3, label="Population").plot(drawn.ax)
    return drawn


@figure("random rankings")
def _() -> Any:
    curve = hard(1, 300, better=0.3, name="sample").roc()
    drawn = prplot.draw.random_band(curve, n=300, median=False, label="random rankings")
    curve.plot(drawn.ax)
    return drawn


@figure("spread of samples")
def _() -> Any:
    samples = [hard(seed, 40) for seed in range(20)]
    drawn, axes = subplots(1, 2)
    prplot.draw.spread(samples, level=0.8, boxes=[0.2, 0.5, 0.8], label="20 samples", ax=axes[0])
    prplot.draw.spread(samples[:6], "roc", members=True, ax=axes[1], color="#D55E00")
    return drawn


@figure("operating regions")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    for ax, curve in zip(axes, (graded().pr(), graded().roc()), strict=True):
        curve.plot(ax, iso_f=False)
        prplot.draw.operating_region(curve, 0.7, ax=ax)
        prplot.draw.operating_point(curve, 0.7, ax=ax)
    return drawn


@figure("comparison")
def _() -> Any:
    rng = np.random.RandomState(1)
    labels = np.arange(80) < 24
    scores = {name: rng.normal(size=80) + better * labels for name, better in {"A": 2, "B": 1.2, "C": 1}.items()}
    paths = {name: prplot.from_labels(labels, score) for name, score in scores.items()}
    return prplot.compare(paths, "roc", method="delong").plot()


@figure("mean over folds")
def _() -> Any:
    folds = [hard(seed, share=share) for seed, share in enumerate((0.25, 0.3, 0.3, 0.35))]
    drawn, axes = subplots(1, 2)
    for ax, space in zip(axes, ("roc", "pr"), strict=True):
        mean = prplot.mean_curve(folds, space, prevalence=0.3, label="4 folds")
        prplot.plot(mean, ax=ax, members=True, iso_f=False)
    return drawn


# Lines, regions and points.


@figure("regions")
def _() -> Any:
    drawn, axes = subplots(2, 3)
    spaces = [
        prplot.PR(0.2),
        prplot.PRG(0.2),
        prplot.spaces.Gains(0.2),
        prplot.spaces.Lift(0.2),
        prplot.CROC(0.2),
        prplot.Cost(0.2),
    ]
    for ax, space in zip(axes.flat, spaces, strict=True):
        prplot.draw.baseline(space, ax=ax)
        if space.name != "cost":
            prplot.draw.unachievable(space, ax=ax)
            prplot.draw.baseline(space, kind="always-positive", ax=ax)
            prplot.draw.early_retrieval(space, 0.1, ax=ax)
    return drawn


@figure("ties")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    for ax, space in zip(axes, ("pr", "roc"), strict=True):
        curve = graded().curve(space)
        curve.plot(ax, iso_f=False)
        prplot.draw.tie_envelope(curve, ax=ax)
    return drawn


@figure("isolines of other measures")
def _() -> Any:
    drawn, axes = subplots(2, 3)
    prplot.draw.iso_f(prplot.PR(0.2), [0.3, 0.5, 0.7], beta=2, ax=axes[0, 0])
    prplot.draw.iso_f(prplot.PRG(0.2), beta=0.5, beyond=True, ax=axes[0, 1])
    prplot.draw.isolines(prplot.ROC(0.2), "precision", [0.3, 0.5, 0.8], ax=axes[0, 2])
    prplot.draw.isolines(prplot.PR(0.2), "mcc", [0.2, 0.4, 0.6], ax=axes[1, 0])
    prplot.draw.isolines(prplot.CROC(0.2), "accuracy", 4, ax=axes[1, 1])
    prplot.draw.isolines(prplot.spaces.Lift(0.2), prplot.expected_cost(fn=5, fp=1, prevalence=0.2), ax=axes[1, 2])
    return drawn


@figure("hulls without scores")
def _() -> Any:
    drawn, axes = subplots(1, 3)
    for ax, space in zip(axes, ("roc", "prg", "gains"), strict=True):
        curve = graded().curve(space)
        curve.plot(ax, iso_f=False, always_positive=False)
        prplot.draw.hull(curve, scores=False, vertices={"marker": "s"}, ax=ax, color="#D55E00", linestyle="--")
    prplot.draw.prg_grid(graded().roc(), dots=True, levels=[0, 0.25, 0.5, 0.75, 1], ax=axes[0], color="0.6")
    return drawn


@figure("points in cost space")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    study = prplot.Confusion(tp=40, fp=20, fn=20, tn=180)
    for ax, space in zip(axes, ("cost", "roc"), strict=True):
        curve = hard(1).curve(space)
        curve.plot(ax)
        prplot.draw.point(curve, study, label="study", ax=ax)
        prplot.draw.operating_point(curve, 0.5, ax=ax)
    return drawn


@figure("limits of zones")
def _() -> Any:
    path = hard(2, 100)
    curve = path.pr()
    artists = curve.plot(iso_f=False)
    limits = [path.find(npv=0.9), path.find(precision=0.6)]
    prplot.draw.operating_point(curve, [limit.threshold for limit in limits], label=["out", "in"], ax=artists.ax)
    return artists


@figure("point with its matrix")
def _() -> Any:
    artists = soft().pr().plot(iso_f=False)
    prplot.draw.operating_point(soft().pr(), "f1", matrix=True, ax=artists.ax)
    return artists


@figure("threshold colours")
def _() -> Any:
    drawn, axes = subplots(1, 3)
    for ax, space, norm in zip(axes, ("roc", "pr", "cost"), ("value", "rank", "rank"), strict=True):
        curve = hard(1, 14, 0.4).curve(space)
        curve.plot(ax, iso_f=False)
        prplot.draw.threshold_colors(curve, norm=norm, ax=ax)
    return drawn


@figure("threshold ticks")
def _() -> Any:
    drawn, axes = subplots(1, 3)
    for ax, space in zip(axes, ("pr", "roc", "prg"), strict=True):
        curve = hard(1).curve(space)
        curve.plot(ax, iso_f=False)
        prplot.draw.threshold_ticks(curve, [-0.5, 0.5, 1.0], values="rank" if space == "roc" else True, ax=ax)
    return drawn


# Distributions and measures.


@figure("scores of two classes")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    prplot.draw.scores(hard(1), bins=8, threshold=0.5, ax=axes[0])
    prplot.draw.scores(soft(), bins=[0, 0.25, 0.5, 1, 2], density=True, ax=axes[1])
    return drawn


@figure("ranks")
def _() -> Any:
    drawn, ax = subplots(1, 1)
    prplot.draw.ranks({**two(), "tied": prplot.from_labels([1, 0, 1, 0, 0], [3, 2, 2, 2, 1])}, ax=ax)
    return drawn


@figure("measures")
def _() -> Any:
    drawn, axes = subplots(1, 3)
    prplot.draw.measures(hard(1), ["precision", "recall", "f1", "mcc"], ax=axes[0])
    prplot.draw.measures(two(), ["precision", "lift"], against="rank", ax=axes[1])
    cost = prplot.expected_cost(fn=10, fp=1, prevalence=0.1)
    prplot.draw.measures(two(), cost, against="predicted_positive_rate", ax=axes[2])
    axes[1].set_xscale("log")
    return drawn


# Axes and styles.


@figure("log axis, zoom and inset")
def _() -> Any:
    drawn, axes = subplots(1, 3)
    axes[0].set_xscale("log")
    axes[0].set_xlim(1e-2, 1)
    prplot.plot(two(), "roc", axes[0])
    axes[1].set_xlim(0, 0.2)
    prplot.plot(two(), "pr", axes[1], legend=False)
    hard(1).roc().plot(axes[2], legend=False)
    inset = axes[2].inset_axes([0.4, 0.15, 0.55, 0.55], xlim=(0, 0.2), ylim=(0.4, 0.8))
    hard(1).roc().plot(inset, legend=False)
    return drawn


@figure("secondary axes")
def _() -> Any:
    drawn, axes = subplots(1, 2)
    for ax, curve in zip(axes, (hard(1).prg(), hard(1).croc()), strict=True):
        curve.plot(ax)
        prplot.draw.secondary(curve, ax=ax)
        prplot.draw.label_axes(curve, ax=ax)
    return drawn


@figure("names beside curves")
def _() -> Any:
    artists = prplot.plot(two(), "croc", legend=False)
    prplot.draw.direct_labels(artists.ax)
    return artists


@figure("nine curves")
def _() -> Any:
    paths = {f"model {k}": hard(k, 14, 0.4, better=2 - 0.2 * k) for k in range(9)}
    return prplot.plot(paths, "roc", sort=False)


@figure("looks of lines")
def _() -> Any:
    look = {"color": ["black", "tab:red"], "linestyle": ["-", "--"], "linewidth": [1, 3]}
    off = {"iso_f": False, "unachievable": False, "always_positive": False}
    return prplot.plot(two(), line=look, chance={"color": "tab:green"}, legend={"loc": "lower left"}, **off)


for venue in prplot.style.VENUES:

    def _venue(venue: Any = venue) -> Any:
        with prplot.style.paper(venue):
            return graded().roc().plot()

    figure(f"style {venue}")(_venue)


# What is recorded.


@cache
def seen(name: str) -> Seen:
    """Return a figure of the gallery or of this module as it is seen."""
    plt.switch_backend("agg")
    with mpl.rc_context(), warnings.catch_warnings(action="ignore", category=prplot.PrplotWarning):
        mpl.rcdefaults()
        made = FIGURES[name]() if name in FIGURES else runpy.run_path(str(GALLERY / f"{name}.py"))["figure"]
        found = look_at(made if isinstance(made, Figure) else made.figure)
        plt.close("all")
    return found


NAMES = (*SCRIPTS, *FIGURES)


def lines_of(name: str) -> dict[str, Any]:
    """Return the size of a figure, the axes and all lines, by axes and look, in coordinates of the axes."""
    entries: dict[str, Any] = {}
    for number, ax in enumerate(seen(name).axes):
        axes = {
            axis: [getattr(ax, f"get_{axis}scale")(), *map(_short, getattr(ax, f"get_{axis}lim")())] for axis in "xy"
        }
        entries[f"{name} | {number} | axes"] = axes
        for look, lines in sorted(seen(name).lines[number].items()):
            if lines and name not in PLACED:
                entries[f"{name} | {number} | {look}"] = lines
    return entries


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def texts_of(name: str) -> dict[str, Any]:
    """Return all texts of a figure, by axes and role; those of a legend in its order."""
    entries = {}
    for number, roles in seen(name).texts.items():
        for role, texts in roles.items():
            # Where a name wraps depends on the fonts of each version of matplotlib.
            words = [text.get_text().replace("\n", " ") for text in texts]
            if role == "ticks":
                words = [word for word in words if not _usual_tick(word, seen(name).axes[number])]
            if words:
                place = "figure" if number is None else number
                entries[f"{name} | {place} | {role}"] = words if role == "legend" else sorted(words)
    return {**entries, f"{name} | alt text": prplot.draw.Drawn(seen(name).axes[0]).alt_text()}


def _usual_tick(word: str, ax: Axes) -> bool:
    """Return whether matplotlib decided that a number stands at an axis."""
    number = word.replace("\N{MINUS SIGN}", "-").replace(".", "").lstrip("-").isdecimal() or "10^" in word
    return number and {ax.get_xscale(), ax.get_yscale()} <= {"linear", "log"}


def sentences() -> dict[str, str]:
    """Return what curves, intervals and bands say of themselves."""
    curves = {
        **{
            space: hard(1, name="first").curve(space)
            for space in ("pr", "prg", "roc", "croc", "cost", "gains", "lift", "det")
        },
        "step": graded().pr("step"),
        "linear from (0, 1)": graded().pr("linear", left="one"),
        "another prevalence": hard(1).pr(prevalence=0.01),
        "soft": soft().pr(),
        "ends early": detector().pr("max-interpolated"),
        "free-response": detector().froc(images=8),
        "net benefit": probabilities(1).net_benefit(),
    }
    found = {
        f"a curve, {name} | {kind}": getattr(curve, kind)()
        for name, curve in curves.items()
        for kind in ("methods", "describe")
    }
    path = hard(1, 300)
    intervals = {
        "logit": path.pr().interval(method="logit"),
        "delong": path.roc().interval(method="delong"),
        "bootstrap": path.pr().interval(method="bootstrap", n=200, rng=1),
        "wilson": path.interval(prplot.measure_at("recall", at={"threshold": 0.5}), method="wilson"),
    }
    found |= {f"an interval, {name} | methods": interval.methods() for name, interval in intervals.items()}
    found["a band | methods"] = path.pr().band(n=200, rng=1).methods()
    return {name: words.replace(prplot.__version__, "VERSION") for name, words in found.items()}


def is_random(name: str, key: str) -> bool:
    """Whether resampling decided where lines are, and others would be a little elsewhere."""
    return name in RANDOM and not key.split(" | ")[2].split()[1].endswith("ff")


def record() -> dict[str, object]:
    lines = {
        key: written_lines(name, key, value) if isinstance(value, list) else value
        for name in NAMES
        for key, value in lines_of(name).items()
    }
    texts = {key: value for name in NAMES for key, value in texts_of(name).items()}
    return {"figures-lines.json": lines, "figures-texts.json": {**texts, **sentences()}}


def written_lines(name: str, key: str, lines: list[np.ndarray]) -> list[list[int]]:
    """Return lines as whole numbers, x, y, x, y, ..., of which the axes have 100,000, without what nobody would see."""
    apart = RANDOM_CLOSE / 10 if is_random(name, key) else REDUCED
    return sorted(np.round(reduced(line, apart) / UNIT).astype(int).ravel().tolist() for line in lines)
