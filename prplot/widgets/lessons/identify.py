"""Which of five tools printed which area of the same twelve rows.

Examples
--------
>>> import prplot
>>> view = prplot.explore.identify(step=2)
>>> view.controls["tool"].value = "trec_eval"
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
from prplot.widgets.fields import choice, flag, numeric
from prplot.widgets.lessons.lesson import Guess, Lesson, LessonStep


def tools() -> dict[str, Any]:
    # Each tool has an interpolation, whether it takes tied rows one by one, where its curve begins, a color, and how
    # it joins the points.
    return {
        "PRROC": ("continuous", False, "limit", "#0072b2", "arcs, as of random mixtures of two thresholds"),
        "AP": ("step", False, "limit", "#d55e00", "steps, each as high as its right end"),
        "auc": ("linear", False, "one", "#009e73", "chords, from recall 0 and precision 1 on"),
        "trec_eval": ("step", True, "limit", "#b0568c", "steps, where tied rows come one by one as listed"),
        "VOC": (
            "max-interpolated",
            True,
            "limit",
            "#9a6c00",
            "steps, as high as any point further right",
        ),
    }


def curves_of(score: float, order: str, broken: bool) -> Any:
    # Twelve rows as they are listed, the highest score first. The score of row 8 is the one that moves.
    labels = np.array([0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0])
    scores = np.array([0.9, 0.6, 0.6, 0.6, 0.6, 0.5, 0.4, score, 0.2, 0.2, 0.1, 0.1])
    listed = np.argsort(labels, kind="stable") if order == "negatives first" else np.arange(12)
    labels, scores = labels[listed], scores[listed]
    if broken:
        scores = scores - 0.001 * np.arange(12)
    path = prplot.from_labels(labels, scores)
    curves = {}
    for name, (rule, one_by_one, left, *_) in tools().items():
        curves[name] = (path.ties("given") if one_by_one else path).pr(rule, left=left)
    return labels, scores, curves


def areas_of(score: float = 0.2, order: str = "as listed") -> dict[str, float]:
    # What each tool prints.
    return {name: curve.area() for name, curve in curves_of(score, order, False)[2].items()}


def five_areas(
    axes: Any,
    *,
    tool: str = "PRROC",
    score: float = 0.2,
    order: str = "as listed",
    broken: bool = False,
) -> str:
    labels, scores, curves = curves_of(score, order, broken)
    first = areas_of()
    areas = {name: curve.area() for name, curve in curves.items()}
    *_, color, joined = tools()[tool]

    left, *more = axes
    line, path = curves[tool].trace(), curves[tool].path
    left.fill_between(line.x, line.y, color=color, alpha=0.2, linewidth=0)
    left.plot(line.x, line.y, color=color)
    # With no row predicted positive, precision is not defined.
    tp, fp = path.tp[1:], path.fp[1:]
    left.plot(tp / 4, tp / (tp + fp), "o", color=color, markersize=5, markerfacecolor="white")
    left.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), xlabel="Recall", ylabel="Precision", box_aspect=1)
    left.set_title(f"{tool}: {areas[tool]:.3f}", fontsize="medium")
    if more:
        numbers, strip = more
        for y, (name, (*_, own, _)) in enumerate(tools().items()):
            numbers.plot(first[name], y, "o", color=own, markersize=10, markerfacecolor="none")
            numbers.plot(areas[name], y, "o", color=own, markersize=6)
        numbers.set_yticks(range(5), list(areas))
        numbers.set(xlim=(0.2, 0.85), ylim=(4.6, -0.6), xlabel="Area", box_aspect=1)
        numbers.set_title("ring: at first; dot: now", fontsize="medium")
        for kind, marker, own, words in ((1, "o", "#0072b2", "positive"), (0, "D", "#d55e00", "negative")):
            rows = np.flatnonzero(labels == kind)
            strip.plot(rows + 1, scores[rows], marker, color=own, markersize=7)
            strip.text(12.5, 0.98 if kind else 0.88, words, color=own, ha="right", va="top")
        strip.set(xlim=(0, 13), ylim=(0, 1.02), xlabel="Row as listed", ylabel="Score", box_aspect=1)
        strip.set_xticks((1, 4, 8, 12))
        strip.set_title("The twelve rows", fontsize="medium")

    sentence = f"{tool} prints {areas[tool]:.3f}. It joins the points by {joined}."
    if not more:
        return sentence
    moved = [name for name in areas if abs(areas[name] - first[name]) > 1e-9]
    if not moved:
        return f"{sentence} All print what they did at first."
    return f"{sentence} These print another number than at first: {', '.join(moved)}."


def lacks_name(tool: str) -> str:
    """Return why a tool is not the one that prints 0.604; empty if it is."""
    area = areas_of()[tool]
    return "" if round(area, 3) == 0.604 else f"{tool} prints {area:.3f}."


def lacks_two(score: float) -> str:
    """Return why a score of row 8 does not move exactly three of the five numbers; empty if it does."""
    first, now = areas_of(), areas_of(score)
    moved = sum(abs(now[name] - first[name]) > 1e-9 for name in now)
    return "" if moved == 3 else f"Here {moved} numbers move, and {5 - moved} {'stays' if moved == 4 else 'stay'}."


def lacks_fall(score: float) -> str:
    """Return why a score of row 8 is not above 0.5 with a smaller auc than at 0.5; empty if it is."""
    before, now = areas_of(0.5)["auc"], areas_of(score)["auc"]
    if score <= 0.5:
        return "Choose a score above 0.5."
    return "" if now < before else f"It prints {now:.3f}, and {before:.3f} at score 0.5."


def lacks_order(order: str) -> str:
    """Return why trec_eval does not print less than AP with this order of the rows; empty if it does."""
    areas = areas_of(order=order)
    trec, ap = areas["trec_eval"], areas["AP"]
    return "" if trec < ap else f"trec_eval prints {trec:.3f}, AP {ap:.3f}."


SCORES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7)
TITLES = {
    "PRROC": "PRROC, XGBoost",
    "AP": "AP: average_precision_score",
    "auc": "auc: auc(recall, precision)",
    "trec_eval": "trec_eval: map",
    "VOC": "Pascal VOC: all-point AP",
}
IDENTIFY = Lesson(
    "Which tool printed which number?",
    {
        "tool": choice("Tool", TITLES),
        "score": numeric("Score of row 8", (0.0, 0.85)),
        "order": choice("Rows", ("as listed", "negatives first")),
        "broken": flag("Break ties by the order of the rows"),
    },
    five_areas,
    (
        LessonStep(
            "Five tools read the same twelve rows. Each prints an area under the PR curve: 0.329, 0.439, 0.550, 0.604 "
            "or 0.688. They share the data, but differ in how they join points and treat ties.",
            "tool",
            tuple(TITLES),
            panels=1,
            guess=Guess(
                "Which of the five does average_precision_score of scikit-learn print?",
                lambda: 0.55,
                at="AP",
            ),
        ),
        LessonStep(
            "Somebody reports an area of 0.604 for these rows, and no tool. You can find it: prplot.identify compares "
            "a number with what many tools print.",
            "tool",
            tuple(TITLES),
            panels=1,
            task="Choose the tool that printed 0.604.",
            missing=lacks_name,
        ),
        LessonStep(
            "Row 8 is positive, and has the score of two negatives. Move its score. trec_eval and VOC read tied rows "
            "in the order listed, so to them row 8 already came first.",
            "score",
            SCORES,
            panels=3,
            task="Find a score at which three numbers move and two stay.",
            missing=lacks_two,
        ),
        LessonStep(
            "The higher a positive row scores, the better is the ranking. But at 0.6 row 8 joins a tie of four rows, "
            "across which auc draws a single chord.",
            "score",
            SCORES,
            {"tool": "auc", "score": 0.5},
            panels=3,
            task="Raise the score of row 8 so that auc prints less than at 0.5.",
            missing=lacks_fall,
        ),
        LessonStep(
            "No classifier says in which order tied rows are listed. Yet trec_eval and VOC read that order.",
            "order",
            ("as listed", "negatives first"),
            {"tool": "trec_eval"},
            panels=3,
            task="Let trec_eval print less than AP.",
            missing=lacks_order,
        ),
        LessonStep(
            "The box breaks the ties: all twelve scores then differ a little, by the order of the rows. Tools that "
            "differ only in how they treat ties then agree.",
            "broken",
            (False, True),
            {"tool": "AP"},
            panels=3,
            task="Tick the box, and see which two tools then print the same number.",
            missing=lambda broken: "" if broken else "With ties, all five numbers differ.",
        ),
    ),
    helpers=(tools, curves_of, areas_of),
)
