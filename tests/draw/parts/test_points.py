"""Single operating points."""

from __future__ import annotations

import re
import warnings
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import prplot
from prplot import PR, PRG, ROC, Confusion, draw
from prplot.spaces import SPACES

each_space = pytest.mark.parametrize("kind", [kind for kind in SPACES if kind.pointwise], ids=lambda kind: kind.name)
PUBLISHED = Confusion(tp=60, fp=20, fn=40, tn=180)


def place(drawn):
    (dot,) = drawn.lines
    return float(dot.get_xdata()[0]), float(dot.get_ydata()[0])


@each_space
@pytest.mark.parametrize("prevalence", [0.02, 1 / 3, 0.8])
def test_a_confusion_matrix_is_placed_by_its_rates(kind, prevalence, ax):
    """Recall 0.6 and fpr 0.1 are the classifier's; the prevalence is the space's."""
    ax.set_xlim(-5, 1)
    drawn = draw.point(kind(prevalence), PUBLISHED, ax=ax)
    assert place(drawn) == pytest.approx(tuple(float(c) for c in kind(prevalence).forward(0.1, 0.6)), rel=1e-12)


def test_at_its_own_prevalence_it_has_its_own_precision(ax):
    assert place(draw.point(PR(1 / 3), PUBLISHED, ax=ax)) == pytest.approx((PUBLISHED.recall, PUBLISHED.precision))
    gains = PUBLISHED.recall_gain, PUBLISHED.precision_gain
    ax.clear()
    assert place(draw.point(PRG(1 / 3), PUBLISHED, ax=ax)) == pytest.approx(gains)


@each_space
def test_a_point_of_a_path_lies_on_its_curve(kind, hard, ax):
    curve = hard.curve(kind.name)
    at = hard.find(recall=0.7)
    x, y = place(draw.point(curve, at, ax=ax))
    row = int(np.flatnonzero(curve.thresholds == at.threshold)[0])
    assert (x, y) == pytest.approx((curve.x[row], curve.y[row]), rel=1e-12)


@pytest.mark.parametrize("xy", [(0.6, 0.5), [0.6, 0.5], np.array([0.6, 0.5])])
def test_axes_coordinates(xy, ax):
    assert place(draw.point(PR(0.2), xy, ax=ax)) == (0.6, 0.5)


