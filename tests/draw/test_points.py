"""Points on curves and beside them: confusion matrices, operating points, ticks, lines in cost space, hulls."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import prplot
from prplot import PR, PRG, ROC, Confusion, draw
from prplot.spaces import SPACES

each_space = pytest.mark.parametrize("kind", [kind for kind in SPACES if kind._pointwise], ids=lambda kind: kind.name)
every_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
PUBLISHED = Confusion(tp=60, fp=20, fn=40, tn=180)


def places(drawn):
    return np.array([line.get_xydata()[0] for line in drawn.lines])


# Single points.


@each_space
def test_a_confusion_matrix_is_placed_by_its_rates(kind, hard, new_axes):
    """Recall 0.6 and fpr 0.1 are the classifier's; the prevalence is the space's."""
    for prevalence in (0.02, 1 / 3, 0.8):
        ax = new_axes()
        ax.set_xlim(-5, 1)
        found = places(draw.point(kind(prevalence), PUBLISHED, ax=ax))
        np.testing.assert_allclose(found, [kind(prevalence).forward(0.1, 0.6)], rtol=1e-12)
    curve, at = hard.curve(kind.name), hard.find(recall=0.7)
    row = int(np.flatnonzero(curve.thresholds == at.threshold)[0])
    np.testing.assert_allclose(places(draw.point(curve, at, ax=new_axes())), [(curve.x[row], curve.y[row])], rtol=1e-12)


def test_a_point_has_its_own_precision_and_coordinates_are_taken_as_they_are(ax, new_axes):
    found = places(draw.point(PR(1 / 3), PUBLISHED, ax=ax))
    np.testing.assert_allclose(found, [(PUBLISHED.recall, PUBLISHED.precision)])
    found = places(draw.point(PRG(1 / 3), PUBLISHED, ax=new_axes()))
    np.testing.assert_allclose(found, [(PUBLISHED.recall_gain, PUBLISHED.precision_gain)])
    for xy in ((0.6, 0.5), [0.6, 0.5], np.array([0.6, 0.5])):
        (dot,) = draw.point(PR(1 / 3), xy, ax=ax, ms=11, c="red", marker="^").lines
        assert dot.get_xydata().tolist() == [[0.6, 0.5]]
        assert (dot.get_markersize(), dot.get_color(), dot.get_marker()) == (11, "red", "^")
    assert ax.get_legend_handles_labels() == ([], [])


@pytest.mark.parametrize(
    ("space", "xy", "fine"),
    [
        (PR(0.2), (0.5, 0.5 * 0.2 / (0.8 + 0.2 * 0.5)), True),
        (PR(0.2), (0.5, 0.11), False),
        (PR(0.2), (0.5, 1.0), True),
        (PR(0.2), (1.01, 0.5), False),
        (PRG(0.2), (-1.0, 0.5), True),
        (PRG(0.2), (0.9, -0.5), False),
        (PRG(0.2), (0.5, 1.1), False),
        (ROC(0.2), (0.3, 0.2), True),
        (ROC(0.2), (-0.1, 0.2), False),
    ],
)
def test_a_warning_where_no_classifier_can_be(space, xy, fine, ax):
    ax.set(xlim=(-2, 2), ylim=(-2, 2))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        drawn = draw.point(space, xy, ax=ax)
    assert places(drawn).tolist() == [pytest.approx(xy)]
    assert len(said) == 1 - fine
    if not fine:
        assert re.search(f"no classifier can be at .* in {space.title} space at prevalence 0.2", str(said[0].message))


def test_a_point_outside_the_axes_widens_limits_that_are_ours_or_is_told_of(ax, new_axes):
    ax.set(xlim=(0.5, 1), ylim=(0.5, 1))
    with pytest.warns(prplot.PrplotWarning, match=r"\(0\.2, 0\.9\) .* outside the axes, which show 0\.5 to 1 by 0\.5"):
        draw.point(PR(0.2), (0.2, 0.9), ax=ax)
    assert ax.get_xlim() == (0.5, 1)
    ax = new_axes()
    draw.point(PRG(0.2), (0.5, -0.3), ax=ax)
    assert ax.get_ylim()[0] < -0.3


# Operating points.


@each_space
def test_a_threshold_is_where_its_rates_are(kind, hard, ax):
    for threshold in (1.5, 0.7, -0.2, -9.0):
        at = hard.at(threshold)
        wanted = kind(hard.prevalence).forward(at.fp / hard.negatives, at.tp / hard.positives)
        found = places(draw.operating_point(hard.curve(kind.name), threshold, ax=ax))
        np.testing.assert_allclose(found, [wanted], rtol=1e-12)


@pytest.mark.parametrize(
    ("what", "recall", "precision"),
    [
        ("f1", 1, 3 / 4),
        (prplot.f_beta(2.0), 1, 3 / 4),
        ("precision", 1 / 3, 1),
        ("accuracy", 2 / 3, 1),
        ("break-even", 2 / 3, 2 / 3),
        (prplot.expected_cost(fn=1, fp=5, prevalence=0.5), 2 / 3, 1),
        (prplot.expected_cost(fn=5, fp=1, prevalence=0.5), 1, 3 / 4),
        (Confusion(tp=3, fp=2, fn=0, tn=1), 1, 3 / 5),
        (0.5, 2 / 3, 2 / 3),
    ],
    ids=str,
)
def test_what_may_be_asked_for(what, recall, precision, six, ax):
    np.testing.assert_allclose(places(draw.operating_point(six.pr(), what, ax=ax)), [(recall, precision)], rtol=1e-15)


def test_several_of_any_kind_at_once(six, ax):
    for several in (
        ["f1", 0.8, six.find(predicted_positive_rate=0.2)],
        {"a": six.optimal("f1"), "b": six.at(0.8), "c": six.at(0.9)}.values(),
        (wish for wish in ("f1", 0.8, 0.9)),
        np.array([0.4, 0.8, 0.9]),
    ):
        found = places(draw.operating_point(six.roc(), several, ax=ax))
        np.testing.assert_allclose(found, [(1 / 3, 1), (0, 2 / 3), (0, 1 / 3)])


def test_places_of_operating_points_in_special_cases(six, hard, new_axes):
    (line,) = draw.operating_point(six.cost(), 0.6, ax=new_axes()).lines
    np.testing.assert_allclose(line.get_xydata(), [(0, 1 / 3), (1, 1 / 3)], rtol=1e-15)
    assert (line.get_linestyle(), line.get_marker()) == ("-", "None")
    # P = 2 of 4 tied rows: half of the step, TP = 1 and FP = 1.
    tied = prplot.from_labels([1, 0, 1, 0], [1, 1, 1, 1]).roc()
    np.testing.assert_allclose(places(draw.operating_point(tied, "break-even", ax=new_axes())), [(0.5, 0.5)])
    for left, ordinate in (("limit", 1 / 2), ("one", 1.0)):
        curve = prplot.from_labels([1, 0, 1], [2, 2, 1]).pr(left=left)
        np.testing.assert_array_equal(places(draw.operating_point(curve, 5.0, ax=new_axes())), [(0.0, ordinate)])
    # Another prevalence moves the points with the curve.
    curve, best = hard.pr(prevalence=0.05), hard.optimal("f2")
    row = int(np.flatnonzero(curve.thresholds == best.threshold)[0])
    for given in (best, best.threshold):
        found = places(draw.operating_point(curve, given, ax=new_axes()))
        np.testing.assert_allclose(found, [(curve.x[row], curve.y[row])], rtol=1e-9)
    with pytest.warns(prplot.PrplotWarning, match=r"TP = 0 and FP = 0 has no place in Precision-Recall-Gain space"):
        assert len(draw.operating_point(six.prg(), [5.0, 0.4], ax=new_axes()).lines) == 1
    for labels in ([0, 0], [1, 1]):
        with pytest.warns(prplot.PrplotWarning, match="an operating point is not drawn .* one class only"):
            assert draw.operating_point(prplot.from_labels(labels, [1, 2]).roc(), 1.5, ax=new_axes()).artists == ()


def test_a_point_and_its_label_have_the_colour_of_the_curve(hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    for line, path in zip(artists.lines, (hard, other), strict=True):
        # A curve of the same path stands for the drawn one.
        drawn = draw.operating_point(path.pr(), [0.5, 0.6], label=["a", "b"], ax=ax)
        assert {artist.get_color() for artist in (*drawn.lines, *drawn.texts)} == {line.get_color()}
        given = draw.operating_point(path.pr(), 0.5, label="mine", color="red", ms=11, marker="^", zorder=7, ax=ax)
        assert given.texts[0].get_color() == given.lines[0].get_color() == "red"
        assert (given.lines[0].get_markersize(), given.lines[0].get_marker()) == (11, "^")
    assert len(ax.get_legend().get_texts()) == 2


@each_space
def test_non_dominated_points_are_those_that_no_other_beats(kind, hard, ax):
    (dots,) = draw.non_dominated(hard.curve(kind.name), ax=ax, ms=9, c="green").lines
    assert (dots.get_markersize(), dots.get_color(), dots.get_markerfacecolor()) == (9, "green", "none")
    table = hard.table()
    columns, signs = (("fpr", "recall"), (-1, 1)) if kind._rate == "fpr" else (("recall", "precision"), (1, 1))
    rows = [row for row in range(len(hard)) if kind._rate == "fpr" or table["tp"][row] > 0]
    points = np.array([[sign * table[name][row] for name, sign in zip(columns, signs, strict=True)] for row in rows])
    other = (points[:, None] != points).any(axis=2)
    beaten = ((points[:, None] <= points).all(axis=2) & other).any(axis=1)
    free = {(table["fpr"][row], table["recall"][row]) for row, lost in zip(rows, beaten, strict=True) if not lost}
    wanted = np.array([kind(hard.prevalence).forward(*rate) for rate in free], dtype=float)
    order = [np.lexsort(found.round(9).T[::-1]) for found in (dots.get_xydata(), wanted)]
    np.testing.assert_allclose(dots.get_xydata()[order[0]], wanted[order[1]], rtol=1e-12)


# Matrices.


@pytest.mark.parametrize(
    ("threshold", "label", "lines"),
    [
        (0.6, None, ["threshold 0.6", "TP 2  FP 1", "FN 1  TN 2"]),
        (0.123456, None, ["threshold 0.1235", "TP 3  FP 2", "FN 0  TN 1"]),
        ("f1", "best", ["best", "threshold 0.4", "TP 3  FP 1", "FN 0  TN 2"]),
        (-3.0, None, ["threshold \N{MINUS SIGN}3", "TP 3  FP 3", "FN 0  TN 0"]),
        (np.inf, None, ["threshold \N{INFINITY}", "TP 0  FP 0", "FN 3  TN 3"]),
        (Confusion(tp=2, fp=1, fn=1, tn=2), None, ["TP 2  FP 1", "FN 1  TN 2"]),
    ],
)
def test_what_the_matrix_says(threshold, label, lines, six, ax):
    (text,) = draw.operating_point(six.roc(), threshold, matrix=True, label=label, ax=ax).texts
    assert text.get_text().splitlines() == lines


def test_weights_in_a_matrix_are_whole_or_have_three_digits_and_what_nobody_counts_stays_open(ax, new_axes):
    path = prplot.from_counts([2.0, 1.0], tp=[123456, 200000], fp=[0.123456, 1234.567])
    (text,) = draw.operating_point(path.roc(), 2.0, matrix=True, ax=ax).texts
    assert text.get_text().splitlines()[1:] == ["TP 123456  FP 0.123", "FN 76544  TN 1234"]
    unknown = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], positives=5)
    (text,) = draw.operating_point(unknown.pr(), 0.4, matrix=True, ax=new_axes()).texts
    assert text.get_text().splitlines() == ["threshold 0.4", "TP 2  FP 1", "FN 3  TN n/a"]
    with pytest.raises(prplot.PrplotTypeError, match="matrix must be True or False"):
        draw.operating_point(path.roc(), 2.0, matrix={"color": "red"}, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="must be a confusion matrix on the path of the curve"):
        draw.operating_point(unknown.pr(), Confusion(tp=2, fp=4, fn=3, tn=np.nan, threshold=0.4), ax=new_axes())


# Texts beside points cover nothing.


def test_a_label_that_covers_another_text_says_so_once(hard):
    curve = hard.pr()
    figure = curve.plot(legend=False).figure
    draw.operating_point(curve, ["f1", 0.5], matrix=True, label=["best", "usual"], ax=figure.axes[0])
    figure.draw_without_rendering()
    figure.set_size_inches(2.2, 1.8)
    said = r"the label '(best|usual)\\nthreshold .*' covers another text in a figure of 2.2 by 1.8 inches"
    with pytest.warns(prplot.PrplotWarning, match=said):
        figure.draw_without_rendering()
    figure.draw_without_rendering()


BESIDE = {
    "labels": lambda curve, ax: draw.operating_point(curve, ["f1", 0.8, -0.5], label=["a", "b", "longer"], ax=ax),
    "matrices": lambda curve, ax: draw.operating_point(curve, ["f1", 0.6], matrix=True, ax=ax),
    "ticks": lambda curve, ax: draw.threshold_ticks(curve, 9, ax=ax),
    "hull": lambda curve, ax: draw.hull(curve, ax=ax),
}


@pytest.mark.parametrize(
    ("what", "space", "inches"),
    [
        *(("labels", space, 5.2) for space in ("pr", "prg", "roc", "cost")),
        *(("matrices", space, 5.2) for space in ("roc", "croc", "cost", "gains")),
        *(("ticks", space, 85 / 25.4) for space in ("pr", "roc", "det")),
        *(("hull", space, 5.2) for space in ("pr", "prg", "lift")),
        ("matrices", "pr", 85 / 25.4),
        ("hull", "roc", 85 / 25.4),
    ],
)
def test_texts_beside_a_curve_cover_neither_it_nor_each_other(what, space, inches, hard, new_axes, clear):
    curve, ax = hard.curve(space), new_axes((inches, 0.85 * inches))
    (line,) = curve.plot(ax=ax).lines
    drawn = BESIDE[what](curve, ax)
    seen = " ".join(word.text for word in clear(ax.figure, [line, *(one for one in drawn.lines if space != "cost")]))
    score = "$d$" if space == "prg" else "$c$"
    said = {"labels": "a b longer", "matrices": "TP FP FN TN", "ticks": "threshold", "hull": score}[what]
    assert all(text in seen for text in said.split())


def test_labels_of_points_close_together_do_not_touch_and_one_out_of_view_has_none(ax, new_axes, clear, hard):
    for k in range(6):
        draw.point(PR(0.2), (0.5 + k / 200, 0.6), label=f"Study {k}", ax=ax)
    draw.point(PR(0.2), (0.97, 0.6), label="Smith 2020", ax=ax)
    seen = {word.text: word.outline.get_extents() for word in clear(ax.figure)}
    assert {f"Study {k}" for k in range(6)} <= set(seen)
    dot = ax.transData.transform((0.97, 0.6))
    assert seen["Smith 2020"].x1 < ax.bbox.x1
    assert 0 < min(abs(seen["Smith 2020"].x0 - dot[0]), abs(seen["Smith 2020"].x1 - dot[0])) < 20
    beside = new_axes()
    beside.set(xlim=(0.5, 1), ylim=(0, 1))
    draw.operating_point(hard.pr(), ["f1", 2.0], label=["in", "out"], ax=beside)
    texts = {word.text for word in clear(beside.figure)}
    assert ("in" in texts, "out" in texts) == (hard.optimal("f1").recall >= 0.5, False)
    assert (beside.get_xlim(), beside.get_ylim()) == ((0.5, 1), (0, 1))


def test_in_cost_space_a_confusion_matrix_is_a_line(ax, clear):
    """From its false positive rate 0.1 at the left to its false negative rate 0.4 at the right."""
    (line,) = draw.point(prplot.Cost(0.2), PUBLISHED, label="Smith 2020", ax=ax).lines
    np.testing.assert_allclose(line.get_xydata(), [(0, 0.1), (1, 0.4)], atol=1e-15)
    assert "Smith 2020" in {word.text for word in clear(ax.figure, [line])}
    with pytest.raises(prplot.PrplotTypeError, match="in cost space it is a line"):
        draw.point(prplot.Cost(0.2), (0.5, 0.2), ax=ax)


# Ticks at thresholds.


def ends(tick):
    """Where a tick begins and ends, in pixels."""
    return tick.get_transform().transform(np.asarray(tick.get_xydata(), dtype=float))


@each_space
def test_a_tick_is_centred_on_the_point_that_its_threshold_selects(kind, hard, ax):
    curve = hard.curve(kind.name)
    curve.plot(ax)
    ticks = draw.threshold_ticks(curve, [0.9, 0.5, 0.1], ax=ax)
    ax.figure.canvas.draw()
    for tick, threshold in zip(ticks.lines, (0.9, 0.5, 0.1), strict=True):
        at = hard.at(threshold)
        place = ax.transData.transform(np.array(curve.space.forward(at.fpr, at.recall)))
        np.testing.assert_allclose(ends(tick).mean(axis=0), place, atol=0.1)
        assert np.hypot(*np.diff(ends(tick), axis=0)[0]) == pytest.approx(6.4 * 100 / 72, rel=0.02)


def test_a_tick_is_at_right_angles_to_its_curve_on_the_screen(new_axes):
    diagonal = prplot.from_counts([3.0, 2.0, 1.0], tp=[1, 2, 3], fp=[1, 2, 3]).roc()
    stairs = prplot.from_labels(np.tile([1, 1, 0, 0], 100), -np.arange(400)).roc()
    for view in ({}, {"xlim": (0.6, 0.7), "ylim": (0.2, 1)}):
        for curve, threshold, room in ((diagonal, 2, 0.1), (stairs, -266.0, 15)):
            ax = new_axes()
            curve.plot(ax)
            ax.set(**view)
            ax.figure.canvas.draw()
            (tick,) = draw.threshold_ticks(curve, [threshold], ax=ax).lines
            both = np.array([ends(tick), ax.transData.transform([(0, 0), (1, 1)])])
            turns = np.degrees(np.arctan2(*np.diff(both, axis=1)[:, 0].T[::-1]))
            assert (turns[0] - turns[1]) % 180 == pytest.approx(90, abs=room)


@each_space
def test_usual_ticks_are_few_round_and_apart(kind, hard, ax, words):
    curve = hard.curve(kind.name)
    ticks = draw.threshold_ticks(curve, ax=ax)
    ax.figure.canvas.draw()
    values = [float(text.get_text().split()[-1].replace("\N{MINUS SIGN}", "-")) for text in ticks.texts]
    assert 4 <= len(values) <= 6
    assert values == sorted(set(values), reverse=True)
    # In lift the first rows are far from each other, so that what lies between them is less round.
    digits = 3 if kind.name == "lift" else 2
    assert all(len(f"{abs(value):g}".replace(".", "").strip("0")) <= digits for value in values)
    middles = np.array([ends(tick).mean(axis=0) for tick in ticks.lines])
    assert ax.bbox.padded(1).count_contains(middles) == len(middles)
    assert np.hypot(*np.diff(middles, axis=0).T).min() > 15
    assert sum("threshold" in word.text for word in words(ax.figure)) <= 1


def test_which_ticks_and_what_they_say(hard, ax, new_axes):
    curve = hard.roc()
    for asked, count in ((3, 3), (0, 0), ([], 0), (0.5, 1), (np.array([0.5, 0.25]), 2)):
        assert len(draw.threshold_ticks(curve, asked, ax=new_axes()).lines) == count
    for line in draw.threshold_ticks(curve, 4, values=False, ax=ax, c="red", lw=3, zorder=7).lines:
        assert (line.get_color(), line.get_linewidth(), line.get_zorder()) == ("red", 3, 7)
    assert ax.get_legend_handles_labels() == ([], [])

    def said(*given, values="threshold"):
        drawn = draw.threshold_ticks(*given, values=values, ax=new_axes())
        return [text.get_text().split()[-1] for text in drawn.texts]

    assert said(curve, [0.5, 0.25]) == ["0.5", "0.25"]
    # Few distinct scores give few ticks, infinite ones none.
    assert said(prplot.from_labels([1, 1, 0, 1, 0, 0], [3, 3, 3, 2, 2, 1]).roc()) == ["3", "2", "1"]
    assert "inf" not in str(said(prplot.from_labels([1, 0, 1, 0], [np.inf, 2, 1, -np.inf]).roc()))
    # Ranks are what is predicted positive.
    path = prplot.from_weights([3, 2, 1], fg=[1, 0.5, 0], bg=[0, 1.5, 1])
    assert said(path.pr(), [2.5, 2, 1], values="rank") == ["1", "3", "4"]


# Lines in cost space.


def separate(line):
    points = np.asarray(line.get_xydata(), dtype=float).reshape(-1, 3, 2)
    assert np.isnan(points[:, 2]).all()
    return points[:, :2]


def test_lines_in_cost_space_run_from_fpr_to_fnr_and_the_curve_is_their_lower_envelope(hard, ax, new_axes):
    (curve,) = hard.cost().plot(ax=ax).lines
    (line,) = draw.cost_lines(hard.cost(), [1.5, 0.3, -2.0], ax=ax, c="red").lines
    wanted = [[(0, hard.at(t).fpr), (1, 1 - hard.at(t).recall)] for t in (1.5, 0.3, -2.0)]
    np.testing.assert_allclose(separate(line), wanted, atol=1e-15)
    assert line.get_zorder() < curve.get_zorder()
    assert line.get_color() == "red"
    assert ax.get_legend_handles_labels()[0] == [curve]
    lines, x = separate(draw.cost_lines(hard.cost(), 10_000, ax=new_axes()).lines[0]), np.linspace(0, 1, 301)
    assert len(lines) == len(hard)
    heights = lines[:, :1, 1] * (1 - x) + lines[:, 1:, 1] * x
    np.testing.assert_allclose(heights.min(axis=0), hard.cost().at(x), atol=1e-12)


@pytest.mark.parametrize("count", [None, 40])
def test_of_many_thresholds_as_many_are_drawn_as_can_be_seen(count, ax):
    rng = np.random.default_rng(2)
    labels = rng.random(5000) < 0.02
    path = prplot.from_labels(labels, rng.normal(size=5000) + labels)
    lines = separate(draw.cost_lines(path.cost(), count, ax=ax).lines[0])
    assert 0.9 * (count or 100) <= len(lines) <= (count or 100)
    np.testing.assert_allclose(lines[[0, -1], :, 1], [(0, 1), (1, 0)])
    assert np.diff(lines[:, 0, 1] + 1 - lines[:, 1, 1]).max() < 2.5 * 2 / (count or 100)


# Hulls.


@pytest.mark.parametrize(
    ("space", "vertices", "scores"),
    [
        (
            "roc",
            [(0, 0), (0, 3 / 16), (1 / 9, 9 / 16), (2 / 9, 12 / 16), (3 / 9, 13 / 16), (1, 1)],
            ["1.00", "0.86", "0.75", "0.50", "0.33"],
        ),
        (
            "pr",
            [(0, 1), (3 / 16, 1), (9 / 16, 9 / 10), (12 / 16, 12 / 14), (13 / 16, 13 / 16), (1, 16 / 25)],
            ["1.00", "0.86", "0.75", "0.50", "0.33"],
        ),
        # The first segment of PRG lies at negative recall gains, out of view.
        (
            "prg",
            [(-6.7037037, 1), (-0.3827160, 0.8024691), (0.4074074, 0.7037037), (0.5897436, 0.5897436), (1, 0)],
            ["0.89", "0.62", "0.41"],
        ),
    ],
)
def test_a_hull_is_that_of_the_published_example(space, vertices, scores, ax, words):
    """The 25 ranked labels of Flach and Kull's package."""
    demo = prplot.from_labels([int(label) for label in "1110111111011101001000101"], np.arange(25, 0, -1))
    line, dots = draw.hull(demo.curve(space), ax=ax).lines
    np.testing.assert_allclose(dots.get_xydata(), vertices, atol=1e-6)
    assert (line.get_linestyle(), dots.get_linestyle()) == ("-", "None")
    seen = [word.text for word in words(ax.figure)]
    assert f"${'d' if space == 'prg' else 'c'}$ {scores[0]}" in seen
    assert set(scores[1:]) <= set(seen)
    if space == "pr":
        # Halfway in (FP, TP) between (1, 9) and (2, 12).
        assert np.interp(10.5 / 16, *line.get_data()) == pytest.approx(10.5 / 12, abs=1e-3)


