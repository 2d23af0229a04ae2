"""The lines of curves: how far they are from the curve, on any scale and close up; the area is that of the line."""

from __future__ import annotations

import io

import numpy as np
import pytest

import prplot

BARE = dict.fromkeys(["unachievable", "iso_f", "chance", "always_positive", "legend"], False)


@pytest.fixture(scope="module")
def samples():
    rng = np.random.default_rng(4)
    labels, falling = rng.random(10_000) < 0.1, -np.arange(10_000)
    half, turning = rng.random(3000) < 0.5, rng.random(9000) < np.repeat([0.95, 0.001, 0.4], 3000)
    fg, bg = 10 ** rng.uniform(-9, 3, (2, 3000))
    early = rng.random(500) < 0.4
    return {
        "rows": prplot.from_labels(labels, 1 / (1 + np.exp(2 - rng.normal(size=10_000) - 1.5 * labels))),
        "steps": prplot.from_counts([4, 3, 2, 1], tp=[5, 10, 40, 100], fp=[0, 60, 200, 2000]),
        "turning": prplot.from_labels(turning, falling[:9000]),
        "uneven": prplot.from_weights(rng.normal(size=3000) + 2 * half, fg=fg * half + 1e-12, bg=bg * ~half),
        "bursts": prplot.from_labels(np.arange(6000) // 50 % 2 == 0, falling[:6000]),
        "tied": prplot.from_labels(half, (rng.normal(size=3000) + half).round(1)),
        "early": prplot.from_labels(early, rng.normal(size=500) + early, positives=400, negatives=900),
    }


# Each sample and each kind of curve; and each view with several of them.
CURVES = [
    ("rows", "pr", "continuous"),
    ("rows", "roc", None),
    ("rows", "prg", None),
    ("rows", "det", None),
    ("rows", "net_benefit", None),
    ("steps", "pr", "continuous"),
    ("steps", "pr", "discrete-tp"),
    ("steps", "croc", None),
    ("steps", "cost", None),
    ("steps", "lift", None),
    ("turning", "pr", "max-interpolated"),
    ("turning", "gains", None),
    ("uneven", "pr", "continuous"),
    ("uneven", "roc", None),
    ("bursts", "pr", "step"),
    ("bursts", "prg", None),
    ("tied", "pr", "linear"),
    ("tied", "pr", "discrete-fp"),
    ("early", "pr", "upper-trapezoid"),
    ("early", "roc", None),
]


@pytest.mark.parametrize(("sample", "space", "rule"), CURVES)
def test_the_line_is_within_half_a_pixel_of_the_curve(sample, space, rule, samples, ax, off):
    curve = samples[sample].curve(space, interpolation=rule)
    (line,) = curve.plot(ax, **BARE).lines
    ax.figure.canvas.draw()
    away, count = off(line, *curve.trace(1e-6)[:2])
    assert count > 2
    assert away < 0.5
    low, high = ax.get_xlim()
    look = np.linspace(max(low, 0), min(high, line.get_xdata().max()), 801)[1:-1]
    away, count = off(line, look, curve.at(look))
    assert count > 250
    assert away < 0.5
    assert len(line.get_xdata()) < 60_000


@pytest.mark.parametrize(("sample", "space", "rule"), CURVES[::2])
def test_close_up_a_thousandfold_it_is_within_half_a_pixel_of_all_vertices(sample, space, rule, samples, ax, off):
    curve = samples[sample].curve(space, interpolation=rule)
    trace = curve.trace(1e-3)
    (line,) = curve.plot(ax, **BARE).lines
    ax.figure.canvas.draw()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    vertices = np.column_stack([trace.x, trace.y])[np.isfinite(trace.threshold)]
    vertices = vertices[((vertices > (left, low)) & (vertices < (right, high))).all(axis=1)]
    for x, y in vertices[[len(vertices) // 9, len(vertices) // 2, 8 * len(vertices) // 9]]:
        across, up = 5e-4 * (right - left), 5e-4 * (high - low)
        ax.set(xlim=(x - across, x + across), ylim=(y - up, y + up))
        ax.figure.canvas.draw()
        away, count = off(line, *vertices.T)
        assert count
        assert away < 0.5


@pytest.mark.parametrize(
    ("sample", "space", "scales", "when"),
    [
        ("rows", "roc", ("log", "linear"), "before"),
        ("rows", "pr", ("log", "log"), "after"),
        ("rows", "roc", ("probit", "probit"), "after"),
        ("steps", "croc", ("log", "log"), "before"),
        ("uneven", "roc", ("logit", "linear"), "after"),
        ("bursts", "pr", ("linear", "log"), "before"),
        ("tied", "pr", ("symlog", "asinh"), "before"),
        ("tied", "pr", ("symlog", "asinh"), "after"),
    ],
)
def test_on_other_scales_it_is_within_half_a_pixel_of_all_vertices(sample, space, scales, when, samples, ax, off):
    curve, scales = samples[sample].curve(space), dict(zip(("xscale", "yscale"), scales, strict=True))
    if when == "before":
        ax.set(**scales)
    (line,) = curve.plot(ax, **BARE).lines
    ax.set(**scales)
    ax.figure.canvas.draw()
    away, count = off(line, curve.x, curve.y)
    assert count > 2
    assert away < 0.5


def test_long_curves_are_drawn_through_what_shows(off, new_axes):
    rng = np.random.default_rng(1)
    labels = rng.random(300_000) < 0.1
    path = prplot.from_labels(labels, 1 / (1 + np.exp(2 - rng.normal(size=300_000) - 1.2 * labels)))
    keep = rng.permutation(len(path))[:3000]
    for space in ("pr", "roc", "net_benefit"):
        curve, ax = path.curve(space), new_axes()
        artists = curve.plot(ax)
        ax.figure.canvas.draw()
        (line,) = artists.lines
        assert len(line.get_xdata()) < 60_000
        rows = keep[keep < len(curve.x)]
        assert off(line, curve.x[rows], curve.y[rows])[0] < 0.5
        if space == "pr":
            for ending, most in (("pdf", 150_000), ("svg", 400_000)):
                file = io.BytesIO()
                artists.save(file, format=ending)
                assert len(file.getvalue()) < most


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost", "det"])
def test_populations_are_exact(space, ax, off):
    curve = prplot.simulate.binormal(mu=1.0, sigma=1.3).curve(space, prevalence=0.2)
    (line,) = prplot.plot(curve, ax=ax).lines
    ax.figure.canvas.draw()
    look = np.linspace(0.002, 0.998, 500)
    away, count = off(line, look, curve.at(look))
    assert count > 200
    assert away < 0.5


@pytest.mark.parametrize("kind", ["hard", "other", "soft"])
@pytest.mark.parametrize(("space", "rule"), [("pr", "continuous"), ("pr", "step"), ("prg", None), ("roc", None)])
def test_the_printed_area_is_that_under_the_drawn_line(kind, space, rule, request, ax, entries):
    curve = request.getfixturevalue(kind).curve(space, interpolation=rule)
    artists = curve.plot(ax)
    x, y = artists.lines[0].get_data()
    # The line may begin left of 0 (PRG); it has a point at 0.
    under = np.trapezoid(y[x >= 0], x[x >= 0])
    assert under == pytest.approx(curve.area(), abs=1e-4)
    (entry,) = entries(artists)[1]
    assert float(entry.removeprefix(f"{kind}  ").split()[0]) == pytest.approx(under, abs=6e-4)


def test_precision_and_recall_on_gain_axes_are_the_prg_curve(hard, soft, new_axes, off):
    for path in (hard, soft):
        ax = new_axes(layout=None)
        scale = {"value": "gain", "prevalence": path.prevalence}
        ax.set_xscale(**scale)
        ax.set_yscale(**scale)
        (line,) = path.pr().plot(ax).lines
        ax.figure.canvas.draw()
        gains = np.linspace(0.01, 1, 300)
        values = path.prevalence / (
            path.prevalence + (1 - path.prevalence) * (1 - np.array([gains, path.prg().at(gains)]))
        )
        away, count = off(line, *values)
        assert count > 250
        assert away < 0.5


def test_vertices_are_picked_with_their_thresholds(ax):
    from matplotlib.backend_bases import MouseEvent

    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    (line,) = path.roc().plot(ax).lines
    for threshold, place in ((0.9, (0.0, 0.5)), (0.8, (0.5, 0.5)), (0.4, (0.5, 1.0)), (None, (0.25, 0.8))):
        mouse = MouseEvent("motion_notify_event", ax.figure.canvas, *(ax.transData.transform(place) + 2))
        hit, found = line.contains(mouse)
        assert hit is (threshold is not None)
        assert found["threshold"].tolist() == [threshold] * hit
        assert [(line.vertices[0][k], line.vertices[1][k]) for k in found["ind"]] == [place] * hit
