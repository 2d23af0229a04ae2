"""Lines that trace themselves anew when drawn: how far they are from the true curve, at any size and zoom."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.backend_bases import MouseEvent
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import prplot
from prplot.draw.lines.retraced import FINE, CurveLine, ExactLine, through, traced
from prplot.interpolations import INTERPOLATIONS

KINDS = [("pr", rule.name) for rule in INTERPOLATIONS] + [(s, None) for s in ("prg", "roc", "croc", "cost")]
each_kind = pytest.mark.parametrize(("space", "rule"), KINDS)
BARE = dict.fromkeys(["unachievable", "iso_f", "chance", "always_positive", "legend"], False)


@pytest.fixture(scope="module")
def long():
    """A sample with many more vertices than there are pixels."""
    rng = np.random.default_rng(11)
    labels = rng.random(60_000) < 0.05
    return prplot.from_labels(labels, rng.normal(size=60_000) + 1.5 * labels)


@pytest.fixture(scope="module")
def few():
    """Long steps, whose arcs bend."""
    return prplot.from_counts([4, 3, 2, 1], tp=[5, 10, 40, 100], fp=[0, 60, 200, 2000])


def drawn(curve, dpi=100, size=(5.2, 4.4), **limits):
    """Draw a curve alone; return its line after drawing."""
    figure = Figure(figsize=size, dpi=dpi)
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    (line,) = curve.plot(ax, **BARE).lines
    ax.set(**limits)
    figure.canvas.draw()
    return line


def in_pixels(line, x, y):
    return line.axes.transData.transform(np.column_stack([x, y]))


def farthest(line, x, y):
    """Largest distance, in pixels, of points of the true curve that are in view from the drawn line."""
    points, corners = in_pixels(line, x, y), in_pixels(line, *line.get_data())
    box = line.axes.bbox
    points = points[np.all((points >= box.min) & (points <= box.max), axis=1)]
    start, move = corners[:-1], np.diff(corners, axis=0)
    size = np.maximum(np.sum(move**2, axis=1), 1e-300)
    left, right = np.minimum(corners[:-1, 0], corners[1:, 0]), np.maximum(corners[:-1, 0], corners[1:, 0])
    worst = 0.0
    for some in np.array_split(points[np.argsort(points[:, 0])], max(1, len(points) // 20)):
        # What is more than a pixel beside the points is nearest to none of them, or the line is too far off.
        near = (right > some[0, 0] - 1) & (left < some[-1, 0] + 1) if len(some) else slice(None)
        part = np.clip(np.sum((some[:, None] - start[near]) * move[near], axis=2) / size[near], 0, 1)
        away = some[:, None] - start[near] - part[..., None] * move[near]
        worst = max(worst, float(np.sqrt(np.min(np.sum(away**2, axis=2), axis=1, initial=np.inf)).max(initial=0)))
    return worst, len(points)


@each_kind
@pytest.mark.parametrize("kind", ["few", "long"])
def test_the_drawn_line_is_within_a_quarter_of_a_pixel(kind, space, rule, request):
    """And has no more points than the picture needs."""
    curve = request.getfixturevalue(kind).curve(space, interpolation=rule)
    line = drawn(curve)
    assert len(line.get_xdata()) < 40_000
    x, y, _ = curve.trace(1e-7 if kind == "few" else 1e-5)
    keep = np.random.default_rng(0).permutation(len(x))[:3000]
    assert farthest(line, x[keep], y[keep])[0] < 0.25
    look = np.linspace(0, 1, 1001)
    away, count = farthest(line, look, curve.at(look))
    assert count > 500
    assert away < 0.25


@pytest.mark.parametrize(
    ("space", "rule"), [("pr", "continuous"), ("pr", "discrete-fp"), ("prg", None), ("croc", None)]
)
@pytest.mark.parametrize("kind", ["few", "long"])
def test_zoomed_a_thousandfold(kind, space, rule, request):
    """Around a point in the middle of an arc; the view is a thousandth of the square."""
    curve = request.getfixturevalue(kind).curve(space, interpolation=rule)
    x = 0.3141
    y = float(curve.at(x))
    line = drawn(curve, xlim=(x - 5e-4, x + 5e-4), ylim=(y - 5e-4, y + 5e-4))
    look = np.linspace(x - 5e-4, x + 5e-4, 400)[1:-1]
    away, count = farthest(line, look, curve.at(look))
    assert count > 20
    assert away < 0.25
    assert len(line.get_xdata()) < 50_000


def precision_at(recall):
    """The exact precision of ``few`` at a recall beyond its first threshold, by arithmetic of fractions."""
    tp, fp = (5, 10, 40, 100), (0, 60, 200, 2000)
    found = Fraction(recall) * 100
    step = next(k for k in range(3) if tp[k] <= found <= tp[k + 1])
    wrong = fp[step] + (found - tp[step]) * Fraction(fp[step + 1] - fp[step], tp[step + 1] - tp[step])
    return found / (found + wrong)


@pytest.mark.parametrize("width", [1e-4, 1e-6, 1e-8, 1e-10, 1e-12])
@pytest.mark.parametrize("tall", [True, False])
def test_however_deep_the_view_the_line_is_exact_and_short(few, width, tall):
    """Also where only the abscissae are looked at closely."""
    x = 0.3141
    y = float(precision_at(x))
    limits = {} if tall else {"ylim": (y - width, y + width)}
    line = drawn(few.pr(), xlim=(x - width, x + width), **limits)
    assert len(line.get_xdata()) < 500
    look = np.linspace(x - width, x + width, 400)[1:-1]
    away, count = farthest(line, look, np.array([float(precision_at(value)) for value in look.tolist()]))
    assert count > 20
    # Neighbouring numbers lie apart by more than a tenth of a pixel in the narrowest view.
    assert away < 0.25


def test_where_pixels_are_finer_than_numbers_a_line_does_not_follow_the_rounding():
    """Neighbouring numbers lie apart by about two pixels, and 480 points would follow them."""
    roc = prplot.from_weights([4, 3, 2, 1], fg=[5, 5, 30, 60], bg=[0, 60, 140, 1800]).roc()
    at = float(roc.at(0.3141))
    line = drawn(roc, xlim=(0.3141 - 1e-14, 0.3141 + 1e-14), ylim=(at - 1e-14, at + 1e-14))
    assert len(line.get_xdata()) < 100


@pytest.mark.few(12)
@each_kind
@pytest.mark.parametrize("limits", [(0.4, 0.4 + 1e-11), (1e-12, 1.0), (1e-300, 1.0)], ids=str)
def test_no_view_takes_many_points(space, rule, limits, few):
    """Of curves, lines of rates and metrics, regions and bands."""
    curve = few.curve(space, interpolation=rule)
    figure = Figure()
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    (line,) = curve.plot(ax, legend=False).lines
    ax.set(xlim=limits) if limits[0] > 0.1 else ax.set(xscale="log", xlim=limits)
    # They are the same whatever the rule.
    if curve.space.pointwise and rule in (None, "continuous"):
        prplot.draw.isolines(curve, "mcc", ax=ax)
        prplot.draw.hull(curve, ax=ax)
        prplot.draw.early_retrieval(curve, 0.1, ax=ax)
    figure.canvas.draw()
    x = np.geomspace(*limits, 200)
    assert farthest(line, x, curve.at(x))[0] < 0.25
    assert sum(len(shape.get_xydata()) for shape in ax.lines) < 10_000
    assert sum(len(shape.get_xy()) for shape in ax.patches) < 5_000


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
@pytest.mark.parametrize("width", [1e-5, 1e-9, 1e-11])
def test_populations_are_looked_at_as_closely(space, width):
    curve = prplot.simulate.binormal(mu=1.0, sigma=1.3).curve(space, prevalence=0.2)
    x = 0.3141
    y = float(curve.at(x))
    line = drawn(curve, xlim=(x - width, x + width), ylim=(y - width, y + width))
    assert len(line.get_xdata()) < 4_000
    look = np.linspace(x - width, x + width, 100)[1:-1]
    assert farthest(line, look, curve.at(look))[0] < 0.5


def test_two_resolutions_are_both_exact_and_the_finer_has_more_points(few):
    curve = few.pr()
    x, y, _ = curve.trace(1e-8)
    coarse, fine = drawn(curve, dpi=50), drawn(curve, dpi=600)
    assert len(fine.get_xdata()) > 1.3 * len(coarse.get_xdata())
    for line in (coarse, fine):
        assert farthest(line, x[::7], y[::7])[0] < 0.25


def test_saving_at_another_resolution_traces_again(few):
    line = drawn(few.pr(), dpi=50)
    before = len(line.get_xdata())
    line.figure.savefig(io.BytesIO(), format="png", dpi=600)
    assert len(line.get_xdata()) > before
    line.figure.canvas.draw()
    assert len(line.get_xdata()) == before


@pytest.mark.parametrize("scales", [("log", "linear"), ("log", "log")])
@pytest.mark.parametrize("space", ["pr", "roc", "croc"])
def test_on_logarithmic_axes(few, space, scales):
    """Also where the scale is changed after the curve was drawn."""
    curve = few.curve(space)
    line = drawn(curve)
    line.axes.set(xscale=scales[0], yscale=scales[1], xlim=(1e-4, 1), ylim=(1e-4, 1.1))
    line.figure.canvas.draw()
    x = np.geomspace(1.01e-4, 1, 1500)
    away, count = farthest(line, x, curve.at(x))
    assert count > 500
    assert away < 0.25


def test_isolines_are_exact_when_zoomed():
    space = prplot.PR(0.1)
    figure = Figure()
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    line = prplot.draw.iso_f(space, [0.45], ax=ax).lines[0]
    recall = 0.4
    precision = 0.45 * recall / (2 * recall - 0.45)
    ax.set(xlim=(recall - 5e-4, recall + 5e-4), ylim=(precision - 5e-4, precision + 5e-4))
    figure.canvas.draw()
    look = np.linspace(recall - 5e-4, recall + 5e-4, 300)[1:-1]
    away, count = farthest(line, look, 0.45 * look / (2 * look - 0.45))
    assert count > 20
    assert away < 0.25


def test_thinned_and_full_are_the_same_picture(long, pixels):
    """The full line is drawn by matplotlib alone."""
    for space in ("pr", "roc"):
        curve = long.curve(space)
        thin = drawn(curve).axes
        thin.lines[0].set(color="k", linewidth=1.0)
        figure = Figure(figsize=(5.2, 4.4), dpi=100)
        ax = figure.add_subplot()
        ax.plot(*curve.trace(1e-5)[:2], "k", lw=1.0, solid_joinstyle="round")
        ax.set(xlim=thin.get_xlim(), ylim=thin.get_ylim(), xlabel=thin.get_xlabel(), ylabel=thin.get_ylabel())
        ax.set_box_aspect(1)
        different = np.abs(pixels(thin.figure).astype(int) - pixels(figure).astype(int)).max(axis=-1)
        assert np.mean(different > 64) < 2e-4


def test_vertices_can_be_picked_with_their_thresholds(long):
    line = drawn(long.pr())
    row = 700
    # The mouse is at whole pixels.
    place = np.floor(in_pixels(line, long.pr().x[[row]], long.pr().y[[row]])[0])
    hit, found = line.contains(MouseEvent("button_press_event", line.figure.canvas, *place))
    assert hit
    assert row in found["ind"]
    assert found["threshold"].tolist() == long.pr().thresholds[found["ind"]].tolist()
    distances = np.hypot(*(in_pixels(line, long.pr().x, long.pr().y) - place).T)
    np.testing.assert_array_equal(found["ind"], np.flatnonzero(distances <= line.get_pickradius() * 100 / 72))


def test_nothing_is_picked_far_away_or_on_another_figure(few):
    line = drawn(few.pr())
    corner = in_pixels(line, [0.0], [0.0])[0]
    assert (
        line.contains(MouseEvent("button_press_event", line.figure.canvas, *corner)) == (False, {})
        or not (line.contains(MouseEvent("button_press_event", line.figure.canvas, *corner))[0])
    )
    place = in_pixels(line, few.pr().x[[2]], few.pr().y[[2]])[0]
    assert line.contains(MouseEvent("button_press_event", line.figure.canvas, *place))[0]
    stranger = FigureCanvasAgg(Figure())
    assert not line.contains(MouseEvent("button_press_event", stranger, *place))[0]


def test_drawing_leaves_the_figure_clean(few):
    """Retracing is no change that asks for another drawing."""
    line = drawn(few.pr())
    before = line.get_xydata().copy()
    line.axes.set_xlim(0.2, 0.4)
    assert line.figure.stale
    line.figure.canvas.draw()
    assert not line.figure.stale
    assert line.get_xydata().tolist() != before.tolist()


def test_a_line_with_another_transform_is_left_alone(few):
    line = CurveLine(few.pr())
    figure = Figure()
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    line.set_transform(ax.transAxes)
    ax.add_artist(line)
    before = line.get_xydata().copy()
    ax.set_xlim(0, 1e-3)
    figure.canvas.draw()
    np.testing.assert_array_equal(line.get_xydata(), before)


def test_undefined_curves_draw_nothing(ax):
    with pytest.warns(prplot.PrplotWarning):
        (line,) = prplot.from_labels([1, 1], [0.3, 0.4]).roc().plot(ax).lines
    ax.figure.canvas.draw()
    assert not np.isfinite(line.get_xydata()).all(axis=1).any()


def test_exact_lines_need_a_trace_only(ax):
    line = ExactLine(through(prplot.ROC(0.3), np.array([0.0, 1.0]), np.array([0.0, 1.0])), color="k")
    ax.add_artist(line)
    ax.figure.canvas.draw()
    np.testing.assert_array_equal(*line.get_data())


@pytest.mark.slow
def test_a_million_vertices_make_a_small_file():
    rng = np.random.default_rng(1)
    labels = rng.random(10**6) < 0.1
    artists = prplot.from_labels(labels, rng.normal(size=10**6) + 1.2 * labels).pr().plot()
    for ending in ("pdf", "svg"):
        file = io.BytesIO()
        artists.save(file, format=ending)
        assert len(file.getvalue()) < 100_000


def test_a_long_curve_is_drawn_from_what_its_outline_needs(long):
    curve = prplot.from_labels(long.sample.fg == 1, long.sample.score).pr()
    groups = curve.path.vertices.groups
    line = drawn(curve)
    # Neither the vertices nor what they are made of, but for the runs of either class.
    assert "vertices" not in vars(curve)
    assert set(vars(groups)) == {"ranked", "positives", "_runs", "_length"}
    assert len(groups.joined("either").tp) < len(curve.path) / 3
    x, y = curve.vertices
    keep = np.random.default_rng(1).permutation(len(x))[:3000]
    assert farthest(line, x[keep], y[keep])[0] < 0.25


@pytest.mark.few(10)
@pytest.mark.parametrize("rule", ["linear", "upper-trapezoid", "step", "max-interpolated", "continuous"])
@pytest.mark.parametrize("view", [(0.55, 0.6), (0.3, 0.4), (0.999, 1.0), (0.401, 0.402)])
def test_a_line_enters_a_view_where_it_is(rule, view):
    """Of vertices at one recall a line through the highest must not be continued from the lowest."""
    for labels, scores in (([1, 0, 0, 1, 0, 0, 1, 1], [8, 7, 6, 5, 4, 3, 2, 1]), uneven()):
        curve = prplot.from_labels(labels, scores).pr(rule)
        plotted = curve.plot()
        (line,) = plotted.lines
        plotted.ax.set_xlim(view)
        plotted.ax.figure.canvas.draw()
        inside = np.linspace(*view, 41)[1:-1]
        # Vertices are drops, where either end is right.
        inside = inside[np.abs(inside[:, None] - np.unique(curve.x)).min(axis=1) > 1e-9]
        x, y = line.get_xydata().T
        np.testing.assert_allclose(np.interp(inside, x, y), curve.at(inside), atol=2e-3)


def uneven():
    rng = np.random.default_rng(5)
    labels = rng.random(2000) < 0.3
    return labels, (rng.normal(size=2000) + labels).round(2)


def test_what_has_the_same_line_is_not_traced_again(long):
    roc, other = long.roc(), long.at_prevalence(0.5).roc()
    seen = traced(roc)(FINE)
    assert traced(roc)(FINE)[0] is seen[0]
    assert traced(other.sharing(roc))(FINE)[0] is seen[0]
    anew = traced(other)(FINE)
    assert anew[0] is not seen[0]
    np.testing.assert_allclose(anew, seen, rtol=1e-12)
    # Another view is another line.
    assert len(traced(roc)(replace(FINE, tolerance=1e-2, view="another"))[0]) < len(seen[0])


def test_curves_of_a_path_that_are_alike_share_their_pictures(long):
    early = prplot.from_labels([1, 0, 1, 1, 0], [5, 4, 3, 2, 1], positives=6)
    for path in (long, early):
        one, other = path.pr(), path.pr()
        assert one.space == other.space
        assert traced(one)(FINE)[0] is traced(other)(FINE)[0]
        assert traced(path.pr(interpolation="step"))(FINE)[0] is not traced(one)(FINE)[0]
        assert one.area() == other.area() != path.pr(interpolation="step").area()
    assert len(early._areas_of_curves) == 2


def test_a_line_is_traced_when_it_is_drawn_or_read(ax):
    def diagonal(sight):
        views.append(sight.view)
        return np.array([0.0, 1.0]), np.array([0.0, 0.5])

    for read in ("get_data", "get_xydata", "get_path", "get_ydata"):
        views = []
        line = ExactLine(diagonal)
        ax.add_artist(line)
        assert not views
        read_before = getattr(line, read)()
        assert views == ["usual"]
        assert np.max(getattr(read_before, "vertices", read_before)) in (1.0, 0.5)
        ax.figure.canvas.draw()
        assert len(views) == 2
        line.remove()
    views = []
    ax.add_artist(ExactLine(diagonal))
    ax.figure.canvas.draw()
    assert len(views) == 1
    assert views[0] != "usual"
