"""Measures along thresholds, ranks and rates: against scikit-learn at thresholds, against mixtures along the path."""

from __future__ import annotations

import pickle
import re
import warnings
from itertools import permutations
from statistics import NormalDist

import numpy as np
import pytest
from matplotlib.colors import to_hex
from sklearn import metrics as peer

import prplot
from prplot import PrplotTypeError, PrplotValueError, PrplotWarning, draw
from prplot.draw.lines.retraced import FINE
from prplot.metrics import metric
from prplot.uncertainty.measure_bands import measure_bands

RNG = np.random.default_rng(12)
LABEL = RNG.random(120) < 0.3
score = np.round(RNG.normal(size=120) + 1.2 * LABEL, 1)
WEIGHT = RNG.integers(1, 9, 120) / 4
PATH = prplot.from_labels(LABEL, score, sample_weight=WEIGHT)
SMALL = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
MODEL = prplot.simulate.binormal(1, 1)


def step_at(line, t):
    """A step has its right ends."""
    x, y = line.get_data()
    return y[np.searchsorted(x, t, side="left")]


# Against thresholds ----------------------------------------------------------------------------------------------


def test_steps_are_what_scikit_learn_says_at_any_threshold(ax):
    names = ["precision", "recall", "f1", "specificity", "mcc", "kappa", "predicted_positive_rate"]
    drawn = draw.measures(PATH, names, ax=ax)
    between = RNG.uniform(score.min(), score.max(), 20)
    for t in (*np.unique(score)[[0, 5, -6, -1]], *between):
        said = score >= t
        own = {"sample_weight": WEIGHT}
        expected = [
            peer.precision_score(LABEL, said, **own) if said.any() else np.nan,
            peer.recall_score(LABEL, said, **own),
            peer.f1_score(LABEL, said, **own),
            peer.recall_score(~LABEL, ~said, **own),
            peer.matthews_corrcoef(LABEL, said, **own),
            peer.cohen_kappa_score(LABEL, said, **own),
            np.average(said, weights=WEIGHT),
        ]
        found = [float(step_at(line, t)) for line in drawn.lines]
        # scikit-learn has 0 where MCC is 0/0.
        known = np.isfinite(found)
        assert known.sum() >= 6
        assert np.array(found)[known] == pytest.approx(np.array(expected)[known], rel=1e-12, abs=1e-14), t


def test_the_best_threshold_is_marked_where_it_is_best(ax):
    drawn = draw.measures(PATH, ["precision", "f1", "mcc"], ax=ax)
    cuts = np.unique(score)
    f1 = [peer.f1_score(LABEL, score >= t, sample_weight=WEIGHT) for t in cuts]
    mcc = [peer.matthews_corrcoef(LABEL, score >= t, sample_weight=WEIGHT) for t in cuts]
    marks = [line.get_xydata()[0].tolist() for line in drawn.best.lines]
    assert marks == [pytest.approx((cuts[np.argmax(values)], max(values))) for values in (f1, mcc)]
    assert [text.value for text in drawn.best.texts] == [f"{y:.3g} at {x:.3g}" for x, y in marks]


@pytest.mark.parametrize(("best", "count"), [(None, 1), (True, 3), (False, 0), ({"marker": "s"}, 3)], ids=str)
def test_which_best_thresholds_are_marked(best, count, ax):
    drawn = draw.measures(SMALL, best=best, ax=ax)
    assert len(drawn.best.lines) == count
    assert {line.get_marker() for line in drawn.best.lines} <= ({"s"} if isinstance(best, dict) else {"o"})


def test_infinite_scores_have_no_place_but_count(ax):
    path = prplot.from_labels([1, 0, 1, 0, 0, 1, 0], [np.inf, np.inf, 3, 2, 1, -np.inf, -np.inf])
    drawn = draw.measures(path, "recall", ax=ax)
    (line,) = drawn.lines
    assert np.isfinite(line.get_xydata()).all()
    # Above 3 the one positive of score inf is found; at 1 and below two of three.
    assert [float(step_at(line, t)) for t in (3.01, 3, 2, 1, 0.95)] == pytest.approx([1 / 3] + 4 * [2 / 3])
    only = prplot.from_labels([1, 0], [-np.inf, -np.inf])
    assert set(draw.measures(only, "recall", ax=ax).lines[0].get_ydata()) == {0.0}


