"""Which of six rules for the area of a sample comes nearest to the area of the population.

Examples
--------
>>> import prplot
>>> view = prplot.explore.estimators(positives=500)
>>> view.controls["scores"].value = "2 values"
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.fields import choice, even, numeric
from prplot.widgets.lessons.lesson import BARE, Guess, Lesson, LessonStep


def rules() -> dict[str, tuple[Any, Any, str]]:
    # Each rule has an interpolation, a left end and a color.
    return {
        "continuous": ("continuous", "limit", "#0072b2"),
        "average precision": ("step", "limit", "#d55e00"),
        "trapezoids": ("linear", "limit", "#009e73"),
        "upper trapezoids": ("upper-trapezoid", "limit", "#3a8fb7"),
        "max-interpolated": ("max-interpolated", "limit", "#b0568c"),
        "trapezoids from (0, 1)": ("linear", "one", "#9a6c00"),
    }


def population_and_samples(positives: int, prevalence: float, model: str, scores: str, draw: int) -> Any:
    # Binormal: positives score N(1, 1), negatives N(0, 1). Bibeta: Beta(5, 2) and Beta(2, 5). Offset uniform: U(0, 1)
    # plus one half, and U(0, 1). Cuts leave few different scores.
    population, low, high = {
        "binormal": (prplot.simulate.binormal(), -1, 3),
        "bibeta": (prplot.simulate.bibeta(), 0, 1),
        "offset uniform": (prplot.simulate.offset_uniform(), 0, 1.5),
    }[model]
    rng, rows = np.random.default_rng(draw), round(positives / prevalence)
    samples: Any = [population.sample(rows, prevalence=prevalence, rng=rng) for _ in range(40)]
    if scores == "no ties":
        return population.path(prevalence), samples
    # The population has ties as well: between two thresholds a random share of the rows is predicted positive.
    values = {"20 values": 20, "5 values": 5, "2 values": 2}[scores]
    cuts = np.linspace(low, high, values + 1)[1:-1]
    lows = np.append(cuts[::-1], -np.inf)
    tp, fp = prevalence * population.tpr(lows), (1 - prevalence) * population.fpr(lows)
    tied = [prplot.from_labels(path.sample.fg, np.digitize(path.sample.score, cuts) + 1) for path in samples]
    return prplot.from_counts(np.arange(values, 0, -1), tp=tp, fp=fp), tied


def areas_of(samples: Any) -> Any:
    return np.array([[path.pr(rule, left).area() for rule, left, _ in rules().values()] for path in samples])


def nearest_the_truth(
    axes: Any,
    *,
    positives: int = 20,
    prevalence: float = 0.1,
    model: str = "binormal",
    scores: str = "no ties",
    draw: int = 1,
) -> str:
    population, samples = population_and_samples(positives, prevalence, model, scores, draw)
    truth, areas = population.pr().area(), areas_of(samples)
    mean, stray, squares = areas.mean(axis=0), areas[:, 0].std(), (areas - truth) ** 2
    off = np.sqrt(squares.mean(axis=0))

    strip, *shapes = axes
    strip.axvline(truth, color="black", linewidth=2)
    strip.set_title("line: truth; diamond: mean; ring: first", fontsize="small")
    for y, (_, _, color) in enumerate(rules().values()):
        heights = y + (np.arange(40) % 5 - 2) * 0.07
        strip.plot(areas[:, y], heights, "o", color=color, alpha=0.6, markersize=4, markeredgewidth=0)
        strip.plot(areas[0, y], heights[0], "o", color="none", markeredgecolor="black", markersize=6)
        strip.plot(mean[y], y, "D", color="white", markeredgecolor="black", markersize=7, markeredgewidth=1.5)
    strip.set_yticks(range(6), [name.replace(" ", "\n", 1) for name in rules()])
    strip.set(xlim=(0, 1), ylim=(5.6, -0.6), xlabel="Area")
    for ax in shapes:
        shown = {name: rules()[name] for name in ("continuous", "average precision", "trapezoids from (0, 1)")}
        curves = [samples[0].pr(rule, left, label=name) for name, (rule, left, _) in shown.items()]
        line = {"color": [*(color for *_, color in shown.values()), "black"], "linewidth": 2}
        prplot.plot([*curves, population.pr(label="truth")], ax=ax, line=line, **BARE)
        prplot.draw.direct_labels(ax)
        ax.set_title("First sample", fontsize="medium")

    # Some rules may give the same areas here. The difference between two other rules varies from sample to sample.
    order = np.argsort(off)
    same = [column for column in order if np.allclose(areas[:, column], areas[:, order[0]], rtol=0, atol=1e-9)]
    best, second = order[0], next(column for column in order if column not in same)
    more = squares[:, second] - squares[:, best]
    names, by_rule = list(rules()), mean.std()
    return (
        f"The true area is {truth:.3f}. Nearest: {' and '.join(names[column] for column in same)}, typically "
        f"{off[best]:.3f} off; next {names[second]}, "
        f"{'within' if more.mean() <= 2 * more.std(ddof=1) / np.sqrt(40) else 'beyond'} the noise of the samples. "
        f"Standard deviation over rules {by_rule:.3f}, over samples {stray:.3f}: the "
        f"{'rule' if by_rule > stray else 'sample'} matters more."
    )


def drawn(**values: Any) -> Any:
    """Return the areas of 40 samples by each rule, an array of shape (40, 6)."""
    return areas_of(population_and_samples(**{**ESTIMATORS.start, **values})[1])


def lacks_rule(positives: int) -> str:
    """Return why, with scores of five values, areas do not vary more over rules than over samples; empty if they do."""
    areas = drawn(positives=positives, scores="5 values")
    by_rule, stray = areas.mean(axis=0).std(), areas[:, 0].std()
    return "" if by_rule > stray else f"The standard deviation is {by_rule:.3f} over rules, {stray:.3f} over samples."


def lacks_other(draw: int) -> str:
    """Return that the rule nearest to the population is the same as in draw 1; empty if it is another."""
    truth = prplot.simulate.binormal().curve("pr", prevalence=0.1).area()
    first, here = (np.argmin(((drawn(draw=number) - truth) ** 2).mean(axis=0)) for number in (1, draw))
    return "" if first != here else "Here the same rule is nearest as in draw 1."


def lacks_agreement(positives: int) -> str:
    """Return why the mean areas of the rules do not agree to 0.01; empty if they do."""
    spread = float(np.ptp(drawn(positives=positives).mean(axis=0)))
    return "" if spread <= 0.01 else f"The means differ by up to {spread:.3f}."


COUNTS = (20, 50, 100, 200, 500)
ESTIMATORS = Lesson(
    "Which area is nearest the truth?",
    {
        "positives": numeric("Positives", (20, 500)),
        "prevalence": numeric("Prevalence", (0.05, 0.5)),
        "model": choice("Model", ("binormal", "bibeta", "offset uniform")),
        "scores": choice("Scores", ("no ties", "20 values", "5 values", "2 values")),
        "draw": numeric("Draw", (1, 30)),
    },
    nearest_the_truth,
    (
        LessonStep(
            "The true area is known, as the classifier is made up. Six rules give six areas of each sample, the "
            "dots. Each draw has 40 samples of about 20 positives. Nearest is what is typically least off (root "
            "mean square).",
            "draw",
            tuple(range(1, 11)),
            panels=1,
            task="Find a draw in which another rule is nearest than in draw 1.",
            missing=lacks_other,
        ),
        LessonStep(
            "With few scores the true area is another one, and thresholds are far apart. Rules join them by arcs "
            "(continuous), steps (average precision), chords (trapezoids; upper: of the highest points), or the "
            "best precision further right (max-interpolated).",
            "scores",
            ("no ties", "20 values", "5 values", "2 values"),
            guess=Guess(
                "With two scores, high and low, what is the mean area by trapezoids that start at (0, 1)?",
                lambda: drawn(scores="2 values")[:, -1].mean(),
                digits=2,
                at="2 values",
            ),
        ),
        LessonStep(
            "With more positives the areas of samples gather. With few different scores, here five, the rules do not "
            "come together, however large the sample is.",
            "positives",
            COUNTS,
            {"scores": "5 values"},
            task="Make the rule matter more than the sample.",
            missing=lacks_rule,
        ),
        LessonStep(
            "Without ties neighboring thresholds differ by one row. So the rules agree the better, the more positives "
            "there are.",
            "positives",
            COUNTS,
            task="Let the means of all six rules lie within 0.01.",
            missing=lacks_agreement,
        ),
        LessonStep(
            "Other classifiers have other curves, and another rule may be nearest. With 40 samples that may be chance.",
            "model",
            ("binormal", "bibeta", "offset uniform"),
        ),
        LessonStep(
            "A higher prevalence raises the true area, and with it the areas of samples. About 20 positives are few at "
            "each prevalence: samples stray far.",
            "prevalence",
            even(0.05, 0.5, 0.05),
        ),
    ),
    helpers=(rules, population_and_samples, areas_of),
)
