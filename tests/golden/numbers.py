"""Numbers without chance: areas, bounds, points, operating points, tables and variants of samples, and populations."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np
from golden.samples import FULL, SAMPLES, folds

import prplot
from prplot import Confusion, ConfusionPath, Curve, PrplotError
from prplot.metrics import METRICS, metric

RULES = ("continuous", "discrete-tp", "discrete-fp", "linear", "upper-trapezoid", "step", "max-interpolated")
SPACES = ("pr", "prg", "roc", "croc", "cost", "gains", "lift", "det")
# Where no vertex has a vertical by accident, whose two ends rounding could exchange; and the ends, and the middle.
PLACES = (0.0, 0.0371, 0.1234, 0.2718, 0.5, 0.6181, 0.8765, 0.9871, 1.0)
GAINS = (-1.4142, -0.2718, 0.0, 0.1234, 0.3719, 0.5, 0.6181, 0.8765, 1.0)
RATES = ("recall", "precision", "fpr", "specificity", "npv", "predicted_positive_rate")
BEST = ("f1", "f2", "accuracy", "balanced_accuracy", "mcc", "kappa", "jaccard", "g_mean", "corner_distance", "lift")


@cache
def path_of(name: str) -> ConfusionPath:
    """Return the path of a sample."""
    return SAMPLES[name]()


def plain(value: Any) -> Any:
    """Return numbers, or what consists of them, as JSON has them."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Confusion):
        return plain([value.threshold, *value.cells])
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if np.ndim(value) or isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return int(value) if isinstance(value, int | np.integer) else float(value)