def test_parts_of_a_split_tie_share_a_threshold(ax):
    path = prplot.from_labels([1, 0, 1], [2, 2, 1])
    found = [draw.measures(each, "precision", ax=ax).lines[0] for each in (path, path.ties("optimistic"))]
    np.testing.assert_array_equal(*(line.get_xydata() for line in found))


def test_thresholds_far_from_all_others_are_out_of_view(ax, new_axes):
    labels, scores = np.append(LABEL, True), np.append(score, 1e6)
    draw.measures(prplot.from_labels(labels, scores), ax=ax)
    assert ax.get_xlim()[1] < 20
    shares = new_axes()
    draw.measures(SMALL, ax=shares)
    assert shares.get_xlim() == (0, 1)


# Along the path --------------------------------------------------------------------------------------------------


def value_along(name, path, x, abscissa):
    """From the definition, at abscissae along a straight step: cells are mixed as the abscissa is."""
    tp, fp = path.tp, path.fp
    at = (tp + fp) / (1 if abscissa == "rank" else path.positives + path.negatives)
    t, f = np.interp(x, at, tp), np.interp(x, at, fp)
    p, n = path.positives, path.negatives
    with np.errstate(all="ignore"):
        return {
            "precision": t / (t + f),
            "recall": t / p,
            "f1": 2 * t / (t + f + p),
            "mcc": (t * (n - f) - f * (p - t)) / np.sqrt((t + f) * p * n * (p + n - t - f)),
            "lift": t / (t + f) * (p + n) / p,
        }[name]


@pytest.mark.parametrize("against", ["rank", "predicted_positive_rate"])
@pytest.mark.parametrize("name", ["precision", "recall", "f1", "mcc", "lift"])
def test_lines_follow_the_path(name, against, ax):
    path = prplot.from_labels(LABEL, np.round(score), sample_weight=WEIGHT)
    (line,) = draw.measures(path, name, against=against, ax=ax).lines
    ax.figure.canvas.draw()
    x, y = line.get_data()
    inner = (x > 0) & (x < x[-1])
    assert y[inner] == pytest.approx(value_along(name, path, x[inner], against), rel=1e-9, abs=1e-12)
    assert np.isfinite(y).sum() >= len(y) - 1
    # Chords are no farther from it than a picture shows.
    many = np.linspace(0.001, 0.999, 999) * x[-1]
    high = np.nanmax(y)
    shown = np.isfinite(y)
    away = np.interp(many, x[shown], y[shown]) - value_along(name, path, many, against)
    assert np.nanmax(np.abs(away)) < 2e-3 * high


def test_precision_at_k_of_ties_is_the_mean_over_their_orders(ax):
    labels, scores = [1, 0, 0, 1, 1, 0], [3, 2, 2, 2, 2, 1]
    (line,) = draw.measures(prplot.from_labels(labels, scores), "precision", against="rank", ax=ax).lines
    x, y = line.course(FINE)
    for k in range(1, 7):
        means = [np.mean([labels[0], *order, labels[5]][:k]) for order in permutations(labels[1:5])]
        assert np.interp(k, x, y) == pytest.approx(np.mean(means), abs=1e-4)
    assert ax.get_xlabel() == "rank"


def test_a_measure_may_rise_and_fall_along_one_step(ax):
    """All scores equal: along the diagonal the G-mean is sqrt(r (1 - r)), and 0 at both ends."""
    path = prplot.from_labels([1, 0, 0, 0], [7, 7, 7, 7])
    (line,) = draw.measures(path, "g_mean", against="recall", ax=ax).lines
    x, y = line.course(FINE)
    many = np.linspace(0.02, 0.98, 49)
    assert np.interp(many, x, y) == pytest.approx(np.sqrt(many * (1 - many)), abs=1e-3)


