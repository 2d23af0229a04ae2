"""The view of an explorer: a frozen dataclass in which each field declares its control."""

# The default of each field is a call, which is safe because each control is made only once.
# ruff: noqa: RUF009

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args

from prplot.draw.figures.panel import CALIBRATION
from prplot.draw.figures.surroundings import PARTS, usual_in
from prplot.draw.page.page import STOPS
from prplot.errors import invalid, one_of, short, wrong_type
from prplot.interpolations import INTERPOLATIONS
from prplot.metrics import METRICS
from prplot.names import AreaSpaceName, InterpolationName, RiskKind, TieHandling
from prplot.path.variants import TIES
from prplot.rows.checks import check_prevalence, number, number_that
from prplot.spaces import Space, space_class
from prplot.widgets.fields import Field, choice, even, flag, numeric, round_stops
from prplot.widgets.literals import plain

if TYPE_CHECKING:
    from prplot.widgets.explored import Classifiers

# Rows keep their weights, or get hard labels with the same total weight, or hard labels with weight 1.
Weighting = Literal["soft", "hard", "unweighted"]
# The spaces in which curves have an area.
ExploredSpace = Literal[AreaSpaceName, "murphy", "risk_coverage", "froc"]
# The panels that may stand beside the main one: another space, calibration curves, a histogram of scores by class, the
# confusion matrix.
Panel = ExploredSpace | Literal["calibration", "scores", "matrix"]
# The operating point is where one of these numbers has a given value, or where a metric is best.
OperatingPointBy = Literal["threshold", "recall", "predicted_positive_rate", "f_beta", "expected_cost"]
Value = TypeVar("Value")
When = Callable[["View", Any], bool]

SPACE_NAMES: tuple[ExploredSpace, ...] = get_args(ExploredSpace)
TITLES: dict[str, str] = {
    **{name: space_class(name).__name__ for name in SPACE_NAMES},
    "prg": "PR-Gain",
    "risk_coverage": "Risk-coverage",
}
RULES: tuple[InterpolationName, ...] = tuple(rule.name for rule in INTERPOLATIONS)
SCORES: Final = "scores"
MATRIX: Final = "matrix"
OFF: Final = "none"
PANELS: dict[str, str] = {
    **TITLES,
    CALIBRATION: "Calibration",
    SCORES: "Scores by class",
    MATRIX: "Confusion matrix",
}
WEIGHTINGS = {
    "soft": "weights as given (soft)",
    "hard": "hard labels at the cut",
    "unweighted": "hard labels, unweighted",
}
RISKS = {"selective": "among accepted", "generalized": "among all"}
# The fields of the view that are options of a space. FROC curves require the number of images.
OPTIONS = {"croc": ("alpha",), "risk_coverage": ("kind",), "froc": ("images",)}
NEEDED = ("images",)
BY = {
    "f_beta": "the threshold of maximal Fβ",
    "threshold": "the threshold",
    "recall": "a recall",
    "predicted_positive_rate": "a predicted positive rate",
    "expected_cost": "the least expected cost",
}
# Metrics with parameters in the view. The values of BETAS are the functions that make metrics with β. All other metrics
# are in prplot.metrics.
BETAS, COSTS = {"f_beta": "prplot.f_beta", "f_beta_gain": "prplot.metrics.f_gain"}, "expected_cost"
# The labels of these metrics are formulas, so words replace them.
WORDS = {
    "kappa": "Cohen's kappa",
    "lr_positive": "positive likelihood ratio",
    "lr_negative": "negative likelihood ratio",
}
ISOLINES = {
    "f_beta": "Fβ",
    "f_beta_gain": "Fβ gain",
    COSTS: "expected cost",
    **{metric.name: WORDS.get(metric.name, metric.label) for metric in METRICS},
}
POINT, LINES, WHAT_IF = "Operating point and areas", "Lines and regions", "What if"
RATIOS = round_stops(0.01, 100)


def control(default: Value, made: Field) -> Value:
    """Return a dataclass field with a default value and the control that it declares."""
    attribute: Value = field(default=default, metadata={"control": made})
    return attribute


def _names(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise wrong_type(name, "be a sequence of names", value)
    names = tuple(map(plain, value))
    for each in names:
        if not isinstance(each, str):
            raise wrong_type(name, "hold names", each)
    return names


def _panels(name: str, value: Any) -> tuple[str, ...]:
    return tuple(one_of(name, panel, tuple(PANELS)) for panel in _names(name, value))


def _space(name: str, value: Any) -> ExploredSpace:
    return one_of(name, value, SPACE_NAMES)


def _positive(name: str, value: Any) -> float:
    return number_that(name, value, lambda size: 0 < size < math.inf, "be finite and greater than 0")


def _threshold(name: str, value: Any) -> float:
    return number_that(name, value, lambda cut: cut == cut, "not be NaN", "Use None to mark no operating point.")


def _ends(name: str, value: Any) -> tuple[float, float]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable) or len(list(value)) != 2:
        raise wrong_type(name, "be two numbers", value, "For example (0.0, 0.5).")
    low, high = (number(name, end) for end in value)
    if not 0 <= low < high <= 1:
        raise invalid(name, "rise and lie in [0, 1]", short(value))
    return low, high