@each_space
def test_the_hull_dominates_the_curve_and_touches_it_at_its_vertices(kind, hard, soft, ax):
    curve = (soft if kind.name in ("pr", "croc", "gains") else hard).curve(kind.name)
    line, dots = draw.hull(curve, ax=ax).lines
    ax.figure.canvas.draw()
    at = np.linspace(0.001, 0.999, 400)
    above = (np.interp(at, *line.get_data()) - curve.at(at)) * (-1 if kind.lower_is_better else 1)
    assert above.min() >= -1e-3
    assert np.mean(above) > 1e-3
    x, y = dots.get_xydata()[(dots.get_xdata() > 0.01) & (dots.get_xdata() < 0.99)].T
    assert len(x) > 3
    np.testing.assert_allclose(np.interp(x, *line.get_data()), y, atol=1e-9)
    np.testing.assert_allclose(curve.at(x), y, atol=1e-9)


def test_scores_of_a_hull_have_the_digits_that_tell_them_apart_and_its_parts_are_the_callers(six, ax, new_axes):
    path = prplot.from_counts([4, 3, 2, 1], tp=[1000, 1999, 2000, 2000], fp=[0, 3, 503, 504])
    texts = draw.hull(path.roc(), ax=new_axes()).texts
    assert [text.get_text().split()[-1] for text in texts] == ["1.00", "0.997", "0.002", "0.00"]
    assert draw.hull(six.roc(), scores=False, ax=ax).texts == ()
    assert len(draw.hull(six.roc(), vertices=False, ax=ax).lines) == 1
    drawn = draw.hull(six.roc(), c="red", ls="--", ax=ax, scores={"color": "green"}, vertices={"marker": "s"})
    line, dots = drawn.lines
    assert (line.get_color(), line.get_linestyle(), dots.get_color(), dots.get_marker()) == ("red", "--", "red", "s")
    assert {text.get_color() for text in drawn.texts} == {"green"}
