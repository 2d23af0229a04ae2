"""Small scores mean positive: all is as of the negated scores, and thresholds are those of the scores as given."""

from __future__ import annotations

import warnings
from dataclasses import fields, is_dataclass
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest
from helpers.explorers import offered, text_of
from scipy.stats import rankdata

import prplot
from prplot import PrplotError, PrplotTypeError, PrplotValueError
from prplot.cli import commands
from prplot.draw.page.places import picture_facts

RATES = ("recall", "precision", "fpr", "specificity", "npv", "predicted_positive_rate")
SPACES = ("pr", "prg", "roc", "croc", "gains", "lift", "det", "cost")


# Samples ---------------------------------------------------------------------------------------------------------


def scores(seed: int, n: int = 60, digits: int = 1) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.4
    return labels, np.round(rng.normal(size=n) - labels, digits)


def infinite(seed: int) -> tuple[Any, Any]:
    labels, score = scores(seed)
    score[:3], score[3:6] = inf, -inf
    return labels, score


def with_missing(seed: int) -> tuple[Any, Any]:
    labels, score = scores(seed)
    score[::7] = nan
    return labels, score


WEIGHT, SOFT = np.random.default_rng(7).integers(0, 4, 60), np.random.default_rng(8).integers(0, 5, 60) / 4
HARD: dict[str, tuple[Any, dict[str, Any]]] = {
    "few ties": (scores(1, 60, 2), {}),
    "many ties": (scores(2, 60, 0), {}),
    "more rows than are counted one by one": (scores(3, 5000, 2), {}),
    "weights": (scores(4), {"sample_weight": WEIGHT}),
    "infinite scores": (infinite(5), {}),
    "near ties": (scores(6, 60, 2), {"tolerance": 0.15}),
    "missing scores dropped": (with_missing(7), {"missing": "drop"}),
    "missing scores lowest": (with_missing(8), {"missing": "lowest"}),
    "missing scores unreached": (with_missing(9), {"missing": "unreached"}),
    "rows that nobody returned": (scores(10), {"positives": 50, "negatives": 90}),
    "items": (scores(11), {"item": np.repeat(np.arange(30), 2)}),
}


def hard_labels(labels: Any, score: Any, sign: float, **options: Any) -> prplot.ConfusionPath:
    if "item" in options:
        labels = np.repeat(labels[::2], 2)
    return prplot.from_labels(labels, sign * score, lower_is_positive=sign > 0, **options)