@pytest.mark.parametrize(
    ("space", "xy", "fine"),
    [
        (PR(0.2), (0.5, 0.5 * 0.2 / (0.8 + 0.2 * 0.5)), True),
        (PR(0.2), (0.5, 0.11), False),
        (PR(0.2), (0.5, 1.0), True),
        (PR(0.2), (1.01, 0.5), False),
        (PR(0.2), (0.5, 1.2), False),
        (PRG(0.2), (0.5, 0.0), True),
        (PRG(0.2), (-1.0, 0.5), True),
        (PRG(0.2), (0.9, -0.5), False),
        (PRG(0.2), (0.5, 1.1), False),
        (ROC(0.2), (0.3, 0.2), True),
        (ROC(0.2), (-0.1, 0.2), False),
    ],
)
def test_a_warning_where_no_classifier_can_be(space, xy, fine, ax):
    if fine:
        ax.set_xlim(-2, 1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            draw.point(space, xy, ax=ax)
    else:
        with pytest.warns(
            prplot.PrplotWarning, match=f"no classifier can be at .* in {space.title} space at prevalence"
        ):
            drawn = draw.point(space, xy, ax=ax)
        assert place(drawn) == pytest.approx(xy)


def test_the_warning_says_what_it_would_take(ax):
    text = (
        "no classifier can be at (0.5, 0.1) in Precision-Recall space at prevalence 0.2: "
        "it would have a false positive rate of 1.125 and a recall of 0.5."
    )
    with pytest.warns(prplot.PrplotWarning, match=re.escape(text)):
        draw.point(PR(0.2), (0.5, 0.1), ax=ax)


@pytest.mark.parametrize("x", [0.2, 0.95])
def test_a_label_stands_beside_the_marker_and_inside_the_axes(x, ax):
    drawn = draw.point(PR(0.2), (x, 0.6), label="Smith 2020", ax=ax)
    (text,) = drawn.texts
    assert text.get_text() == "Smith 2020"
    drawn.figure.canvas.draw()
    box, frame = text.get_window_extent(), ax.get_window_extent()
    dot = ax.transData.transform(place(drawn))
    assert frame.x0 < box.x0
    assert box.x1 < frame.x1
    assert not box.contains(*dot)
    assert min(abs(box.x0 - dot[0]), abs(box.x1 - dot[0])) < 20


def test_style_is_passed_through(ax):
    (dot,) = draw.point(PR(0.2), (0.5, 0.5), ax=ax, ms=11, c="red", marker="^").lines
    assert (dot.get_markersize(), dot.get_color(), dot.get_marker()) == (11, "red", "^")
    assert ax.get_legend_handles_labels() == ([], [])


@pytest.mark.parametrize(
    ("space", "what", "error", "text"),
    [
        (
            PR(0.2),
            (0.5,),
            prplot.PrplotValueError,
            "confusion_or_xy must be a Confusion or two numbers (x, y); got (0.5,).",
        ),
        (
            PR(0.2),
            (0.5, 0.4, 0.3),
            prplot.PrplotValueError,
            "confusion_or_xy must be a Confusion or two numbers (x, y); got (0.5, 0.4, 0.3).",
        ),
        (
            PR(0.2),
            (0.5, np.nan),
            prplot.PrplotValueError,
            "confusion_or_xy must have a place in Precision-Recall space",
        ),
        (
            PR(0.2),
            (np.inf, 0.5),
            prplot.PrplotValueError,
            "confusion_or_xy must have a place in Precision-Recall space",
        ),
        (
            PR(0.2),
            Confusion(tp=0, fp=0, fn=5, tn=5),
            prplot.PrplotValueError,
            "confusion_or_xy must have a place in Precision-Recall space; got Confusion(tp=0, fp=0, fn=5, tn=5).",
        ),
        (
            PRG(0.2),
            Confusion(tp=0, fp=1, fn=5, tn=5),
            prplot.PrplotValueError,
            "confusion_or_xy must have a place in Precision-Recall-Gain space",
        ),
        (
            ROC(0.2),
            Confusion(tp=1, fp=0, fn=5, tn=0),
            prplot.PrplotValueError,
            "confusion_or_xy must have a place in ROC space",
        ),
        (PR(0.2), "here", prplot.PrplotTypeError, "confusion_or_xy must"),
        (PR(0.2), None, prplot.PrplotTypeError, "confusion_or_xy must"),
        (PR(0.2), {"x": 1, "y": 2}, prplot.PrplotTypeError, "confusion_or_xy must"),
        (PR(0.2), 0.5, prplot.PrplotError, "confusion_or_xy must"),
        (PR, (0.5, 0.5), prplot.PrplotTypeError, "space must be a space such as prplot.PR(0.1)"),
    ],
)
def test_wrong_input(space, what, error, text, ax):
    with pytest.raises(error, match=re.escape(text)):
        draw.point(space, what, ax=ax)
    assert not ax.lines


def test_in_cost_space_a_confusion_matrix_is_a_line(ax):
    """From its false positive rate 0.1 at the left to its false negative rate 0.4 at the right."""
    drawn = draw.point(prplot.Cost(0.2), PUBLISHED, label="Smith 2020", ax=ax)
    (line,), (text,) = drawn.lines, drawn.texts
    np.testing.assert_allclose(line.get_xydata(), [(0, 0.1), (1, 0.4)], atol=1e-15)
    drawn.figure.canvas.draw()
    ends = ax.transData.transform(line.get_xydata())
    assert not text.get_window_extent().count_contains(np.linspace(*ends, 2000))
    with pytest.raises(prplot.PrplotTypeError, match="in cost space it is a line"):
        draw.point(prplot.Cost(0.2), (0.5, 0.2), ax=ax)


def test_labels_of_points_close_together_do_not_touch(ax):
    texts = [draw.point(PR(0.2), (0.5 + k / 200, 0.6), label=f"Study {k}", ax=ax).texts[0] for k in range(6)]
    ax.get_figure().canvas.draw()
    boxes = [text.get_window_extent() for text in texts]
    assert not any(box.overlaps(other) for k, box in enumerate(boxes) for other in boxes[:k])


def test_a_point_outside_the_axes_is_told_of(ax):
    ax.set(xlim=(0.5, 1), ylim=(0.5, 1))
    with pytest.warns(prplot.PrplotWarning, match=r"\(0\.2, 0\.9\) .* outside the axes, which show 0\.5 to 1 by 0\.5"):
        draw.point(PR(0.2), (0.2, 0.9), ax=ax)
    assert ax.get_xlim() == (0.5, 1)


def test_limits_that_are_ours_are_widened_for_a_point(ax, recwarn):
    draw.point(prplot.PRG(0.2), (0.5, -0.3), ax=ax)
    assert ax.get_ylim()[0] < -0.3
    assert not recwarn.list
    with pytest.warns(prplot.PrplotWarning, match="outside the axes"):
        draw.point(prplot.PRG(0.2), (-3, 0.5), ax=ax)


@pytest.mark.parametrize("label", ["\ud800x", "a\x00b", "\x1b[31m"])
def test_labels_hold_only_what_a_file_can_hold(label, tmp_path):
    curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6]).pr()
    file = tmp_path / "point.svg"
    draw.point(curve, (0.5, 0.5), label=label)
    draw.operating_point(curve, "f1", label=label, matrix=True).save(file, editable=True)
    ET.parse(file)
    assert "\N{REPLACEMENT CHARACTER}" in file.read_text()