def test_between_two_vertices_of_a_population_is_the_population():
    path = MODEL.path(0.2)
    step = np.array([5, len(path) // 2, len(path) - 3])
    cuts, cells = path.between(step, np.array([0.0, 0.5, 1.0]))
    middle = (path.thresholds[step[1]] + path.thresholds[step[1] + 1]) / 2
    assert cuts.tolist() == [path.thresholds[step[0]], middle, path.thresholds[step[2] + 1]]
    for place, cut in enumerate(cuts):
        assert [cell[place] for cell in cells] == list(path.at(cut).cells)


def test_against_recall_background_is_upright(ax):
    """Of 1, 0, 1, 0 precision is 1 up to recall 1/2, falls to 1/2 there, rises to 2/3, and falls to 1/2."""
    (line,) = draw.measures(SMALL, "precision", against="recall", ax=ax).lines
    x, y = line.course(FINE)
    corners = [(0, 1), (0.5, 1), (0.5, 0.5), (1, 2 / 3), (1, 0.5)]
    assert all(np.hypot(x - a, y - b).min() < 1e-12 for a, b in corners)
    between = (x > 0.5) & (x < 1)
    # TP / (TP + 1), with TP twice the recall.
    assert y[between] == pytest.approx(2 * x[between] / (2 * x[between] + 1), rel=1e-12)
    assert between.sum() > 2


def test_what_has_no_value_where_nothing_is_predicted_has_a_limit(ax):
    drawn = draw.measures(SMALL, ["precision", "lr_positive", "recall_gain", "npv"], against="rank", ax=ax)
    precision, ratio, gain, npv = (line.get_ydata() for line in drawn.lines)
    assert precision[0] == pytest.approx(1)
    # Without false positives it has no finite value.
    assert not np.isfinite(ratio[0])
    assert gain[0] < -1e6
    assert npv[-1] == pytest.approx(1)


def test_a_logarithmic_axis_shows_the_first_rows(ax):
    drawn = draw.measures(PATH, ["precision", "f1"], against="rank", ax=ax)
    ax.set_xscale("log")
    ax.figure.canvas.draw()
    low, high = ax.get_xlim()
    assert 0 < low < 1
    assert high > PATH.positives
    line = drawn.lines[1]
    x, y = line.get_data()
    seen = x > low
    many = np.geomspace(1.1 * low, 0.99 * high, 500)
    many = many[many < x[-1]]
    away = np.interp(np.log(many), np.log(x[seen]), y[seen]) - value_along("f1", PATH, many, "rank")
    assert np.abs(away).max() < 2e-3


def test_a_path_that_ends_early_ends(ax):
    path = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], positives=6, negatives=30)
    drawn = draw.measures(path, ["recall", "f1"], against="recall", ax=ax)
    assert drawn.lines[0].get_xdata()[-1] == pytest.approx(1 / 3)
    assert ax.get_xlim() == pytest.approx((-0.02, 1.02))
    uncounted = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4)
    with pytest.warns(PrplotWarning, match="specificity is undefined everywhere") as said:
        draw.measures(uncounted, ["precision", "specificity"], against="rank", ax=ax)
    assert len(said) == 1


def test_populations_are_exact(ax):
    path = MODEL.path(0.2)
    recall, precision = draw.measures(path, ["recall", "precision"], ax=ax).lines
    ax.figure.canvas.draw()
    x, y = recall.get_data()
    inside = (x > -4) & (x < 4)
    assert y[inside] == pytest.approx([1 - NormalDist(1, 1).cdf(t) for t in x[inside]], rel=1e-9)
    many = np.linspace(-3, 4, 200)
    at = [path.at(t).precision for t in many]
    x, y = precision.get_data()
    order = np.argsort(x)
    assert np.interp(many, x[order], y[order]) == pytest.approx(at, abs=1e-3)
    low, high = ax.get_xlim()
    assert -6 < low < -1
    assert 2 < high < 7
    (line,) = draw.measures(path, "precision", against="recall", ax=ax).lines
    x, y = line.course(FINE)
    assert np.interp([0.2, 0.5, 0.9], x, y) == pytest.approx(path.pr().at([0.2, 0.5, 0.9]), abs=1e-3)