def got(compute: Callable[[], Any]) -> Any:
    """Return what comes out, or the name of the error; warnings are recorded elsewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain(compute())
        except PrplotError as error:
            return type(error).__name__


def every(**computed: Callable[[], Any]) -> dict[str, Any]:
    """Return what comes out of each."""
    return {name.replace("_", " "): got(compute) for name, compute in computed.items()}


def some(values: Iterable[Any], most: int = 3) -> list[Any]:
    """Return the first few, how many there are, and what they add up to."""
    array = np.asarray(values, dtype=float)
    finite = array[np.isfinite(array)]
    return [*array.ravel()[:most].tolist(), len(array), len(finite), float(np.sum(finite))]


def areas(path: ConfusionPath) -> dict[str, Any]:
    """Return what every sample has: its totals, and the usual areas."""
    rules = {rule: got(lambda rule=rule: path.pr(rule).area()) for rule in RULES}
    return {
        **every(P=lambda: path.positives, N=lambda: path.negatives, reached=lambda: path.reached),
        **rules,
        **every(
            linear_from_1=lambda: path.pr("linear", left="one").area(),
            pr_part=lambda: path.pr().area(0.1234, 0.6181),
            step_part=lambda: path.pr("step").area(0.1234, 0.6181),
            pr_optimistic=lambda: path.pr(ties="optimistic").area(),
            pr_pessimistic=lambda: path.pr(ties="pessimistic").area(),
            pr_at_a_quarter=lambda: path.pr(prevalence=0.25).area(),
            normalized=lambda: path.pr().normalized_area(),
            prg=lambda: path.prg().area(),
            prg_clipped=lambda: path.prg(clip=True).area(),
            roc=lambda: path.roc().area(),
            roc_part=lambda: path.roc().area(0.1234, 0.6181),
            croc=lambda: path.croc().area(),
            cost=lambda: path.cost().area(),
            gains=lambda: path.gains().area(),
            lift=lambda: path.lift().area(),
            det=lambda: path.det().area(),
        ),
    }


def conventions(path: ConfusionPath) -> Any:
    """Return all named areas; of counts in bins between which they lie."""

    def rows() -> dict[str, Any]:
        return {row.key: row.value if row.bounds is None else [row.value, *row.bounds] for row in path.areas()}

    return got(rows)


def other_areas(path: ConfusionPath) -> dict[str, Any]:
    """Return areas with the less usual options: parts, prevalences, magnifiers, images."""
    return {
        **{
            f"{space} {low} to {high}": got(lambda s=space, a=low, b=high: path.curve(s).area(a, b))
            for space in SPACES
            for low, high in ((0.0, 0.2718), (0.2718, 1.0))
        },
        **{f"{rule} part": got(lambda r=rule: path.pr(r).area(0.2718, 0.8765)) for rule in RULES},
        **{f"{space} at 0.9": got(lambda s=space: path.curve(s, prevalence=0.9).area()) for space in SPACES},
        **{
            f"{space} {ties}": got(lambda s=space, t=ties: path.curve(s, ties=t).area())
            for space in ("prg", "roc", "lift")
            for ties in ("optimistic", "pessimistic", "given")
        },
        **{
            f"croc {magnifier}": got(lambda m=magnifier: path.croc(20.0, m).area())
            for magnifier in ("exponential", "power", "logarithm")
        },
        **every(
            upper_from_1=lambda: path.pr("upper-trapezoid", left="one").area(),
            prg_before_0=lambda: path.prg().area(-1.0, 0.5),
            prg_clipped_part=lambda: path.prg(clip=True).area(0.2718, 0.8765),
            froc=lambda: path.froc(3).area(0.0, 2.0),
            froc_part=lambda: path.froc(3).area(0.5, 1.5),
            optimistic_step=lambda: path.pr("step", ties="optimistic").area(),
            given_step=lambda: path.pr("step", ties="given").area(),
        ),
    }


def bounds(path: ConfusionPath) -> dict[str, Any]:
    """Return what could be reached, what chance reaches, hulls and what they calibrate, points that none beats."""

    def hull(space: str) -> dict[str, Any]:
        found = path.curve(space).hull()
        thresholds = np.quantile(found.thresholds[np.isfinite(found.thresholds)], [0.0, 0.37, 1.0])
        return {
            **{name: some(getattr(found, name)) for name in ("x", "y", "thresholds", "scores", "likelihood_ratios")},
            "area": found.area(),
            "calibrated": found.calibrate(thresholds),
            "betas": None if found.beta_intervals is None else found.beta_intervals[:3],
        }

    def limits(curve: Curve) -> dict[str, Any]:
        return every(
            best=lambda: curve.best().area(),
            worst=lambda: curve.worst().area(),
            chance=lambda: curve.chance,
            normalized_part=lambda: curve.normalized_area(0.1234, 0.6181),
            standardized=lambda: curve.standardized_area(0.0, 0.2718),
            hidden=lambda: curve.bounds(),
        )

    return {
        **{space: got(lambda s=space: limits(path.curve(s))) for space in ("pr", "prg", "roc", "cost", "lift")},
        "step": got(lambda: limits(path.pr("step"))),
        **{f"hull {space}": got(lambda s=space: hull(s)) for space in ("prg", "roc")},
        **{f"pareto {space}": got(lambda s=space: some(path.curve(s).pareto().thresholds)) for space in ("pr", "roc")},
        "hull pr": got(lambda: path.pr().hull().area()),
        **every(
            skew=lambda: path.pr().normalized_area(by="skew"),
            least=lambda: prplot.bounds.minimum_area(path.prevalence, 0.25, 0.75),
            random=lambda: path.pr().random_area(),
            random_step=lambda: path.pr("step").random_area(),
        ),
    }


def points(path: ConfusionPath) -> dict[str, Any]:
    """Return points of curves: ordinates at fixed places, and vertices with what they add up to."""
    curves = {
        **{rule: lambda rule=rule: path.pr(rule) for rule in RULES},
        **{space: lambda space=space: path.curve(space) for space in SPACES[1:]},
        "net benefit": lambda: path.net_benefit("best"),
        "net benefit by scores": lambda: path.net_benefit(),
        "froc": lambda: path.froc(3),
    }

    few = path.positives < 1000

    def of(curve: Curve) -> dict[str, Any]:
        return {"at": curve.at(GAINS if curve.space.name == "prg" else PLACES), "end": curve.end}

    def vertices(curve: Curve) -> list[Any]:
        return [some(array) for array in (curve.x, curve.y, curve.thresholds)]

    return {
        **{name: got(lambda make=make: of(make())) for name, make in curves.items()},
        **{
            f"vertices {name}": got(lambda make=curves[name]: vertices(make()))
            for name in ("continuous", "prg", "cost", "net benefit")
        },
        "stops": got(lambda: [some(array) for array in path.pr("discrete-tp").intermediate()] if few else None),
        "y0": got(lambda: path.prg().y0),
    }


def operating(path: ConfusionPath) -> dict[str, Any]:
    """Return operating points: at thresholds, where a rate is reached, where a metric is best; zones, and transfer."""
    cuts = [float(path.thresholds[len(path) // 3]), float(path.thresholds[2 * len(path) // 3])]
    costs = prplot.expected_cost(fn=5, fp=1)

    def measures(cut: float) -> dict[str, Any]:
        at = path.at(cut)
        every_one = {each.name: got(lambda each=each: at.measure(each)) for each in METRICS}
        others = {
            "f0.5": at.f(0.5),
            "f2": at.f(2),
            "f1 gain": at.f_gain(),
            "cost": at.measure(costs),
            "benefit": at.measure(prplot.metrics.net_benefit(0.2)),
        }
        return {"at": at, **every_one, **others}

    def columns(table: Any) -> dict[str, Any]:
        return {name: column for name, column in table.columns().items() if not isinstance(column[0], str)}

    def zones() -> dict[str, Any]:
        low, high = sorted(cuts)
        return columns(path.zones([low, high], costs=[(10, 0), (1, 1), (0, 5)]))

    def transfer(by: Any) -> dict[str, Any]:
        kept = ("threshold", "fp", "npv", "f1")
        found = columns(path.transfer(by, path.at_prevalence(0.05)))
        return {name: found[name] for name in kept if name in found}

    return {
        **got(lambda: measures(cuts[0])),
        **{
            f"{rate} {level}": got(lambda rate=rate, level=level: path.find(**{rate: level}))
            for rate in RATES
            for level in (0.2718, 0.8765)
        },
        **{f"best {name}": got(lambda name=name: path.optimal(name)) for name in BEST},
        **every(
            least_cost=lambda: path.optimal(costs),
            most_benefit=lambda: path.optimal(prplot.metrics.net_benefit(0.2)),
            best_at_a_recall=lambda: path.optimal("precision", subject_to={"recall": 0.5}),
            best_at_a_rate=lambda: path.optimal("f1", subject_to={"fpr": 0.3, "precision": 0.2}),
            break_even=lambda: path.break_even(),
            zones=zones,
            transfer=lambda: transfer("f1"),
            transfer_of_a_rate=lambda: transfer({"recall": 0.6181}),
        ),
    }


def tables(path: ConfusionPath) -> Any:
    """Return of each column of the table how many values are finite, what they add up to, and one in the middle."""

    def columns() -> dict[str, Any]:
        return {name: [*some(column, 0)[1:], column[len(column) // 2]] for name, column in path.table().items()}

    return got(columns)


def variants(path: ConfusionPath) -> dict[str, Any]:
    """Return what becomes of a sample under another choice; and of how much of the positives comes first."""

    def of(changed: ConfusionPath) -> list[Any]:
        pr, prg, roc = (got(lambda s=space: changed.curve(s).area()) for space in ("pr", "prg", "roc"))
        return [len(changed), changed.positives, changed.negatives, changed.thresholds[-1], pr, prg, roc]

    return {
        **{f"ties {how}": got(lambda how=how: of(path.ties(how))) for how in ("optimistic", "pessimistic", "given")},
        **{f"at {share}": got(lambda share=share: of(path.at_prevalence(share))) for share in (1e-6, 0.05, 0.9)},
        **every(
            best=lambda: of(path.best()),
            worst=lambda: of(path.worst()),
            hard=lambda: of(path.hard(0.4)),
            hard_total=lambda: of(path.hard(0.5, weights="total")),
            pooled=lambda: of(prplot.pool([path, path], calibrated=True)),
            distinct=lambda: path.distinct,
            rie=lambda: [path.rie(), path.rie(0.5)],
            bedroc=lambda: [path.bedroc(), path.bedroc(0.5), path.bedroc(321.9)],
            log_auc=lambda: [path.log_auc(), path.log_auc(0.01, 0.5), path.log_auc(adjusted=True)],
            enrichment=lambda: [path.enrichment_factor(), path.enrichment_factor(0.1), path.enrichment_factor(1.0)],
            roc_n=lambda: path.roc_n(2.5),
            roc_50=lambda: path.roc_n(),
            expected_f=lambda: [path.expected_f(), path.expected_f(2.0)],
            expected_f_gain=lambda: [path.expected_f_gain(0.5), path.prg().expected_f_gain(2.0)],
            expected_accuracy=lambda: path.expected_accuracy(),
        ),
    }


MODELS = {
    "binormal": (prplot.simulate.binormal(), (0.1, 0.5)),
    "binormal, wide": (prplot.simulate.binormal(1.5, 2.0), (0.01, 0.3)),
    "binormal, narrow": (prplot.simulate.binormal(-0.5, 0.5), (0.2,)),
    "bibeta": (prplot.simulate.bibeta(), (0.1, 0.5)),
    "bibeta, other shapes": (prplot.simulate.bibeta(positives=(3.0, 0.75), negatives=(1.5, 4.0)), (0.05,)),
    "offset uniform": (prplot.simulate.offset_uniform(), (0.1, 0.5)),
    "offset uniform, behind": (prplot.simulate.offset_uniform(-0.25), (0.3,)),
    **{
        f"saito {level}": (prplot.simulate.saito(level), (1 / 11,)) for level in ("Rand", "ER-", "ER+", "Excel", "Perf")
    },
    **{f"keilwagen {order}": (prplot.simulate.keilwagen(order), (None,)) for order in ("good", "permuted", "bad")},
    "keilwagen, hard": (prplot.simulate.keilwagen("good").hard, (0.095,)),
}


def populations() -> dict[str, Any]:
    """Return the numbers of score models at a prevalence."""
    return {
        f"{name} {'' if prevalence is None else round(prevalence, 4)}".strip(): population(name, prevalence)
        for name, (_, prevalences) in MODELS.items()
        for prevalence in prevalences
    }


def population(name: str, prevalence: float | None) -> dict[str, Any]:
    """Return the areas, points and operating points of a score model."""
    model = MODELS[name][0]

    def curve(space: str, **options: Any) -> Curve:
        return model.curve(space, prevalence=prevalence, **options)

    def best(by: str) -> list[Any]:
        at = path.optimal(by)
        return [at.measure(by), at.threshold]

    path = model.path(prevalence)
    # Of soft labels operating points take half a second each.
    many = 1 if model.soft else 6
    return {
        "areas": {
            **{space: got(lambda s=space: curve(s).area()) for space in SPACES},
            **{f"{space} part": got(lambda s=space: curve(s).area(0.1, 0.6)) for space in ("pr", "prg", "roc", "cost")},
            **every(
                normalized=lambda: curve("pr").normalized_area(),
                best=lambda: curve("pr").best().area(),
                worst=lambda: curve("roc").worst().area(),
                prg_clipped=lambda: curve("prg", clip=True).area(),
                croc_by_power=lambda: curve("croc", alpha=3.0, magnifier="power").area(),
                hull=lambda: curve("pr").hull().area(),
                expected_accuracy=lambda: path.expected_accuracy(),
                expected_f_gain=lambda: path.expected_f_gain(2.0),
            ),
        },
        "at": {
            **{space: got(lambda s=space: curve(s).at(PLACES[1:-1])) for space in SPACES},
            **every(
                tpr=lambda: model.tpr([-0.5, 0.3, 0.9]),
                fpr=lambda: model.fpr([-0.5, 0.3, 0.9]),
                densities=lambda: list(model.densities([-0.5, 0.3, 0.9])),
                confusion=lambda: path.at(0.3),
            ),
        },
        "found": {f"{rate} 0.3": got(lambda rate=rate: path.find(**{rate: 0.3})) for rate in RATES[:many]},
        "best": {by: got(lambda by=by: best(by)) for by in ("f1", "accuracy", "mcc", "informedness")[:many]},
    }


def functions() -> dict[str, Any]:
    """Return what functions without a sample, and those of several, return."""
    paths = folds()
    early = [path_of("early, both known"), path_of("early, unreached"), path_of("early, soft")]
    confusions = [path.find(recall=0.5) for path in paths]
    fpr, tpr = np.meshgrid([0.0, 0.3, 1.0], [0.0, 0.6, 1.0])
    spaces = {
        "PR": prplot.PR(0.2),
        "PRG": prplot.PRG(0.2),
        "ROC": prplot.ROC(0.2),
        "CROC": prplot.CROC(0.2, alpha=5.0),
        "CROC by logarithm": prplot.CROC(0.2, 5.0, "logarithm"),
        "CROC by power": prplot.CROC(0.2, 5.0, "power"),
        "Gains": prplot.spaces.Gains(0.2),
        "Lift": prplot.spaces.Lift(0.2),
        "DET": prplot.spaces.DET(0.2),
    }
    scores = np.array([[0.7, 0.2, 0.1], [0.1, 0.5, 0.4], [0.2, 0.3, 0.5], [0.4, 0.35, 0.25], [0.3, 0.4, 0.3]])
    qrels = {"q": {"a": 1, "b": 0, "c": 2, "d": 1}, "r": {"a": 1, "b": 1}}
    run = {"q": {"a": 0.9, "b": 0.9, "e": 0.5, "c": 0.1}, "r": {"b": 0.2, "c": 0.3}}
    computed: dict[str, Callable[[], Any]] = {
        "minimum_area": lambda: prplot.bounds.minimum_area([1e-12, 1e-6, 0.1, 0.5, 1 - 1e-9], 0.0, [[1.0], [0.3]]),
        "normalized_area": lambda: prplot.bounds.normalized_area(0.4, [0.5, 0.05]),
        "minimum_average_precision": lambda: prplot.bounds.minimum_average_precision(7, 12.5),
        "minimum_precision": lambda: prplot.bounds.minimum_precision([0.0, 0.3, 1.0], 0.2),
        "gain": lambda: prplot.metrics.gain([0.0, 0.1, 0.2, 0.7, 1.0], 0.2),
        "precision_from_gain": lambda: prplot.metrics.precision_from_gain([-math.inf, -3.0, 0.0, 0.4, 1.0], 0.2),
        "recall_from_gain": lambda: prplot.metrics.recall_from_gain([-3.0, 0.4], 0.2),
        "f_from_gain": lambda: prplot.metrics.f_from_gain([-3.0, 0.4], 0.2),
        **{f"{name} forward": lambda space=space: space.forward(fpr, tpr) for name, space in spaces.items()},
        **{f"{name} and back": lambda s=space: s.inverse(*s.forward(0.3, 0.6)) for name, space in spaces.items()},
        "Cost trace": lambda: prplot.Cost(0.2).trace([0.0, 0.1, 0.4, 1.0], [0.0, 0.5, 0.9, 1.0]),
        "metrics": lambda: {
            each.name: each.of(*np.array([[3.0, 0.0, 4.0], [1.0, 0.0, 6.0], [1.0, 4.0, 0.0], [5.0, 6.0, 0.0]]))
            for each in (
                *METRICS,
                metric("f0.5"),
                prplot.metrics.f_gain(2.0),
                prplot.metrics.net_benefit(0.3, standardized=True),
            )
        },
        "expected cost": lambda: Confusion(tp=3, fp=1, fn=1, tn=5).measure(prplot.expected_cost(fn=3, prevalence=0.1)),
        "logistic": lambda: prplot.weights.logistic([0.1, 2.0, 50.0, -800.0], cut=1.0, slope=2.0),
        "votes": lambda: [prplot.weights.votes([1, 3], [4, 9], per=per) for per in ("item", "vote")],
        "mean_area roc": lambda: [*(m := prplot.mean_area(paths, "roc")).values, m.mean, m.sd, *m.prevalences],
        "mean_area normalized": lambda: float(prplot.mean_area(paths, normalized=True)),
        "mean_area skew": lambda: float(prplot.mean_area(paths, normalized="skew", low=0.2)),
        "mean_area step at 0.1": lambda: float(prplot.mean_area(paths, interpolation="step", prevalence=0.1)),
        "mean_f": lambda: [prplot.mean_f(confusions, prevalence=p) for p in ("merged", 0.1)],
        "mean_f 2": lambda: prplot.mean_f(confusions, 2.0, prevalence="merged"),
        "mean_measure": lambda: [
            float(prplot.mean_measure(confusions, m)) for m in ("recall", "precision_gain", "fpr")
        ],
        "mean_curve prg": lambda: [(m := prplot.mean_curve(paths, "prg")).area(), *m.at(GAINS[2:])],
        "mean_curve roc": lambda: [(m := prplot.mean_curve(paths, "roc")).area(), *m.at(PLACES)],
        "mean_curve pr at 0.3": lambda: [(m := prplot.mean_curve(paths, prevalence=0.3)).area(), *m.at(PLACES)],
        **{
            f"mean_curve {space} of paths that end early": lambda space=space: [
                (m := prplot.mean_curve(early, space, prevalence=0.3)).area(),
                *m.at([0.0517, 0.2131, 0.4177, 0.6029, 0.7123, 0.8531]),
            ]
            for space in ("pr", "prg", "roc", "croc", "det", "gains", "lift")
        },
        "pool": lambda: [(p := prplot.pool(paths, calibrated=True)).pr().area(), p.roc().area(), p.prevalence],
        "by_group": lambda: {
            key: path.roc().area()
            for key, path in prplot.by_group(list("aabbab"), [1, 0, 1, 0, 0, 1], [6, 5, 4, 3, 2, 1]).items()
        },
        "one_vs_rest": lambda: {
            key: [p.roc().area(), p.pr().area()] for key, p in prplot.one_vs_rest([0, 1, 2, 0, 1], scores).items()
        },
        "multilabel": lambda: {
            key: [p.roc().area(), p.pr().area()]
            for key, p in prplot.multilabel([[1, 0, 1], [0, 1, 0], [1, 0, 1], [0, 1, 0], [1, 1, 0]], scores).items()
        },
        "from_run": lambda: {
            key: [p.pr("step").area(), p.reached, *p.tp] for key, p in prplot.sources.from_run(qrels, run).items()
        },
        "identify": lambda: {row.key: row.value for row in prplot.identify(path_of("ranked 1010"), "0.83")},
    }
    return {name: got(compute) for name, compute in computed.items()}


# What is recorded of samples, and of which.
OF_SAMPLES: dict[str, tuple[Callable[[ConfusionPath], Any], list[str]]] = {
    "areas": (areas, list(SAMPLES)),
    "conventions": (conventions, FULL),
    "other-areas": (other_areas, FULL),
    "bounds": (bounds, FULL),
    "points": (points, FULL),
    "operating": (operating, FULL),
    "tables": (tables, FULL),
    "variants": (variants, FULL),
}
# These have a line for each number, with its value of every sample, so that a new metric or area adds lines and changes
# none. The others have a line for each sample.
BY_NUMBER = ("conventions", "operating", "tables")


def by_number(samples: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return numbers by what they are and then by sample, from those by sample."""
    numbers: dict[str, dict[str, Any]] = {}
    for name, values in samples.items():
        for number, value in values.items():
            numbers.setdefault(number, {})[name] = value
    return numbers


def of_sample(recorded: dict[str, dict[str, Any]], topic: str, name: str) -> dict[str, Any]:
    """Return what the file of a topic holds of a sample."""
    if topic not in BY_NUMBER:
        return recorded[name]
    return {number: values[name] for number, values in recorded.items() if name in values}


def record() -> dict[str, Any]:
    """Return the contents of the files: by sample or by number, by population, by function."""
    samples = {
        topic: {name: measure(path_of(name)) for name in names} for topic, (measure, names) in OF_SAMPLES.items()
    }
    return {
        **{
            f"numbers-{topic}.json": by_number(values) if topic in BY_NUMBER else values
            for topic, values in samples.items()
        },
        "numbers-populations.json": populations(),
        "numbers-functions.json": functions(),
    }
