"""Lines of equal metrics, baselines and grids: closed forms, the metric itself along them, and what is written."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot
from prplot import CROC, PR, PRG, ROC, draw
from prplot.metrics import METRICS, Nonlinear, f_beta, f_gain
from prplot.spaces import SPACES

POINTWISE = [kind for kind in SPACES if kind._pointwise]
each_space = pytest.mark.parametrize("kind", POINTWISE, ids=lambda kind: kind.name)
MEASURES = [*METRICS, f_beta(), f_beta(2), f_beta(0.5), f_gain(), f_gain(2)]
PREVALENCES = (0.01, 0.2, 0.5, 0.9)


def pieces(line):
    """The pieces of a line, each of shape (n, 2)."""
    points = np.asarray(line.get_xydata(), dtype=float)
    gaps = np.flatnonzero(np.isnan(points[:, 0]))
    return [piece[~np.isnan(piece[:, 0])] for piece in np.split(points, gaps)]


def rates(space, line):
    """Rates along a line; the corner (0, 0) of PR, where all rates with tpr = 0 are, left out."""
    x, y = np.concatenate(pieces(line)).T
    kept = (x != 0) | (y != 0) if space.name == "pr" else np.ones(len(x), dtype=bool)
    return space.inverse(x[kept], y[kept])


def distance(points, line):
    """Largest distance of points from a polyline."""
    start, move = line[:-1], np.diff(line, axis=0)
    size, worst = np.maximum((move**2).sum(axis=1), 1e-300), 0.0
    for point in points:
        part = np.clip(((point - start) * move).sum(axis=1) / size, 0, 1)
        worst = max(worst, float(np.hypot(*(start + part[:, None] * move - point).T).min()))
    return worst


def levels_of(drawn, space, measure):
    """The level that each line has, from the metric itself in the middle of the line."""
    found = []
    for line in drawn.lines:
        (piece, *_) = pieces(line)
        at = piece.mean(axis=0) if len(piece) == 2 else piece[len(piece) // 2]
        found.append(float(f"{float(measure.value(*space.inverse(*at), space.prevalence)):.9g}"))
    return found


# Straight lines of the square.


@each_space
def test_every_point_of_an_isoline_has_its_level_and_it_ends_on_the_border(kind, ax):
    for k, measure in enumerate(MEASURES):
        prevalence = PREVALENCES[k % len(PREVALENCES)]
        # Every measure is drawn either way, in half of the spaces each.
        beyond = (k + POINTWISE.index(kind)) % 2 == 1
        space = kind(prevalence)
        lowest = space._lowest_rate if kind._rate == "tpr" else 0.0
        fpr, tpr = np.random.default_rng(17).uniform(0.05, 0.95, (2, 3))
        levels = measure.value(fpr, lowest + (1 - lowest) * tpr, prevalence)
        drawn = draw.isolines(space, measure, levels, beyond=beyond, values=False, ax=ax)
        assert len(drawn.lines) == len(levels)
        for level, line in zip(levels, drawn.lines, strict=True):
            fpr, tpr = rates(space, line)
            # Neither the origin nor its opposite, where lines of many levels meet; beside them digits cancel.
            inside = (fpr + tpr > 1e-9) & (np.abs(2 - fpr - tpr) > 1e-7 / prevalence)
            found = measure.value(fpr[inside], tpr[inside], prevalence)
            # Bent lines are contours on a fine grid.
            room = 5e-3 if isinstance(measure, Nonlinear) else 1e-6
            room *= max(1.0, abs(level)) * (max(1.0, fpr.max()) if beyond else 1.0)
            assert np.abs(found - level).max(initial=0) < room, measure.name
            if not beyond:
                for x, y in np.concatenate([piece[[0, -1]] for piece in pieces(line)]):
                    at = (0.0, 0.0) if space.name == "pr" and x == 0 else space.inverse(x, y)
                    walls = [at[0], 1 - at[0], at[1] - lowest, 1 - at[1]]
                    assert -1e-9 < min(walls) < 1e-9, measure.name
        for line in drawn.lines:
            line.remove()


@each_space
def test_isolines_go_beyond_the_square_only_on_request(kind, ax):
    space = kind(0.2)
    for metric, level in (("f1", 0.2), ("precision", 0.1), ("accuracy", 0.15), ("f2_gain", -0.3), ("mcc", -0.4)):
        (within,) = draw.isolines(space, metric, [level], ax=ax).lines
        (further,) = draw.isolines(space, metric, [level], beyond=True, ax=ax).lines
        assert rates(space, within)[0].max() <= 1 + 1e-9
        assert rates(space, further)[0].max() > 1.004
    assert draw.isolines(space, "fpr", [1.5], ax=ax).lines == ()
    (line,) = draw.isolines(space, "fpr", [1.5], beyond=True, ax=ax).lines
    np.testing.assert_allclose(rates(space, line)[0], 1.5, rtol=1e-9)
    # What is undefined beyond stays within.
    (line,) = draw.isolines(space, "g_mean", [0.2], beyond=True, ax=ax).lines
    assert rates(space, line)[0].max() <= 1 + 1e-9


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_f_lines_are_parallel_in_prg(beta, ax):
    for prevalence in PREVALENCES:
        lines = draw.iso_f(PRG(prevalence), beta=beta, ax=ax).lines
        assert len(lines) == 4
        for line in lines:
            x, y = line.get_data()
            np.testing.assert_allclose(np.diff(y), -(beta**2) * np.diff(x), atol=1e-9)
        ax.clear()


def test_f1_lines_are_equally_spaced_in_gain_and_usual_in_pr(ax, new_axes):
    sums = [float(np.mean(np.add(*line.get_data()))) / 2 for line in draw.iso_f(PRG(0.15), ax=ax).lines]
    np.testing.assert_allclose(sums, [0.2, 0.4, 0.6, 0.8], atol=1e-9)
    assert levels_of(draw.iso_f(PR(0.15), ax=new_axes()), PR(0.15), f_beta()) == [0.2, 0.4, 0.6, 0.8]


def test_no_levels_draw_nothing(ax):
    flat = Nonlinear("flat", "flat", lambda tp, *_: np.full_like(tp, 0.5))
    nothing = Nonlinear("nothing", "nothing", lambda tp, *_: np.full_like(tp, np.nan))
    for measure, levels in (("f1", []), ("f1", 0), ("f1", [1.5, -3]), (flat, [0.5]), (nothing, None), (flat, None)):
        assert draw.isolines(ROC(0.2), measure, levels, ax=ax).artists == ()


# Bent lines.

BENT = {
    "mcc": [-0.6, 0.0, 0.1, 0.3, 0.6, 0.97],
    "markedness": [-0.6, 0.0, 0.1, 0.3, 0.6, 0.97],
    "g_mean": [0.3, 0.6, 0.97],
    "fowlkes_mallows": [0.3, 0.6, 0.97],
}


def exact(name, level, prevalence, count=20_001):
    """A level set in closed form, as rates in the square.

    With s the predicted positive rate: pi nu (t - f)^2 = MCC^2 s (1 - s), a conic through (0, 0) and (1, 1);
    t - f = markedness s (1 - s) / (pi nu); t (1 - f) = G^2; and pi t^2 = FM^2 (pi t + nu f).
    """
    pi, nu = prevalence, 1 - prevalence
    t = np.linspace(level**2, 1, count)
    if name == "fowlkes_mallows":
        f = pi * t * (t / level**2 - 1) / nu
        return f[f <= 1], t[f <= 1]
    if name == "g_mean":
        return 1 - level**2 / t, t
    s = np.unique(np.concatenate([np.linspace(0, 1, count)[1:-1], np.geomspace(1e-7, 1e-2, count)]))
    share = s * (1 - s) / (pi * nu)
    apart = level * (np.sqrt(share) if name == "mcc" else share)
    f, t = s - pi * apart, s + nu * apart
    inside = (f >= -1e-15) & (f <= 1 + 1e-15) & (t >= -1e-15) & (t <= 1 + 1e-15)
    return f[inside], t[inside]


@pytest.mark.parametrize("name", BENT)
@pytest.mark.parametrize("kind", [ROC, PR, PRG, CROC], ids=lambda kind: kind.name)
def test_bent_lines_are_the_closed_forms(name, kind, ax):
    """From one side of the square to the other; that nothing else is drawn is asked above."""
    # Every metric is drawn at every prevalence, and in every space.
    prevalence = (0.5, 0.1, 0.01)[([ROC, PR, PRG, CROC].index(kind) + list(BENT).index(name)) % 3]
    space = kind(prevalence)
    drawn = draw.isolines(space, name, BENT[name], values=False, ax=ax)
    assert len(drawn.lines) == len(BENT[name])
    for level, line in zip(BENT[name], drawn.lines, strict=True):
        (piece,) = pieces(line)
        whole = np.column_stack(space.forward(*exact(name, level, prevalence)))
        whole = whole[(whole >= 0).all(axis=1)]
        assert distance(whole[:: max(1, len(whole) // 60)], piece) < 1e-3, level


def test_mcc_leaves_the_square_where_it_should(ax):
    """On f = 0 at s / (1 - s) = L² pi / nu, on t = 1 at (1 - s) / s = L² nu / pi."""
    for prevalence, level in ((0.5, 0.2), (0.1, 0.7), (0.01, 0.95), (0.001, 0.999), (0.999, 0.99)):
        (line,) = draw.isolines(ROC(prevalence), "mcc", [level], ax=ax).lines
        odds = prevalence / (1 - prevalence)
        first, last = level**2 * odds / (1 + level**2 * odds), 1 / (1 + level**2 / odds)
        ends = [[0, first / prevalence], [(last - prevalence) / (1 - prevalence), 1]]
        np.testing.assert_allclose(line.get_xydata()[[0, -1]], ends, atol=1e-3)


def test_metrics_of_the_caller(ax):
    """A circle, a pole that is no line, two pieces, and lines from corner to corner."""

    def near(tp, fp, fn, tn):
        return np.abs(tp / (tp + fn) - fp / (fp + tn))

    circle = Nonlinear("round", "round", lambda tp, fp, fn, tn: np.hypot(tp / (tp + fn) - 0.5, fp / (fp + tn) - 0.5))
    (piece,) = pieces(*draw.isolines(ROC(0.3), circle, [0.25], ax=ax).lines)
    np.testing.assert_allclose(np.hypot(*(piece - 0.5).T), 0.25, atol=1e-4)
    np.testing.assert_allclose(piece[0], piece[-1], atol=1e-9)
    pole = Nonlinear("pole", "pole", lambda tp, _fp, fn, _tn: 1 / (tp / (tp + fn) - 0.5))
    (line,) = draw.isolines(ROC(0.3), pole, [1 / 0.3], ax=ax).lines
    np.testing.assert_allclose(line.get_ydata(), 0.8, atol=1e-4)
    found = pieces(*draw.isolines(ROC(0.3), Nonlinear("near", "near", near), [0.4], ax=ax).lines)
    assert sorted(np.sign((piece[:, 1] - piece[:, 0]).mean()) for piece in found) == [-1, 1]
    ratio = Nonlinear("dor", "DOR", lambda tp, fp, fn, tn: tp * tn / (fp * fn))
    for line, level in zip(draw.isolines(ROC(0.3), ratio, [0.1, 1000], ax=ax).lines, (0.1, 1000), strict=True):
        f, t = line.get_data()
        assert [(f[0], t[0]), (f[-1], t[-1])] == [(0, 0), (1, 1)]
        np.testing.assert_allclose(t * (1 - f), level * f * (1 - t), atol=1e-2)


# Which levels, where nobody says which.


def test_usual_levels_that_everybody_would_choose(ax):
    def found(space, name, count=None):
        ax.clear()
        return levels_of(draw.isolines(space, name, count, ax=ax), space, prplot.metrics.metric(name))

    for space, name in ((ROC(0.1), "recall"), (PR(0.1), "precision"), (PRG(0.1), "f2_gain"), (ROC(0.5), "mcc")):
        assert found(space, name) == [0.2, 0.4, 0.6, 0.8]
    assert found(ROC(0.1), "lr_positive") == [2, 5, 10, 20]
    assert min(found(PR(0.01), "accuracy")) >= 0.9
    assert found(PR(0.1), "recall", 9) == [round(0.1 * k, 12) for k in range(1, 10)]
    for measure in MEASURES:
        levels = found(ROC(0.1), measure.name)
        assert 1 <= len(levels) <= 6
        assert levels == sorted(set(levels))
        for level in levels:
            assert min(abs(float(f"{x:.2g}") - x) for x in (level, 1 - level)) < 1e-3 * max(1, level)
    for count in (1, 2, np.int64(4), 8):
        assert abs(len(found(CROC(0.1), "accuracy", count)) - count) <= max(2, count // 2)


# Baselines and grids.


def test_chance(ax):
    for prevalence in PREVALENCES:
        for space, wanted in (
            (PR(prevalence), prevalence),
            (PRG(prevalence), 0.0),
            (prplot.spaces.Lift(prevalence), 1.0),
        ):
            (line,) = draw.baseline(space, ax=ax).lines
            np.testing.assert_allclose(line.get_ydata(), wanted, atol=1e-12)
            assert line.get_xdata()[0] <= 0
            assert line.get_xdata()[-1] == 1
            ax.clear()
        for space in (ROC(prevalence), prplot.spaces.Gains(prevalence)):
            (line,) = draw.baseline(space, ax=ax).lines
            np.testing.assert_allclose(line.get_xdata(), line.get_ydata(), atol=1e-15)
            assert line.get_xdata()[[0, -1]].tolist() == [0, 1]
            ax.clear()
    (line,) = draw.baseline(prplot.Cost(0.2), ax=ax).lines
    np.testing.assert_array_equal(line.get_xydata(), [(0, 0), (0.5, 0.5), (1, 0)])


@each_space
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_always_positive_has_the_f_of_saying_positive_always(kind, beta, ax):
    space = kind(0.2)
    (line,) = draw.baseline(space, kind="always-positive", beta=beta, ax=ax).lines
    level = (1 + beta**2) * 0.2 / (0.2 + beta**2 * 0.2 + 0.8)
    np.testing.assert_allclose(f_beta(beta).value(*rates(space, line), 0.2), level, rtol=1e-9)
    if kind is PRG and beta == 1:
        np.testing.assert_allclose(np.add(*line.get_data()), 1, atol=1e-9)


def test_grids_are_square_where_they_are_at_home_and_bend_elsewhere(ax, new_axes):
    lines = draw.prg_grid(PRG(0.2), ax=ax).lines
    assert len(lines) == 12
    for level, flat, upright in zip(np.linspace(0, 1, 6), lines[:6], lines[6:], strict=True):
        np.testing.assert_allclose(flat.get_ydata(), level, atol=1e-9)
        np.testing.assert_allclose(upright.get_xdata(), level, atol=1e-9)
    levels = [0.0, 0.25, 0.5, 0.75]
    for kind in (PR, ROC):
        lines = draw.prg_grid(kind(0.2), levels=levels, ax=new_axes()).lines
        for precision_gain, flat in zip(levels, lines[:4], strict=True):
            for recall_gain, upright in zip(levels, lines[4:], strict=True):
                crossing = np.array([kind(0.2).forward(*PRG(0.2).inverse(recall_gain, precision_gain))], dtype=float)
                assert max(distance(crossing, flat.get_xydata()), distance(crossing, upright.get_xydata())) < 1e-3


def test_dots_are_where_the_lines_of_a_grid_cross(ax, new_axes):
    (dots,) = draw.prg_grid(ROC(0.2), dots=True, ax=ax).lines
    gains = np.column_stack(PRG(0.2).forward(*dots.get_data())).round(9) + 0.0
    levels = np.linspace(0, 1, 6)
    np.testing.assert_allclose(sorted(map(tuple, gains)), sorted((x, y) for x in levels for y in levels), atol=1e-8)
    assert dots.get_linestyle() == "None"
    # A recall of 0 is nowhere in PRG.
    (dots,) = draw.roc_grid(PRG(0.2), levels=[0, 0.5, 1], dots=True, color="red", ax=new_axes()).lines
    found = np.column_stack(PRG(0.2).inverse(*dots.get_data())).round(9) + 0.0
    np.testing.assert_allclose(sorted(map(tuple, found)), [(x, y) for x in (0, 0.5, 1) for y in (0.5, 1)], atol=1e-8)
    assert dots.get_color() == "red"


@pytest.mark.parametrize("scales", [("log", "linear"), ("linear", "log"), ("log", "log")])
def test_lines_are_straight_in_data_on_logarithmic_axes(scales, ax, off):
    """Chance is the diagonal, not a chord of the axes; whenever the scale is set."""
    (line,) = draw.baseline(ROC(0.01), ax=ax).lines
    tie = prplot.from_labels([1, 0], [1, 1]).roc().plot(ax=ax, chance=False).lines[0]
    ax.figure.canvas.draw()
    ax.set(xscale=scales[0], yscale=scales[1], xlim=(1e-4, 1), ylim=(1e-4, 1))
    ax.figure.canvas.draw()
    points = np.geomspace(2e-4, 1, 300)
    for drawn in (line, tie):
        assert off(drawn, points, points)[0] < 0.5


# What is written.

HELPERS = {
    "isolines": lambda ax, **k: draw.isolines(PR(0.2), "accuracy", [0.8], ax=ax, **k),
    "iso_f": lambda ax, **k: draw.iso_f(PR(0.2), [0.5], ax=ax, **k),
    "baseline": lambda ax, **k: draw.baseline(PR(0.2), ax=ax, **k),
    "always-positive": lambda ax, **k: draw.baseline(PR(0.2), kind="always-positive", ax=ax, **k),
    "prg_grid": lambda ax, **k: draw.prg_grid(PR(0.2), ax=ax, **k),
}


@pytest.mark.parametrize("helper", HELPERS)
def test_helpers_take_keywords_and_leave_limits_and_legends_alone(helper, ax):
    ax.set(xlim=(0.2, 0.7), ylim=(0.1, 0.6))
    HELPERS[helper](ax)
    assert ax.get_legend_handles_labels() == ([], [])
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.7), (0.1, 0.6))
    for style in ({"lw": 3, "c": "red", "ls": ":"}, {"linewidth": 3, "color": "red", "linestyle": ":"}):
        for line in HELPERS[helper](ax, **style, zorder=7, label="mine").lines:
            assert (line.get_linewidth(), line.get_color(), line.get_linestyle()) == (3, "red", ":")
            assert (line.get_zorder(), line.get_label(), line.axes) == (7, "mine", ax)
    made = HELPERS[helper](None)
    assert HELPERS[helper](None).ax is made.ax
    assert repr(made).startswith(f"Drawn({len(made.lines)} lines")


@pytest.fixture
def said(words):
    """What is written in axes without ticks and labels, of some size, from below."""

    def read(ax, inches=6.0):
        ax.figure.set_size_inches(inches, inches)
        return [word.text for word in sorted(words(ax.figure), key=lambda word: word.outline.get_extents().y0)]

    return read


@pytest.fixture
def bare(new_axes):
    def make(size=(6, 6)):
        ax = new_axes(size)
        ax.set(xticks=[], yticks=[], xlabel=" ", ylabel=" ")
        return ax

    return make


def test_values_are_at_the_edge_and_the_name_is_said_once(bare, said, words):
    ax = bare()
    drawn = draw.iso_f(PR(0.1), ax=ax)
    assert said(ax) == ["0.2", "0.4", "0.6", "$F_{1}$ 0.8"]
    places = {word.text.split()[-1]: word.outline.get_extents() for word in words(ax.figure)}
    for level in (0.2, 0.4, 0.6, 0.8):
        edge = ax.transData.transform((1, level / (2 - level)))
        assert abs(places[f"{level}"].y0 / 2 + places[f"{level}"].y1 / 2 - edge[1]) < 6
        assert 0 < places[f"{level}"].x0 - edge[0] < 20
    # The largest that is shown has the name.
    drawn.texts[3].set_visible(False)
    assert said(ax) == ["0.2", "0.4", "$F_{1}$ 0.6"]
    ax.set_ylim(0, 0.3)
    assert said(ax) == ["0.2", "$F_{1}$ 0.4"]
    assert draw.iso_f(PR(0.1), values=False, ax=ax).texts == ()


def test_narrow_axes_have_values_on_their_lines_and_the_prevalence_beside_its_line(bare, new_axes, said, words):
    ax = bare()
    draw.iso_f(PR(0.3), ax=ax)
    assert len(said(ax, 4.4)) == 4
    small = new_axes((1.7, 1.7))
    draw.iso_f(PR(0.3), ax=small)
    values = [
        word for word in words(small.figure) if re.fullmatch(r"(\$F_\{1\}\$ )?0\.\d", word.text) and word.size < 9
    ]
    inside = [word for word in values if small.bbox.count_contains(word.outline.get_extents().get_points()) == 2]
    assert "$F_{1}$ 0.8" in [word.text for word in inside]
    assert len(inside) >= 3
    draw.baseline(PR(0.3), ax=ax)
    assert "prevalence 0.3" in said(ax, 1.7)
    for size in (1.7, 6.0):
        ax.figure.set_size_inches(size, size)
        (box,) = [word.outline.get_extents() for word in words(ax.figure) if word.text == "prevalence 0.3"]
        height = ax.transData.transform((0.5, 0.3))[1]
        assert 0 < min(abs(box.y0 - height), abs(box.y1 - height)) < 8
        assert box.y0 > height or box.y1 < height
        assert ax.bbox.count_contains(box.get_points()) == 2


@pytest.mark.parametrize(
    ("prevalences", "text"),
    [
        ([0.3, 0.1], "0.1, 0.3"),
        ([0.5, 0.3, 0.1], "0.1, 0.3, 0.5"),
        ([0.0972, 0.0947, 0.0975, 0.0968, 0.0972], "0.0947 to 0.0975"),
        ([0.0972, 0.0974, 0.097], "0.0970 to 0.0974"),
        ([0.5, 0.3, 0.1, 0.2], "0.1 to 0.5"),
    ],
)
def test_prevalences_at_one_end_are_sorted_and_many_or_alike_ones_are_a_range(prevalences, text, ax, words):
    for prevalence in prevalences:
        draw.baseline(PRG(prevalence), ax=ax)
    assert f"prevalence {text}" in [word.text for word in words(ax.figure)]


def test_the_prevalence_is_written_where_the_space_depends_on_it(bare, said):
    for space, text in ((PRG(0.2), ["prevalence 0.2"]), (ROC(0.2), []), (prplot.spaces.Lift(0.2), ["lift 1"])):
        ax = bare()
        draw.baseline(space, ax=ax)
        assert said(ax) == text
    assert draw.baseline(PR(0.2), values=False, ax=bare()).texts == ()


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1 / 3, 2 / 3], ["0.33", "0.67"]),
        ([0.2, 0.25, 0.985], ["0.2", "0.25", "0.985"]),
        ([0.1 + 0.2], ["0.3"]),
    ],
)
def test_levels_have_the_digits_that_they_need(values, texts, bare, said):
    ax = bare()
    draw.isolines(ROC(0.5), "recall", values, ax=ax)
    assert [text.split()[-1] for text in said(ax)] == texts


@pytest.mark.parametrize("metric", ["f1", "mcc", "accuracy"])
@pytest.mark.parametrize("space", ["pr", "prg", "roc"])
def test_values_on_lines_are_on_their_lines_and_over_nothing_else(
    metric, space, hard, other, new_axes, clear, on_screen
):
    ax, curve = new_axes((6, 6)), hard.curve(space)
    drawn = draw.isolines(curve, metric, values="on", ax=ax)
    artists = prplot.plot([curve, other.curve(space)], ax=ax, iso_f=False, legend=False)
    for view in ({}, {"xlim": (0.35, 0.85), "ylim": (0.3, 0.8)}):
        ax.set(**view)
        seen = clear(ax.figure, artists.lines)
        values = [one for one in seen if one.text[-1].isdigit() and "prevalence" not in one.text]
        inside = [one for one in values if ax.bbox.count_contains(one.outline.vertices) == 5]
        for word in inside:
            through = [line for line in drawn.lines if word.outline.contains_points(on_screen(line)).any()]
            assert len(through) == 1, word.text
            # Along the line, and upright.
            covered = on_screen(through[0])[word.outline.contains_points(on_screen(through[0]))]
            direction = word.outline.vertices[1] - word.outline.vertices[0]
            assert direction[0] > -1e-6
            turn = np.degrees(np.arctan2(*(covered[-1] - covered[0])[::-1]) - np.arctan2(*direction[::-1]))
            assert abs((turn + 90) % 180 - 90) < 12
    assert inside


def test_prevalences_apart_have_the_colour_of_their_curve_and_as_many_decimals(hard, ax, words):
    few, many = hard.at_prevalence(0.05), hard.at_prevalence(0.5)
    lines = prplot.plot({"few": few, "many": many}, "pr", ax).lines
    colors = {word.text: word.color for word in words(ax.figure) if word.text.startswith("prevalence")}
    assert colors == {
        "prevalence 0.05": to_hex(lines[0].get_color()),
        "prevalence 0.50": to_hex(lines[1].get_color()),
    }
    # Two curves share a prevalence, so that it belongs to neither.
    prplot.plot({"as many": many}, "pr", ax)
    after = {word.text: word.color for word in words(ax.figure) if word.text.startswith("prevalence")}
    assert after["prevalence 0.05"] == colors["prevalence 0.05"]
    assert after["prevalence 0.50"] not in {to_hex(line.get_color()) for line in ax.lines[:3]}