def test_long_paths_are_drawn_through_few_points_that_look_alike(new_axes, pixels):
    rng = np.random.default_rng(3)
    label = rng.random(200_000) < 0.2
    path = prplot.from_labels(label, rng.normal(size=200_000) + label)
    for against in ("threshold", "rank"):
        ax, plain = new_axes(), new_axes()
        drawn = draw.measures(path, "precision", against=against, ax=ax)
        picture = pixels(ax.figure)
        every = drawn.lines[0].course
        assert len(drawn.lines[0].get_xdata()) < 0.4 * len(every.x)
        plain.plot(every.x, every.y, color=drawn.lines[0].get_color(), linewidth=drawn.lines[0].get_linewidth())
        plain.set(xlim=ax.get_xlim(), ylim=ax.get_ylim(), xlabel=ax.get_xlabel(), ylabel=ax.get_ylabel())
        other = pixels(plain.figure)
        assert np.mean(np.abs(picture.astype(int) - other)) < 0.1


# Bands -----------------------------------------------------------------------------------------------------------


def ends_of(fill):
    """Abscissae, low and high ends of a band; an outline may be closed by its first point."""
    x, y = fill.get_xy().T
    half = len(x) // 2
    return x[:half], y[:half], y[half : 2 * half][::-1]


def test_a_band_of_recall_is_that_of_a_binomial():
    """Drawn by class the positives found at a threshold are binomial."""
    binom = pytest.importorskip("scipy.stats").binom
    path = MODEL.sample(400, prevalence=0.5, rng=3)
    drawn = draw.measures(path, "recall", band={"n": 500, "stratify": True, "level": 0.9, "color": "red"})
    (fill,) = drawn.band.fills
    x, low_end, high_end = ends_of(fill)
    for t in (-0.5, 0.5, 1.5):
        place = int(np.argmin(np.abs(x - t)))
        low, high = low_end[place], high_end[place]
        ends = binom.ppf([0.05, 0.95], path.positives, path.at(x[place]).recall) / path.positives
        assert (low, high) == pytest.approx(tuple(ends), abs=0.02)
    assert to_hex(fill.get_facecolor()) == to_hex("red")


def test_bands_count_scores_at_the_threshold_in():
    """Drawn by class, all positives stay at 2 and all negatives at 1."""
    path = prplot.from_labels([1, 1, 0, 0], [2, 2, 1, 1])
    recall, fpr = map(metric, ("recall", "fpr"))
    ends = measure_bands(path, [recall, fpr], None, np.array([1, 1.5, 2, 2.5]), stratify=True, n=20, rng=1)
    assert [end.tolist() for pair in ends for end in pair] == [[1, 1, 1, 0]] * 2 + [[1, 0, 0, 0]] * 2


@pytest.mark.parametrize("against", ["threshold", "rank", "predicted_positive_rate", "recall"])
def test_bands_are_around_their_lines(against, ax):
    path = MODEL.sample(300, prevalence=0.3, rng=5)
    drawn = draw.measures(path, ["precision", "f1"], against=against, band={"n": 60}, ax=ax)
    assert len(drawn.band.fills) == 2
    for line, fill in zip(drawn.lines, drawn.band.fills, strict=True):
        x, low, high = ends_of(fill)
        at_x, at_y = line.course(FINE)
        shown = np.isfinite(at_y)
        middle = np.interp(x, at_x[shown], at_y[shown])
        assert np.mean((middle >= low - 1e-3) & (middle <= high + 1e-3)) > 0.9
        assert np.median(high - low) > 0.01


def test_what_has_no_band_says_so(ax):
    with pytest.warns(PrplotWarning, match="a population is what samples are uncertain of"):
        drawn = draw.measures(MODEL.path(0.2), "f1", band=True, ax=ax)
    assert drawn.band.fills == ()
    with pytest.warns(PrplotWarning, match="drawn without a band: an interval must rest on at least two positives"):
        draw.measures(prplot.from_labels([1, 0, 0], [3, 2, 1]), "f1", band=True, ax=ax)
    with pytest.raises(PrplotTypeError, match=r"band\['levl'\] must be one of"):
        draw.measures(PATH, band={"levl": 0.9}, ax=ax)


# Figures ---------------------------------------------------------------------------------------------------------


