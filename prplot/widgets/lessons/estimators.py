"""Which rule for the area of a sample comes nearest to the area of the population.

Examples
--------
>>> import prplot
>>> view = prplot.explore.estimators(positives=500)
>>> view.controls["scores"].value = "2 values"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import dropdown, int_slider, slider, titled
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POSITIVES: Any = [(str(count), count) for count in (20, 100, 500)]
SCORES = ("no ties", "20 values", "5 values", "2 values")
# The populations, and between which scores cuts are where scores have few values.
MODELS: dict[str, tuple[Any, tuple[float, float]]] = {
    "binormal": (prplot.simulate.binormal, (-1.0, 3.0)),
    "bibeta": (prplot.simulate.bibeta, (0.0, 1.0)),
    "offset uniform": (prplot.simulate.offset_uniform, (0.0, 1.5)),
}


def nearest_the_truth(
    figure: Figure,
    *,
    positives: int = 20,
    prevalence: float = 0.1,
    model: str = "binormal",
    scores: str = "no ties",
    draw: int = 1,
) -> str:
    rules: dict[str, tuple[Any, Any, str]] = {
        "continuous": ("continuous", "limit", "#0072b2"),
        "average precision": ("step", "limit", "#d55e00"),
        "trapezoids": ("linear", "limit", "#009e73"),
        "upper trapezoids": ("upper-trapezoid", "limit", "#56b4e9"),
        "max-interpolated": ("max-interpolated", "limit", "#cc79a7"),
        "trapezoids from (0, 1)": ("linear", "one", "#e69f00"),
    }
    # Binormal: positives score N(1, 1), negatives N(0, 1). Bibeta: Beta(5, 2) and Beta(2, 5). Offset uniform: a half
    # more than U(0, 1), and U(0, 1). Cuts leave few different scores.
    chosen = {
        "binormal": (prplot.simulate.binormal(), -1, 3),
        "bibeta": (prplot.simulate.bibeta(), 0, 1),
        "offset uniform": (prplot.simulate.offset_uniform(), 0, 1.5),
    }
    population_model, low, high = chosen[model]
    values = {"no ties": 0, "20 values": 20, "5 values": 5, "2 values": 2}[scores]
    cuts = np.linspace(low, high, max(values, 1) + 1)[1:-1]
    rng = np.random.default_rng(draw)
    rows = round(positives / prevalence)
    samples = [population_model.sample(rows, prevalence=prevalence, rng=rng) for _ in range(40)]
    full = population_model.path(prevalence)
    population: prplot.ConfusionPath = full
    if values:
        # Ties of the population, too, are mixtures: between two thresholds a coin decides which is used.
        found = [s.sample for s in samples if s.sample is not None]
        samples = [prplot.from_labels(s.fg, np.digitize(s.score, cuts) + 1) for s in found]
        lows = np.append(cuts[::-1], -np.inf)
        tp, fp = prevalence * population_model.tpr(lows), (1 - prevalence) * population_model.fpr(lows)
        population = prplot.from_counts(np.arange(values, 0, -1), tp=tp, fp=fp)
    truth, whole = population.pr().area(), full.pr().area()

    areas = np.array([[s.pr(rule, left).area() for rule, left, _ in rules.values()] for s in samples])
    mean, stray = areas.mean(axis=0), areas.std(axis=0)
    squares = (areas - truth) ** 2
    off = np.sqrt(squares.mean(axis=0))

    shape, strip = figure.subplots(1, 2, width_ratios=(1, 1.15))
    bare: dict[str, Any] = {
        "unachievable": False,
        "iso_f": False,
        "chance": False,
        "always_positive": False,
        "legend": False,
    }
    curves = [samples[0].pr(rule, left, label=name) for name, (rule, left, _) in rules.items()]
    *lines, true = prplot.plot([*curves, population.pr(label="the truth")], ax=shape, **bare).lines
    # Where lines lie on each other, the later ones leave a rim of the earlier.
    for line, (_, _, color), width in zip(lines, rules.values(), np.linspace(3.4, 0.8, 6), strict=True):
        line.set(color=color, linewidth=width)
    true.set(color="black", linewidth=2)
    shape.set_title("First of 40 samples; black: the truth", fontsize="medium")

    strip.axvline(truth, color="black", linewidth=2)
    if values:
        strip.axvline(whole, color="0.4", linestyle=":")
        strip.text(whole, 5.62, " without ties", color="0.4", fontsize="small", va="top")
    heights = (np.arange(40) % 5 - 2) * 0.07
    for place, (_, _, color) in enumerate(rules.values()):
        y = 5 - place
        strip.plot(areas[:, place], y + heights, "o", color=color, alpha=0.6, markersize=4, markeredgewidth=0)
        strip.plot(areas[0, place], y + heights[0], "o", color="none", markeredgecolor="black", markersize=6)
        strip.plot(mean[place], y, "D", color="white", markeredgecolor="black", markersize=7, markeredgewidth=1.5)
        for x, number in ((1.02, mean[place]), (1.15, off[place])):
            strip.text(x, y, f"{number:.3f}", va="center", fontsize="small")
    for x, head in ((1.02, "mean"), (1.15, "off")):
        strip.text(x, 5.75, head, fontsize="small")
    strip.set(
        xlim=(0, 1),
        ylim=(-0.6, 5.65),
        xlabel="Area",
        yticks=range(6),
        yticklabels=[name.replace(" ", "\n", 1) for name in rules][::-1],
    )
    strip.set_title("Areas; diamond: mean; ring: first sample", fontsize="medium")

    # Some rules are one and the same here. Of two others the difference varies by chance, as samples do.
    order = np.argsort(off)
    same = [place for place in order if np.allclose(areas[:, place], areas[:, order[0]], rtol=0, atol=1e-9)]
    best, second = order[0], next(place for place in order if place not in same)
    more = squares[:, second] - squares[:, best]
    gap, noise = more.mean(), 2 * more.std(ddof=1) / np.sqrt(40)
    gap, noise = gap / (off[best] + off[second]), noise / (off[best] + off[second])
    names = list(rules)
    lost = f" ({whole:.4f} before they were tied; no rule brings that back)" if values else ""
    gap_said, noise_said = (f"{size:.5f}" if size >= 1e-5 else "less than 0.00001" for size in (gap, noise))
    spread = float(np.ptp(mean))
    return (
        f"About {positives} positives in {rows:,} rows, scores with {scores}: the true area is {truth:.4f}{lost}. "
        f"Nearest in these 40 samples: {' and '.join(names[place] for place in same)}, typically {off[best]:.4f} off "
        f"(root mean square); next {names[second]}, {gap_said} more, which is "
        f"{'within' if round(gap, 5) <= round(noise, 5) else 'beyond'} the noise of 40 samples ({noise_said}). "
        f"By rule the means differ by up to {spread:.3f}; by sample areas stray by {stray[0]:.3f} (continuous): here "
        f"the {'rule' if spread > stray[0] else 'sample'} matters more."
    )


def drawn(*, positives: int, prevalence: float, scores: str, draw: int, model: str = "binormal") -> Any:
    """Return the areas of 40 samples by each rule, an array of shape (40, 6)."""
    rules: Any = [(rule, "limit") for rule in ("continuous", "step", "linear", "upper-trapezoid", "max-interpolated")]
    rng = np.random.default_rng(draw)
    areas = []
    make, ends = MODELS[model]
    for _ in range(40):
        path = make().sample(round(positives / prevalence), prevalence=prevalence, rng=rng)
        if scores != "no ties":
            assert path.sample is not None
            cuts = np.linspace(*ends, int(scores.split()[0]) + 1)[1:-1]
            path = prplot.from_labels(path.sample.fg, np.digitize(path.sample.score, cuts) + 1)
        areas.append([path.pr(rule, left).area() for rule, left in [*rules, ("linear", "one")]])
    return np.array(areas)


def from_the_corner() -> float:
    """Return the mean area by trapezoids from (0, 1) where scores have two values."""
    return float(drawn(positives=20, prevalence=0.1, scores="2 values", draw=1)[:, -1].mean())


def lacks_rule(**values: Any) -> str:
    """Say what keeps the rule from mattering more than the sample where scores have five values."""
    if values["scores"] != "5 values":
        return "Let the scores have 5 values."
    areas = drawn(**values)
    spread, stray = float(np.ptp(areas.mean(axis=0))), areas[:, 0].std()
    if spread > stray:
        return ""
    return f"By rule means differ by {spread:.3f}, by sample areas stray by {stray:.3f}. With more positives?"


def lacks_other(**values: Any) -> str:
    """Say whether another rule than in draw 1 is nearest."""
    start: dict[str, Any] = {"positives": 20, "prevalence": 0.1, "scores": "no ties"}
    if any(abs(values[name] - start[name]) > 1e-9 for name in ("positives", "prevalence")):
        return "Leave positives at 20 and the prevalence at 0.1; only the samples may change."
    if values["model"] != "binormal":
        return "Here is another classifier; take the binormal model."
    if values["scores"] != "no ties":
        return "Here scores are tied; take those without ties."
    names = ("continuous", "average precision", "trapezoids", "upper trapezoids", "max-interpolated")
    truth = prplot.simulate.binormal().curve("pr", prevalence=0.1).area()
    nearest = [
        int(np.argmin(((drawn(**{**start, "draw": draw})[:, :5] - truth) ** 2).mean(axis=0)))
        for draw in (1, values["draw"])
    ]
    return "" if nearest[0] != nearest[1] else f"Here too it is {names[nearest[0]]}, as in draw 1."


def lacks_agreement(**values: Any) -> str:
    """Say what keeps the rules from agreeing to 0.01."""
    if values["scores"] != "no ties":
        return "Here scores are tied; take those without ties."
    spread = float(np.ptp(drawn(**values).mean(axis=0)))
    return "" if spread <= 0.01 else f"The means still differ by up to {spread:.4f}. More positives?"


ESTIMATORS = Lesson(
    "Which area is nearest the truth?",
    "A made-up classifier, so that its true area is known. Each dot is the area of one sample, by one of six rules. "
    "The rule moves the area, and so does the luck of the sample. Which of the two moves it more?",
    (9.4, 4.1),
    {
        "positives": dropdown("Positives", POSITIVES),
        "prevalence": slider("Prevalence", 0.05, 0.5, 0.05),
        "model": dropdown("Model", titled(tuple(MODELS))),
        "scores": dropdown("Scores", titled(SCORES)),
        "draw": int_slider("Draw", 1, 30),
    },
    nearest_the_truth,
    Guess(
        "If samples with 20 positives get only two scores, high and low, what is the mean area by trapezoids that "
        "start at (0, 1)?",
        from_the_corner,
        low=0.0,
        high=1.0,
        digits=2,
        at={"scores": "2 values"},
        place=lambda area: (1, area, 0.0),
    ),
    (
        Task("With scores of 5 values, make the rule matter more than the luck of the sample.", lacks_rule),
        Task("Go back to the start, and find a draw in which another rule is nearest.", lacks_other),
        Task("Without ties, let the means of all six rules lie within 0.01.", lacks_agreement),
    ),
    {
        "Two scores": {"scores": "2 values"},
        "Many positives": {"positives": 500},
        "Other samples": {"draw": 2},
    },
    # Three times as many pictures would make too large a page.
    {"prevalence": (0.1, 0.5), "model": ("binormal",), "draw": (1, 2)},
)