def _part(name: str, when: When, title: str = "") -> Field:
    """Return the control of a switch for a part of the figure; without ``title`` it has the title of the part."""
    titles = {part.name: part.title for part in PARTS}
    return flag(title or titles[name], group=LINES, when=when)


def _in_space(rule: Callable[[type[Space]], bool]) -> When:
    return lambda view, _: any(map(rule, view.spaces))


def _usual(part: str) -> When:
    return _in_space(lambda space: part in usual_in(space))


_points = _in_space(lambda space: space._pointwise)


def _joins(view: View, classifiers: Classifiers) -> bool:
    """Return whether there are thresholds to join, and a space with several interpolations."""
    return classifiers.scored and any(space._interpolated for space in view.spaces)


def _weighs(view: View, classifiers: Classifiers) -> bool:
    differ = classifiers.soft or classifiers.unequal_weights
    return view.weighting != "soft" or (classifiers.rows and classifiers.explained and differ)


def _two_classes(_view: View, classifiers: Classifiers) -> bool:
    return classifiers.prevalence not in (0, 1)


def _known_prevalence(_view: View, classifiers: Classifiers) -> bool:
    return 0 < classifiers.prevalence < 1


def _uses_beta(view: View, classifiers: Classifiers) -> bool:
    return view.by == "f_beta" or bool(view.isolines in BETAS and view.levels and _points(view, classifiers))


def _uses_costs(view: View, _classifiers: Classifiers) -> bool:
    return COSTS in (view.by, view.isolines)


def _by(name: str) -> When:
    return lambda view, _: view.by == name