def test_colours_and_styles_tell_paths_and_measures_apart(ax, new_axes):
    one = draw.measures(PATH, ax=ax)
    assert len({line.get_color() for line in one.lines}) == 3
    assert {line.get_linestyle() for line in one.lines} == {"-"}
    assert [text.get_text() for text in one.legend.get_texts()] == ["precision", "recall", "$F_{1}$"]
    paths = {f"forest number {k} with a long name": MODEL.sample(50, prevalence=0.4, rng=k) for k in range(12)}
    many = draw.measures(paths, ["f1", "mcc"], ax=new_axes((7, 5)))
    assert len({line.get_color() for line in many.lines}) == 12
    assert [line.get_linestyle() for line in many.lines] == ["-", "--"] * 12
    assert [text.get_text() for text in many.legend.get_texts()] == [*paths, "$F_{1}$", "MCC"]
    assert [(line.name, line.metric.name) for line in many.lines[:3]] == [
        *((next(iter(paths)), name) for name in ("f1", "mcc")),
        (list(paths)[1], "f1"),
    ]
    many.figure.canvas.draw()
    box = many.legend.get_window_extent()
    # Beside the axes, as there is no room within.
    assert box.x0 > many.ax.bbox.x1 or box.y0 > many.ax.bbox.y1


def test_one_measure_of_several_is_said_at_the_axis(ax):
    drawn = draw.measures({"a": PATH, "_b": SMALL}, "f1", ax=ax)
    assert ax.get_ylabel() == "$F_{1}$"
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["a", "b"]
    again = draw.measures({"c": PATH}, "mcc", ax=ax)
    assert ax.get_ylabel() == ""
    assert len(again.legend.get_texts()) == 3
    assert again.lines[0].get_color() not in {line.get_color() for line in drawn.lines}


def test_a_single_line_without_a_name_needs_no_legend(ax):
    assert draw.measures(PATH, "f1", ax=ax).legend is None
    assert draw.measures({"forest": PATH}, "f1", legend=False).legend is None


def test_legends_are_over_no_line(new_axes):
    for size in ((5.2, 4.4), (3.5, 3.0)):
        ax = new_axes(size)
        drawn = draw.measures(PATH, ["precision", "recall", "f1", "mcc"], ax=ax)
        ax.figure.canvas.draw()
        box = drawn.legend.get_window_extent()
        for line in drawn.lines:
            points = ax.transData.transform(line.get_xydata())
            inside = np.all((points > box.min) & (points < box.max), axis=1)
            assert inside.mean() < 0.1


def test_limits_and_labels_of_the_caller_stay(ax):
    ax.set(xlim=(-1, 1), ylim=(0.2, 0.8), xlabel="score", ylabel="share")
    draw.measures(PATH, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim(), ax.get_xlabel(), ax.get_ylabel()) == ((-1, 1), (0.2, 0.8), "score", "share")


def test_heights_follow_the_measures(ax, new_axes):
    draw.measures(PATH, ax=ax)
    assert ax.get_ylim() == pytest.approx((-0.02, 1.02))
    assert ax.get_xlabel() == "threshold"
    deep = new_axes()
    draw.measures(PATH, "recall_gain", ax=deep)
    assert deep.get_ylim()[0] == pytest.approx(-0.53)
    lift = new_axes()
    draw.measures(SMALL, "lift", against="rank", ax=lift)
    assert lift.get_ylim() == pytest.approx((-0.04, 2.04))


def test_undefined_measures_are_not_drawn_and_said_once(ax):
    path = prplot.from_labels([1, 1, 1], [3, 2, 1], name="mine")
    with pytest.warns(PrplotWarning) as said:
        drawn = draw.measures({"a": path, "b": path}, ["recall", "mcc", "specificity"], ax=ax)
    assert [str(w.message) for w in said] == [
        "mcc of a, specificity of a, mcc of b, specificity of b are undefined everywhere, and not drawn."
    ]
    assert len(drawn.lines) == 6
    assert [line.axes is ax for line in drawn.lines] == [True, False, False] * 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draw.measures(prplot.from_labels([1], [3]), ["recall", "precision"], ax=ax)


def test_lines_take_keywords_and_colour_leaves_styles(ax):
    drawn = draw.measures(PATH, color="k", lw=0.7, ax=ax)
    assert {line.get_color() for line in drawn.lines} == {"k"}
    assert {line.get_linewidth() for line in drawn.lines} == {0.7}
    assert len({str(line.get_linestyle()) for line in drawn.lines}) == 3