def pair(name: str) -> tuple[prplot.ConfusionPath, prplot.ConfusionPath]:
    """The path of scores of which small ones mean positive, and that of the negated scores."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        if name in HARD:
            data, options = HARD[name]
            return hard_labels(*data, 1.0, **options), hard_labels(*data, -1.0, **options)
        score = scores(12)[1]
        if name == "soft labels":
            made = prplot.from_weights(score, fg=SOFT, lower_is_positive=True), prplot.from_weights(-score, fg=SOFT)
        elif name == "counts":
            cuts, tp, fp = np.array([-2.0, 0.0, 0.5, 3.0]), [3, 5, 5, 9], [0, 1, 4, 20]
            made = prplot.from_counts(cuts, tp, fp, lower_is_positive=True), prplot.from_counts(-cuts, tp, fp)
        elif name == "soft counts":
            cuts, tp, fp = np.array([-2.0, 0.0, 0.5, 3.0]), [3, 5, 5, 9], [0, 1, 4, 20]
            made = (
                prplot.from_counts(cuts, tp, fp, soft=True, lower_is_positive=True),
                prplot.from_counts(-cuts, tp, fp, soft=True),
            )
        else:
            low, high = prplot.Counts([-1, 0, 1], lower_is_positive=True), prplot.Counts([-1, 0, 1])
            labels, score = scores(13, digits=2)
            low.update(labels, score)
            high.update(labels, -score)
            made = low.path(), high.path()
    return made


SAMPLES = (*HARD, "soft labels", "counts", "soft counts", "bins")


# What is compared ------------------------------------------------------------------------------------------------


def plain(value: Any, turn: Any) -> Any:
    """What a result says, its thresholds as ``turn`` has them."""
    if isinstance(value, prplot.Confusion):
        return [*value.cells, None if value.threshold is None else turn(value.threshold)]
    if isinstance(value, dict):
        return {key: plain(each, turn) for key, each in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [plain(each, turn) for each in value]
    if hasattr(value, "_fields"):
        return {name: threshold(name, getattr(value, name), turn) for name in value._fields}
    if is_dataclass(value) and not callable(value):
        return {each.name: threshold(each.name, getattr(value, each.name), turn) for each in fields(value)}
    return value


def threshold(name: str, value: Any, turn: Any) -> Any:
    if name in ("threshold", "thresholds"):
        return turn(value)
    return plain(value, turn)


def tried(call: Any) -> Any:
    try:
        return call()
    except PrplotError as error:
        return type(error).__name__


def path_as_it_is(path: Any, turn: Any) -> Any:
    rows = path.sample
    score = () if rows is None else [turn(rows.score), turn(rows.in_order("score")), rows.fg, rows.bg]
    return [
        turn(path.thresholds),
        path.tp,
        path.fp,
        path.positives,
        path.negatives,
        path.reached,
        path.distinct,
        *score,
    ]


def table(path: Any, turn: Any) -> Any:
    columns = dict(path.table())
    return [turn(columns.pop("threshold")), columns]


def at(path: Any, turn: Any) -> Any:
    cuts = np.concatenate([np.linspace(-3.0, 3.0, 41), [inf, -inf, 0.0], turn(path.thresholds)])
    return [[plain(path.at(turn(cut)), turn), plain(path.find(threshold=turn(cut)), turn)] for cut in cuts.tolist()]


def operating(path: Any, turn: Any) -> Any:
    chosen = [tried(lambda r=rate, v=level: path.find(**{r: v})) for rate in RATES for level in (0.0, 0.31, 0.62, 1.0)]
    chosen += [tried(lambda m=metric: path.optimal(m)) for metric in ("f1", "accuracy", "youden", "mcc")]
    chosen.append(tried(lambda: path.optimal("recall", subject_to={"fpr": 0.2})))
    chosen.append(tried(path.break_even))
    chosen += [path.confusion(row) for row in range(len(path))]
    return plain(chosen, turn)


def zones(path: Any, turn: Any) -> Any:
    ends = sorted(turn(cut) for cut in (-0.5, 0.0, 1.0))
    found = path.zones(ends, costs=[(10, 0), (3, 1), (1, 2), (0, 5)][:: 1 if turn(1.0) < 0 else -1])
    way = 1 if turn(1.0) < 0 else -1
    rows = [(row[3:], sorted(map(turn, (row.low, row.high)))) for row in found.rows[::way]]
    return [rows, plain(found.confusions[::way], turn), found.cost]


def transfer(path: Any, turn: Any) -> Any:
    others = {"same": path, "rare": path.at_prevalence(0.05), "ties": path.ties("optimistic")}
    return [
        plain([found.columns(), found.threshold, found.rows], turn)[0]
        | {"threshold": turn(np.array(found.columns()["threshold"])), "cut": turn(found.threshold)}
        for chosen in ("f1", {"recall": 0.3}, turn(0.25), path.find(recall=0.3), {"threshold": turn(0.5)})
        if (found := path.transfer(chosen, others))
    ]


def hulls(path: Any, turn: Any) -> Any:
    made = [path.curve(space).hull() for space in ("pr", "roc", "prg")]
    asked = np.concatenate([np.linspace(-3, 3, 31), [inf, -inf], turn(path.thresholds)])
    return [
        [
            hull.x,
            hull.y,
            turn(hull.thresholds),
            hull.scores,
            hull.beta_intervals,
            hull.area(),
            hull.calibrate(turn(asked)),
        ]
        for hull in made
    ]


def areas(path: Any, turn: Any) -> Any:  # noqa: ARG001
    named = tried(lambda: [(row.key, row.value, row.bounds, str(row)) for row in path.areas()])
    bounds = [path.curve(space).bounds() for space in ("pr", "roc", "prg")]
    early = [
        path.rie(20),
        path.bedroc(20),
        path.log_auc(),
        path.enrichment_factor(0.1),
        path.expected_f(),
        path.roc_n(9),
    ]
    return [named, bounds, early]


def curves(path: Any, turn: Any) -> Any:
    made = [path.curve(space) for space in SPACES] + [path.pr(rule) for rule in ("step", "linear", "max-interpolated")]
    made.append(path.net_benefit("best"))
    seen = []
    for curve in made:
        trace = curve.trace()
        low = np.linspace(0.05, 0.95, 7)
        seen.append([curve.x, curve.y, turn(curve.thresholds), trace.x, trace.y, turn(trace.threshold), curve.at(low)])
    for space in ("pr", "roc"):
        best = path.curve(space).pareto()
        seen.append([best.x, best.y, turn(best.thresholds)])
    return seen


def variants(path: Any, turn: Any) -> Any:
    made = [tried(lambda h=how: path.ties(h)) for how in ("optimistic", "pessimistic", "given")]
    made += [path.at_prevalence(0.2), tried(lambda: path.hard(0.4)), path.named("x")]
    made += [each.at_prevalence(0.3) for each in made if not isinstance(each, str)]
    assert all(isinstance(each, str) or each.lower_is_positive == path.lower_is_positive for each in made)
    seen = [each if isinstance(each, str) else path_as_it_is(each, turn) for each in made]
    # Ranks replace the scores: the best row has the largest, whichever scores mean positive.
    assert not path.best().lower_is_positive
    return seen + [path_as_it_is(each, lambda cut: cut) for each in (path.best(), path.worst())]


def uncertain(path: Any, turn: Any) -> Any:
    seen: list[Any] = []
    for measure in ("average_precision", "roc", prplot.measure_at("precision", at={"recall": 0.5})):
        seen.append(tried(lambda m=measure: path.interval(m, n=60, level=0.9, rng=1)))
    for metric, method in (("recall", "wilson"), ("precision", "clopper-pearson"), ("f1", "bootstrap")):
        for cut in (-0.4, 0.0, 0.3, inf):
            rule = prplot.measure_at(metric, at={"threshold": turn(cut)})
            options = {"n": 60, "rng": 1} if method == "bootstrap" else {}
            seen.append(tried(lambda r=rule, m=method, o=options: path.interval(r, method=m, level=0.9, **o)))
    numbers = [each if isinstance(each, str) else (each.estimate, each.low, each.high) for each in seen]
    band = tried(lambda: path.roc().band(n=60, rng=2, level=0.9))
    return [numbers, band if isinstance(band, str) else (band.x, band.low, band.high)]


def compared(path: Any, turn: Any) -> Any:
    if not path.closed or path.sample is None:
        return None
    rows = path.sample
    another = prplot.from_weights(
        np.sin(np.arange(len(rows))) + turn(rows.score), fg=rows.fg, bg=rows.bg, lower_is_positive=False
    )
    made = tried(lambda: prplot.compare({"a": path, "b": another}, "roc", n=60, rng=1))
    return made if isinstance(made, str) else [list(map(list, made.rows)), made.estimates]


def pooled(path: Any, turn: Any) -> Any:
    if path.binned:
        return None
    other = pair("few ties")[0 if path.lower_is_positive else 1]
    made = tried(lambda: prplot.pool([path, other], calibrated=True))
    return made if isinstance(made, str) else path_as_it_is(made, turn)


RESULTS = (
    path_as_it_is,
    table,
    at,
    operating,
    zones,
    transfer,
    hulls,
    areas,
    curves,
    variants,
    uncertain,
    compared,
    pooled,
)


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert list(one) == list(other)
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    elif isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, other)
    else:
        assert one == other or (isnan(one) and isnan(other))


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.__name__)
@pytest.mark.parametrize("name", SAMPLES)
def test_all_is_as_of_the_negated_scores(name, result):
    low, high = pair(name)
    assert (low.lower_is_positive, high.lower_is_positive) == (True, False)
    assert_same(result(low, lambda cut: cut), result(high, lambda cut: 0.0 - cut))


# Directions, and what is refused ---------------------------------------------------------------------------------


def test_docking_scores():
    # By hand: of the 6 pairs of an active and a decoy 5 have the active at the lower energy.
    actives, energies = [1, 1, 0, 0, 0], [-11.2, -9.8, -7.1, -6.5, -9.9]
    assert prplot.from_labels(actives, energies).roc().area() == pytest.approx(1 / 6, rel=1e-15)
    path = prplot.from_labels(actives, energies, lower_is_positive=True, name="docking")
    assert path.roc().area() == pytest.approx(5 / 6, rel=1e-15)
    assert path.thresholds.tolist() == [-inf, -11.2, -9.9, -9.8, -7.1, -6.5]
    assert path.sample.score.tolist() == energies
    assert path.at(-9.85) == prplot.Confusion(tp=1, fp=1, fn=1, tn=2, threshold=-9.85, lower_is_positive=True)
    assert path.find(recall=1).threshold == path.optimal("f1").threshold == -9.8
    assert path.at(-9.8).cells == (2, 1, 0, 2)
    assert (path.at(-inf).cells, path.at(inf).cells) == ((0, 0, 2, 3), (2, 3, 0, 0))
    assert "lower_is_positive=True" in repr(path)
    assert "lower_is_positive" in path._repr_html_()
    assert "from -11.2 up to -6.5; small scores mean positive" in path.describe()
    assert all("small scores mean positive" in said for said in (path.methods(), path.roc().methods()))
    assert "score ≤ -9.8" in path.at(-9.8)._repr_html_()
    assert "score ≥ -9.8" in prplot.from_labels(actives, energies).at(-9.8)._repr_html_()
    found = path.zones([-9.8, -7.0])
    assert [row.name for row in found] == ["up to -9.8", "-9.8 to -7", "above -7"]
    assert [(row.low, row.high, row.positives, row.negatives) for row in found] == [
        (-inf, -9.8, 2, 1),
        (-9.8, -7.0, 0, 1),
        (-7.0, inf, 0, 1),
    ]


def test_zero_stays_zero_and_arrays_are_closed():
    path = prplot.from_labels([1, 0, 1], [0.0, 0.5, 1.0], lower_is_positive=True)
    assert not np.signbit(path.thresholds[1:]).any()
    assert not np.signbit(path.sample.score).any()
    assert path.thresholds is path.thresholds
    for column in (path.thresholds, path.table()["threshold"], path.sample.score, path.roc().thresholds):
        assert not column.flags.writeable
    score = np.array([3.0, 1.0, 2.0])
    assert prplot.from_labels([1, 0, 1], score, lower_is_positive=True).sample.score is not score
    assert score.tolist() == [3.0, 1.0, 2.0]


def test_a_score_that_is_missing_is_ranked_last():
    path = prplot.from_labels([1, 0, 1], [1.0, 2.0, nan], lower_is_positive=True, missing="lowest")
    assert path.thresholds.tolist() == [-inf, 1.0, 2.0, inf]
    assert path.at(1e300).cells == (1, 1, 1, 0)


def test_curves_that_end_at_predicting_everything():
    path = prplot.from_labels([1, 0], [1.0, 2.0], lower_is_positive=True, positives=2, negatives=2)
    for curve in (path.cost(), path.net_benefit("best")):
        assert set(curve.thresholds.tolist()) <= {-inf, 1.0, 2.0, inf}
        assert inf in curve.thresholds


def test_counts_of_p_values():
    p, tp, fp = [0.01, 0.05, 0.1], [3, 6, 9], [0, 1, 3]
    path = prplot.from_counts(p, tp, fp, lower_is_positive=True)
    assert path.thresholds.tolist() == [-inf, *p]
    assert path.at(0.07).cells == (6, 1, 3, 2)
    # AP by hand: the mean over 9 positives of the precision at the threshold that finds each.
    assert path.pr("step").area() == pytest.approx((3 * 1 + 3 * 6 / 7 + 3 * 9 / 12) / 9, rel=1e-14)
    partly = prplot.from_counts(p, tp, fp, lower_is_positive=True, positives=10)
    assert partly.reached == 0.9
    assert prplot.from_counts([-inf, *p], [0, *tp], [0, *fp], lower_is_positive=True).thresholds.tolist() == [-inf, *p]
    infinite = prplot.from_counts([-inf, -inf, 1], [0, 1, 1], [0, 0, 2], lower_is_positive=True)
    assert infinite.thresholds.tolist() == [-inf, -inf, 1]


@pytest.mark.parametrize(
    ("cuts", "tp", "fp", "lower", "words"),
    [
        # Counts that grow with the thresholds need the option alone; reversed they would be refused.
        (
            [0.01, 0.05, 0.1],
            [3, 6, 9],
            [0, 1, 3],
            False,
            "^thresholds must fall.*got 0.01 followed by 0.05.* pass lower_is_positive=True.*only the thresholds",
        ),
        (
            [0.01, 0.05, 0.1],
            [9, 6, 3],
            [3, 1, 0],
            False,
            r"\[::-1\] if they run upwards.*or pass lower_is_positive=True",
        ),
        (
            [0.1, 0.05, 0.01],
            [3, 6, 9],
            [0, 1, 3],
            True,
            r"^thresholds must rise strictly.*got 0.1 followed by.*\[::-1\]",
        ),
        ([0.01, 0.01], [3, 6], [0, 1], True, "rise strictly"),
        ([inf, 0.01], [0, 6], [0, 1], True, "rise strictly"),
    ],
)
def test_thresholds_in_the_wrong_order(cuts, tp, fp, lower, words):
    with pytest.raises(PrplotValueError, match=words):
        prplot.from_counts(cuts, tp, fp, lower_is_positive=lower)


def test_every_way_out_of_the_wrong_order_leads_out():
    up, tp, fp = np.array([0.01, 0.05, 0.1]), np.array([3, 6, 9]), np.array([0, 1, 3])
    assert len(prplot.from_counts(up, tp, fp, lower_is_positive=True)) == 4
    assert len(prplot.from_counts(up[::-1], tp, fp)) == 4
    downwards = up, tp[::-1], fp[::-1]
    assert len(prplot.from_counts(*(each[::-1] for each in downwards))) == 4


def test_points_with_thresholds():
    recall, precision = [0.5, 1.0], [1.0, 0.5]
    path = prplot.from_points(recall, precision, thresholds=[0.2, 0.7], lower_is_positive=True, positives=4)
    assert path.thresholds.tolist() == [-inf, 0.2, 0.7]
    assert path.at(0.3).tp == 2
    shorter = prplot.from_points([0, 0.5, 1], [1, 1.0, 0.5], thresholds=[0.2, 0.7], lower_is_positive=True)
    assert shorter.thresholds.tolist() == [-inf, 0.2, 0.7]
    with pytest.raises(PrplotValueError, match=r"^thresholds must fall.*lower_is_positive=True"):
        prplot.from_points(recall, precision, thresholds=[0.2, 0.7])
    with pytest.raises(PrplotValueError, match=r"^lower_is_positive must be False without thresholds="):
        prplot.from_points(recall, precision, lower_is_positive=True)


def test_the_path_of_a_matrix():
    path = prplot.from_labels([1, 0, 1, 0], [1, 2, 3, 4], lower_is_positive=True)
    made = prplot.from_confusion(path.at(2.5))
    assert made.lower_is_positive
    assert made.thresholds.tolist() == [-inf, 2.5, inf]
    assert made.at(2.5) == path.at(2.5)
    assert prplot.from_confusion(path.at(inf)).thresholds.tolist() == [-inf, inf]
    with pytest.raises(PrplotValueError, match="at threshold inf"):
        prplot.from_confusion(prplot.Confusion(tp=1, fp=1, fn=1, tn=1, threshold=inf, lower_is_positive=True))
    with pytest.raises(PrplotTypeError, match="lower_is_positive"):
        prplot.Confusion(tp=1, fp=1, fn=1, tn=1, lower_is_positive="yes")


def test_counts_of_a_stream():
    counts = prplot.Counts([-1, 0, 1], lower_is_positive=True)
    counts.update([1, 0, 1, 0], [-1.0, -0.5, 0.0, 7.0])
    path = counts.path("stream")
    assert path.lower_is_positive
    # Bins are (e, e'], so that -1 is in the lowest and 0 in that below 0.
    assert path.thresholds.tolist() == [-inf, -1.0, 0.0, inf]
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 1, 2, 2], [0, 0, 1, 2])
    assert path.at(-1).cells == (1, 0, 1, 2)
    with pytest.warns(prplot.PrplotWarning, match=r"threshold -0.2 lies within a bin, whose scores, up to 0, are"):
        assert path.at(-0.2).cells == (1, 0, 1, 2)
    twice = counts.merge(counts)
    assert twice.path().thresholds.tolist() == path.thresholds.tolist()
    with pytest.raises(PrplotValueError, match=r"^other must count scores of the same direction"):
        counts.merge(prplot.Counts([-1, 0, 1]))


def test_a_run_of_distances():
    qrels, run = {"q": {"a": 1, "b": 0, "c": 1, "d": 1}}, {"q": {"a": 0.5, "b": 2.0, "c": 3.5, "x": 3.5}}
    path = prplot.sources.from_run(qrels, run, lower_is_positive=True)["q"]
    turned = prplot.sources.from_run(qrels, {"q": {key: -value for key, value in run["q"].items()}})["q"]
    assert path.thresholds.tolist() == [-inf, 0.5, 2.0, 3.5]
    assert path.areas()["trec map"].value == turned.areas()["trec map"].value
    assert np.array_equal(path.ties("given").fp, turned.ties("given").fp)


def test_the_scorer_of_distances():
    class Distances:
        classes_ = np.array([0, 1])

        def __sklearn_tags__(self):
            from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

            return Tags("classifier", TargetTags(required=True), None, ClassifierTags(), None, input_tags=InputTags())

        def decision_function(self, X):
            return np.asarray(X)[:, 0]

    rows, y = np.array([[0.1], [0.4], [0.3], [0.9]]), [1, 0, 1, 0]
    assert prplot.scorer("roc", lower_is_positive=True)(Distances(), rows, y) == 1.0
    assert prplot.scorer("roc")(Distances(), rows, y) == 0.0


LOW, HIGH = (prplot.from_labels(*scores(1), lower_is_positive=lower, name=str(lower)) for lower in (True, False))
NO_PROBABILITY = (
    "Small means positive, so these are not probabilities of a positive; if they are of the other class, pass"
)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: prplot.pool([LOW, HIGH], calibrated=True),
            "^paths must have scores of one direction.* in 'number 1' only",
        ),
        (lambda: LOW.transfer("f1", HIGH), "^to must have scores of one direction"),
        (lambda: HIGH.transfer("f1", {"a": HIGH, "b": LOW}), "^to must have scores of one direction.* in 'b' only"),
        (lambda: LOW.transfer(HIGH.at(0.5), LOW), "^threshold must have lower_is_positive=True, as the path has"),
        (lambda: HIGH.zones([LOW.at(0.5)]), r"^thresholds\[0\] must have lower_is_positive=False"),
        (lambda: prplot.draw.measures([LOW, HIGH]), "^paths must have scores of one direction"),
        (lambda: LOW.net_benefit(), NO_PROBABILITY),
        (lambda: prplot.from_labels([1, 0], [0.2, 0.7], lower_is_positive=True).net_benefit("own"), NO_PROBABILITY),
        (lambda: LOW.zones([0.5, 0.2]), "^thresholds must rise"),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises(PrplotValueError, match=words):
        call()


def test_figures_of_both_directions():
    # Thresholds are not shared along ranks, nor in spaces.
    assert len(prplot.draw.measures([LOW, HIGH], "precision", against="rank").lines) == 2
    assert len(prplot.plot([LOW, HIGH], "roc").lines) == 2
    drawn = prplot.draw.measures(LOW, "recall")
    with pytest.raises(PrplotValueError, match="one direction"):
        prplot.draw.measures(HIGH, "recall", ax=drawn.ax)


# Figures ---------------------------------------------------------------------------------------------------------


def test_measures_along_scores_as_given():
    path = prplot.from_labels([1, 0, 1, 0], [0.1, 0.4, 0.6, 0.9], lower_is_positive=True)
    drawn = prplot.draw.measures(path, ["recall", "f1"], band={"n": 200, "level": 0.8, "rng": 1})
    x, y = drawn.lines[0].get_xydata().T
    assert np.all(np.diff(x) >= 0)
    assert drawn.ax.get_xlabel() == "Threshold (small scores mean positive)"
    for cut in (0.05, 0.25, 0.5, 0.7, 0.95):
        assert np.interp(cut, x, y) == path.at(cut).recall
    assert drawn.best.lines[0].get_xydata().tolist() == [[0.6, 0.8]]
    turned = prplot.draw.measures(
        prplot.from_labels([1, 0, 1, 0], [-0.1, -0.4, -0.6, -0.9]), "recall", band={"n": 200, "level": 0.8, "rng": 1}
    )
    one, other = (each.band.fills[0].get_path().vertices for each in (drawn, turned))
    for cut in (0.25, 0.5, 0.7):
        assert band_at(one, cut) == band_at(other, -cut)


def band_at(vertices: Any, x: float) -> tuple[float, float]:
    """The ends of a band next to an abscissa."""
    near = vertices[np.abs(vertices[:, 0] - x) <= np.abs(vertices[:, 0] - x).min() + 1e-9, 1]
    return float(near.min()), float(near.max())


def test_ticks_and_colours_of_scores_as_given():
    labels, score = scores(1, 200, 2)
    path, turned = prplot.from_labels(labels, score, lower_is_positive=True), prplot.from_labels(labels, -score)
    texts, places = [], []
    for each in (path, turned):
        artists = prplot.plot(each, "roc")
        ticks = prplot.draw.threshold_ticks(each.roc(), ax=artists.ax)
        texts.append([text.get_text().replace("\N{MINUS SIGN}", "-") for text in ticks.texts])
        places.append([each.at(float(text)).cells for text in texts[-1]])
    assert [float(text) for text in texts[0]] == [-float(text) for text in texts[1]]
    assert places[0] == places[1]
    for norm in ("value", "rank"):
        one, other = (prplot.draw.threshold_colors(each.roc(), norm=norm) for each in (path, turned))
        inside = np.linspace(-1, 1, 9)
        shares = np.asarray(one.line.norm(inside))
        assert shares == pytest.approx(1 - np.asarray(other.line.norm(-inside)), abs=1e-12)
        assert np.all(np.diff(shares) > 0)
        assert np.array_equal(one.line.thresholds, 0.0 - other.line.thresholds)


def test_histograms_of_scores_as_given():
    labels, score = scores(1, 200, 2)
    path, given = prplot.from_labels(labels, score, lower_is_positive=True), prplot.from_labels(labels, score)
    one, other = (prplot.draw.scores(each, threshold=0.3) for each in (path, given))
    assert_same([one.edges, one.foreground, one.background], [other.edges, other.foreground, other.background])
    assert one.lines[0].get_xdata()[0] == 0.3
    assert (one.ax.get_xlabel(), other.ax.get_xlabel()) == ("Score (small means positive)", "Score")
    # A score far out has a bar of its own, at its end.
    far = prplot.draw.scores(prplot.from_labels(labels, np.append(score[:-1] + 50, 1e4), lower_is_positive=True))
    assert (far.edges[0] > 30, far.edges[-1] < 70, far.foreground[-1] + far.background[-1]) == (True, True, 1)
    ranks = prplot.draw.ranks(path)
    for line, rows in zip(ranks.lines, (labels, ~labels), strict=True):
        assert sorted(line.get_xdata()) == sorted(rankdata(score)[rows])


def test_the_explorer_and_its_stops():
    labels, score = scores(1, 200, 2)
    path, turned = prplot.from_labels(labels, score, lower_is_positive=True), prplot.from_labels(labels, -score)
    one, other = (prplot.explore(each, threshold=cut) for each, cut in ((path, -0.25), (turned, 0.25)))
    stops = [offered(view)["threshold"]["stops"] for view in (one, other)]
    assert [path.at(cut).cells for cut in stops[0]] == [turned.at(-cut).cells for cut in stops[0]]
    assert stops[0] == [0.0 - cut for cut in stops[1][::-1]]
    assert "operating_point(line.curve, -0.25, ax=artists.ax)" in one.seen["code"]
    assert text_of(one.seen["tables"]).split()[-12:-7] == [
        "\N{MINUS SIGN}0.25",
        *(f"{n:g}" for n in path.at(-0.25).cells),
    ]
    # A place on the histogram of scores is a threshold.
    one.controls["panels"].value = ("pr", "scores")
    one._obey({"cut": -0.52, "span": 4.0})
    assert one.controls["threshold"].value == -0.52
    both = prplot.explore({"low": path, "high": turned}, threshold=-0.3)
    assert not both._classifiers.one_scale


def test_what_pages_know():
    # So many thresholds that pages keep some of them only.
    labels, score = scores(1, 5000, 6)
    path, turned = prplot.from_labels(labels, score, lower_is_positive=True), prplot.from_labels(labels, -score)
    one, other = (facts_of(each) for each in (path, turned))
    assert (one["lower_is_positive"], other["lower_is_positive"]) == (True, False)
    assert (one["tp"], one["fp"]) == (other["tp"], other["fp"])
    assert (one["threshold"][0], other["threshold"][0]) == ("below all", "above all")
    cuts = [float(text) for text in one["threshold"][1:]]
    assert cuts == [0.0 - float(text) for text in other["threshold"][1:]]
    assert [path.at(cut).tp for cut in cuts] == one["tp"][1:]


def facts_of(path: Any) -> Any:
    drawn = prplot.plot(path, "roc")
    drawn.figure.draw_without_rendering()
    return picture_facts(drawn.figure, 100)[0]["curves"][0]


def test_the_curve_as_csv():
    path = prplot.from_labels([1, 0, 1], [1, 2, 3], lower_is_positive=True)
    rows = list(commands._rows_of_curves({"": path}, "roc", None))
    assert [row[2] for row in rows[1:]] == [-inf, 1.0, 2.0, 3.0]