@dataclass(frozen=True)
class View:
    """What an explorer shows; every field has one control.

    Attributes
    ----------
    space : str
        The main space, in which curves are plotted first.
    shown : tuple of str or None
        Names of the classifiers that are shown; None shows all.
    panels : tuple of str
        What is shown beside: names of spaces, "calibration" (calibration curves), "scores" (a histogram by class),
        "matrix" (the confusion matrix with its measures).
    interpolation : str
        Between thresholds; of PR curves.
    weighting : {"soft", "hard", "unweighted"}
        The weights as given, soft labels where there are; hard labels at a cut, each row with its
        whole weight; or these with a weight of 1 each.
    prevalence : float or None
        Another prevalence to see the ranking at; None is that of the data.
    by : {"f_beta", "threshold", "recall", "predicted_positive_rate", "expected_cost"}
        What decides the operating point: the best value of a metric, or one of three numbers.
    threshold : float or None
        The operating point if ``by`` is "threshold", in units of the score; None marks none.
    recall, predicted_positive_rate : float
        Rates in [0, 1] for "by".
    beta : float
        Of F_β, for isolines and for the best point.
    table : bool
        Whether named areas are compared in a table.
    isolines : str
        The metric of the isolines: "f_beta", "f_beta_gain", "expected_cost" or a name such as
        "accuracy".
    levels : int
        Number of isolines, 0 to 9.
    chance, always_positive, unachievable : bool
        Whether these are drawn where they are usual.
    band, interval : bool
        Whether there is a confidence band around each curve, and whether the legend gives the interval of each area.
    best, worst, prg_grid, hull, colors : bool
        Whether these are drawn too: the best and the worst ranking, the grid of PRG, the hulls
        with their calibrated scores, the threshold as color of a single curve.
    cut : float
        Share fg / (fg + bg) from which a row is positive, for hard labels.
    ties : {"average", "optimistic", "pessimistic"}
        What happens within equal scores.
    compare : str
        An interpolation with which that of the view is compared, or "none".
    between : tuple of two floats
        Abscissae between which partial and normalized areas are taken.
    alpha : float
        Strength of the magnifier of CROC.
    kind : {"selective", "generalized"}
        The risk in risk-coverage space.
    images : float
        The number of images in FROC space.
    cost_fn, cost_fp : float
        Costs of a false negative and of a false positive, for "expected_cost".
    """

    shown: tuple[str, ...] | None = control(
        None,
        Field(
            "Classifiers",
            "several",
            _names,
            lambda c: {name: name for name in c.names},
            when=lambda _, c: len(c) > 1,
            optional=True,
        ),
    )
    panels: tuple[Panel, ...] = control((MATRIX,), Field("Panels", "several", _panels, lambda c: c.panels))
    interpolation: InterpolationName = control("continuous", choice("Interpolation", RULES, when=_joins))
    weighting: Weighting = control("soft", choice("Labels", WEIGHTINGS, when=_weighs))
    prevalence: float | None = control(
        None,
        numeric(
            "Prevalence",
            STOPS,
            lambda _, value: check_prevalence(value),
            optional=True,
            when=_known_prevalence,
            start=lambda c: c.prevalence,
        ),
    )
    space: ExploredSpace = control("pr", Field("Main panel", "choice", _space, lambda c: c.spaces, group=POINT))
    by: OperatingPointBy = control("f_beta", choice("Point is at", BY, group=POINT))
    threshold: float | None = control(None, numeric("Threshold", lambda c: c.stops, _threshold, optional=True))
    recall: float = control(0.8, numeric("Recall", even(0, 1, 0.01), group=POINT, when=_by("recall")))
    predicted_positive_rate: float = control(
        0.1,
        numeric("Predicted positive", even(0, 1, 0.005), group=POINT, when=_by("predicted_positive_rate")),
    )
    beta: float = control(1.0, numeric("β", round_stops(0.1, 10), _positive, group=POINT, when=_uses_beta))
    table: bool = control(False, flag("Table of areas, the best first", group=POINT))
    between: tuple[float, float] = control(
        (0.0, 1.0), Field("Area between", "between", _ends, stops=even(0, 1, 0.01), group=POINT)
    )
    isolines: str = control(
        "f_beta",
        choice("Isolines of", ISOLINES, group=LINES, when=lambda v, c: v.levels > 0 and _points(v, c)),
    )
    levels: int = control(4, numeric("Isolines", range(10), group=LINES, when=_points))
    chance: bool = control(True, _part("chance", _known_prevalence))
    always_positive: bool = control(True, _part("always_positive", _usual("always_positive")))
    unachievable: bool = control(True, _part("unachievable", _usual("unachievable")))
    band: bool = control(False, flag("Confidence band of each curve, 95 %", when=lambda _, c: c.sampled))
    interval: bool = control(False, _part("interval", lambda _, c: c.sampled, "Confidence interval of each area, 95 %"))
    best: bool = control(False, _part("best", _two_classes))
    worst: bool = control(False, _part("worst", _two_classes))
    prg_grid: bool = control(False, _part("prg_grid", _points))
    hull: bool = control(False, _part("hull", _points, "Convex hull with calibrated scores"))
    colors: bool = control(False, _part("colors", lambda v, c: len(v.shown or c.names) == 1, "Thresholds as colors"))
    cut: float = control(
        0.5,
        numeric(
            "Cut", (0.001, *even(0.05, 1, 0.05)), group=WHAT_IF, when=lambda v, c: v.weighting != "soft" and c.soft
        ),
    )
    ties: TieHandling = control(
        "average",
        choice("Ties", TIES, group=WHAT_IF, when=lambda v, c: c.tied or v.ties != "average"),
    )
    compare: InterpolationName | Literal["none"] = control(
        OFF, choice("Compare with", {OFF: "nothing", **{n: n for n in RULES}}, group=WHAT_IF, when=_joins)
    )
    alpha: float = control(
        7.0,
        numeric("CROC α", even(0.5, 30, 0.5), _positive, group=WHAT_IF, when=_in_space(lambda s: s.name == "croc")),
    )
    kind: RiskKind = control(
        "selective", choice("Risk", RISKS, group=WHAT_IF, when=_in_space(lambda s: s.name == "risk_coverage"))
    )
    images: float = control(
        1.0,
        numeric("Images", round_stops(1, 1e5), _positive, group=WHAT_IF, when=_in_space(lambda s: s.name == "froc")),
    )
    cost_fn: float = control(1.0, numeric("Cost of a FN", RATIOS, _positive, group=WHAT_IF, when=_uses_costs))
    cost_fp: float = control(1.0, numeric("Cost of a FP", RATIOS, _positive, group=WHAT_IF, when=_uses_costs))

    def __post_init__(self) -> None:
        for name, made in FIELDS.items():
            object.__setattr__(self, name, made.checked(name, getattr(self, name)))

    @property
    def state(self) -> dict[str, Any]:
        """The fields that differ from the usual view, as plain values for JSON."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in self.changed(*FIELDS).items()}

    def changed(self, *names: str) -> dict[str, Any]:
        """Return those of the named fields whose values differ from the default view."""
        values = {name: getattr(self, name) for name in names}
        return {name: value for name, value in values.items() if value != DEFAULTS[name]}

    @property
    def spaces(self) -> tuple[type[Space], ...]:
        """The spaces shown, the main one first."""
        beside = [name for name in SPACE_NAMES if name in self.panels and name != self.space]
        return tuple(space_class(name) for name in (self.space, *beside))

    @property
    def marked(self) -> bool:
        """Whether an operating point is marked."""
        return self.by != "threshold" or self.threshold is not None

    @property
    def ranged(self) -> bool:
        """Whether partial areas are asked for."""
        return bool(self.changed("between"))


def space_options(name: str) -> list[str]:
    """Return the names of the view's fields that are options of a space."""
    return list(OPTIONS.get(name, ()))


FIELDS: dict[str, Field] = {each.name: each.metadata["control"] for each in fields(View)}
DEFAULTS = {each.name: each.default for each in fields(View)}