def test_artists_tell_what_they_are(ax, tmp_path):
    cost = prplot.expected_cost(fn=10, prevalence=0.05)
    drawn = draw.measures({"forest": PATH.pr()}, [cost, "lift"], ax=ax)
    best = PATH.optimal(cost)
    assert drawn.lines[0].metric is cost
    assert repr(drawn) == "Measures(expected cost of forest, lift of forest)"
    text = drawn.alt_text()
    value = f"{best.measure(cost):.3g}"
    assert re.match(rf"Against the threshold: expected cost of forest \(best {value} at .*\), lift of forest\.", text)
    drawn.save(tmp_path / "figure.png")
    drawn.save(tmp_path / "figure.pdf")
    assert (tmp_path / "figure.png").stat().st_size > 5000
    again = pickle.loads(pickle.dumps(drawn.figure))
    again.canvas.draw()
    np.testing.assert_array_equal(again.axes[0].lines[0].get_xydata(), drawn.lines[0].get_xydata())


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (
            lambda ax: draw.measures(PATH, "precison", ax=ax),
            PrplotValueError,
            "measures must be .*nearest is 'precision'",
        ),
        (lambda ax: draw.measures(PATH, ["f1", 3], ax=ax), PrplotValueError, "measures must be one of .*got 3"),
        (lambda ax: draw.measures(PATH, 3, ax=ax), PrplotTypeError, "measures must be names of measures"),
        (lambda ax: draw.measures(PATH, {"f1": 1}, ax=ax), PrplotTypeError, "measures must be names of measures"),
        (lambda ax: draw.measures(PATH, [], ax=ax), PrplotValueError, "measures must hold at least one"),
        (
            lambda ax: draw.measures(PATH, against="treshold", ax=ax),
            PrplotValueError,
            "against must be one of 'threshold', 'rank', .*The nearest is 'threshold'",
        ),
        (lambda ax: draw.measures([1, 2], ax=ax), PrplotTypeError, "paths must be a path, a curve"),
        (lambda ax: draw.measures({}, ax=ax), PrplotValueError, "paths must .*got none"),
        (lambda ax: draw.measures(PATH, best="f1", ax=ax), PrplotTypeError, "best must be a dict, True, False or None"),
        (lambda ax: draw.measures(PATH, colour="red", ax=ax), PrplotTypeError, "colour must be a keyword"),
        (lambda ax: draw.measures(PATH, "f1", "rank", ax=ax), PrplotTypeError, "the call must be measures"),
    ],
)
def test_wrong_input_draws_nothing(call, error, said, ax):
    with pytest.raises(error, match=said):
        call(ax)
    assert not ax.lines


def test_scores_that_stay_below_a_half_fill_the_axis(ax):
    rng = np.random.default_rng(1)
    path = prplot.from_labels(rng.random(200) < 0.3, rng.random(200) * 0.3)
    prplot.draw.measures(path, ax=ax)
    assert ax.get_xlim() == pytest.approx((0.0, 0.3), abs=0.02)


@pytest.mark.parametrize("against", ["threshold", "recall", "predicted_positive_rate", "rank"])
def test_axes_that_are_logarithmic_already_show_all_that_has_a_place(against, ax):
    rng = np.random.default_rng(1)
    score = rng.random(200)
    path = prplot.from_labels(rng.random(200) < score, score)
    ax.set_xscale("log")
    prplot.draw.measures(path, against=against, ax=ax)
    low, high = ax.get_xlim()
    assert 0 < low < high / 20


def test_ratios_that_become_infinite_leave_the_view_to_the_others(ax):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    prplot.draw.measures(path, ["lr_positive", "recall"], against="rank", ax=ax)
    assert 2.9 < ax.get_ylim()[1] < 3.5


@pytest.mark.parametrize("against", ["recall", "predicted_positive_rate", "rank"])
def test_no_line_is_cut_by_the_frame(against, ax, on_screen):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    line = prplot.draw.measures(path, "precision", against=against, ax=ax).lines[0]
    ax.figure.canvas.draw()
    half = line.get_linewidth() / 2 * ax.figure.dpi / 72
    ends = on_screen(line)
    assert (ends.min(axis=0) - half >= ax.bbox.min).all()
    assert (ends.max(axis=0) + half <= ax.bbox.max).all()
