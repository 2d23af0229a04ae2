"""What is shown: a frozen view of plain values, each the value of one control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, get_args

from prplot.errors import PrplotTypeError, invalid, one_of, short, wrong_type
from prplot.interpolations import INTERPOLATIONS
from prplot.metrics import METRICS, Metric, expected_cost, f_beta, f_gain
from prplot.names import AreaSpaceName, InterpolationName, TieHandling
from prplot.path.variants import TIES
from prplot.rows.checks import check_prevalence, number
from prplot.spaces import SPACES, Space, space_class
from prplot.widgets.state.literals import literal, plain

# What the rows weigh: as given, whole with hard labels, or 1 each.
Weighting = Literal["soft", "hard", "unweighted"]
# What is shown beside the curves: another space, a histogram of scores by class, the confusion matrix.
Panel = AreaSpaceName | Literal["scores", "matrix"]
# What decides the operating point: a number that is reached, or what is best there.
OperatingPointBy = Literal["threshold", "recall", "predicted_positive_rate", "f_beta", "expected_cost"]

SPACE_NAMES: tuple[AreaSpaceName, ...] = get_args(AreaSpaceName)
TITLES: dict[str, str] = {**{space.name: space.__name__ for space in SPACES}, "prg": "PR-Gain"}
INTERPOLATION_NAMES = tuple(rule.name for rule in INTERPOLATIONS)
WEIGHTINGS: tuple[Weighting, ...] = get_args(Weighting)
SCORES: Final = "scores"
MATRIX: Final = "matrix"
PANELS: tuple[Panel, ...] = (*SPACE_NAMES, SCORES, MATRIX)
OFF: Final = "none"
BY: tuple[OperatingPointBy, ...] = get_args(OperatingPointBy)
# Metrics that have a parameter in the view; the others are of that name in prplot.metrics.
BETAS, COSTS = ("f_beta", "f_beta_gain"), "expected_cost"
ISOLINES = (*BETAS, COSTS, *(metric.name for metric in METRICS))
MOST_LEVELS = 9
LOWEST_CUT = 0.001


@dataclass(frozen=True)
class View:
    """What an explorer shows; every field has one control.

    Attributes
    ----------
    space : str
        Where the curves are seen.
    interpolation : str
        Between thresholds; of PR curves.
    weighting : {"soft", "hard", "unweighted"}
        The weights as given, soft labels where there are; hard labels at a cut, each row with its
        whole weight; or these with a weight of 1 each.
    threshold : float or None
        The operating point that is marked everywhere, in units of the score; None marks none.
    panels : tuple of str
        What is shown beside: names of spaces, "scores" (a histogram by class), "matrix" (the
        confusion matrix with its measures).
    shown : tuple of str or None
        Names of the classifiers that are shown; None shows all.
    by : {"threshold", "recall", "predicted_positive_rate", "f_beta", "expected_cost"}
        What decides the operating point: one of three numbers, or the best value of a metric.
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
        with their calibrated scores, the threshold as colour of a single curve.
    cut : float
        Share fg / (fg + bg) from which a row is foreground, for hard labels.
    ties : {"average", "optimistic", "pessimistic"}
        What happens within equal scores.
    compare : str
        An interpolation with which that of the view is compared, or "none".
    prevalence : float or None
        Another prevalence to see the ranking at; None is that of the data.
    between : tuple of two floats
        Abscissae between which partial and normalised areas are taken.
    alpha : float
        Strength of the magnifier of CROC.
    cost_fn, cost_fp : float
        Costs of a false negative and of a false positive, for "expected_cost".
    """

    space: AreaSpaceName = "pr"
    interpolation: InterpolationName = "continuous"
    weighting: Weighting = "soft"
    threshold: float | None = None
    panels: tuple[Panel, ...] = ()
    shown: tuple[str, ...] | None = None
    by: OperatingPointBy = "threshold"
    recall: float = 0.8
    predicted_positive_rate: float = 0.1
    beta: float = 1.0
    table: bool = False
    isolines: str = "f_beta"
    levels: int = 4
    chance: bool = True
    always_positive: bool = True
    unachievable: bool = True
    band: bool = False
    interval: bool = False
    best: bool = False
    worst: bool = False
    prg_grid: bool = False
    hull: bool = False
    colors: bool = False
    cut: float = 0.5
    ties: TieHandling = "average"
    compare: InterpolationName | Literal["none"] = OFF
    prevalence: float | None = None
    between: tuple[float, float] = (0.0, 1.0)
    alpha: float = 7.0
    cost_fn: float = 1.0
    cost_fp: float = 1.0

    def __post_init__(self) -> None:
        for field in fields(self):
            self._set(field.name, plain(getattr(self, field.name)))
        for name, options in CHOICES.items():
            self._set(name, one_of(name, getattr(self, name), options))
        for field in fields(self):
            if field.type == "bool" and not isinstance(getattr(self, field.name), bool):
                raise PrplotTypeError(f"{field.name} must be True or False; got {short(getattr(self, field.name))}.")
        if not LOWEST_CUT <= number("cut", self.cut) <= 1:
            raise invalid("cut", f"lie in [{LOWEST_CUT:g}, 1]", short(self.cut))
        if self.levels not in range(MOST_LEVELS + 1):
            raise invalid("levels", f"be a whole number from 0 to {MOST_LEVELS}", short(self.levels))
        for name in ("recall", "predicted_positive_rate"):
            if not 0 <= number(name, getattr(self, name)) <= 1:
                raise invalid(name, "lie in [0, 1]", short(getattr(self, name)))
        for name in ("beta", "alpha", "cost_fn", "cost_fp"):
            value = number(name, getattr(self, name))
            if not 0 < value < float("inf"):
                raise invalid(name, "be finite and greater than 0", short(value))
        if self.threshold is not None and number("threshold", self.threshold) != self.threshold:
            raise invalid("threshold", "not be NaN", "nan", "Use None to mark no operating point.")
        if self.prevalence is not None:
            check_prevalence(self.prevalence)
        self._set("panels", tuple(one_of("panels", panel, PANELS) for panel in _names("panels", self.panels)))
        if self.shown is not None:
            self._set("shown", _names("shown", self.shown))
        ends: Any = self.between
        if isinstance(ends, str | bytes | Mapping) or not isinstance(ends, Iterable) or len(list(ends)) != 2:
            raise wrong_type("between", "be two numbers", ends, "For example (0.0, 0.5).")
        low, high = (number("between", end) for end in ends)
        if not 0 <= low < high <= 1:
            raise invalid("between", "rise and lie in [0, 1]", short(ends))
        self._set("between", (low, high))
        self._set("levels", int(self.levels))
        for name in NUMBERS:
            value = getattr(self, name)
            self._set(name, value if value is None or isinstance(value, int) else float(value))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def state(self) -> dict[str, Any]:
        """The fields that differ from the usual view, as plain values for JSON."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in ((field.name, getattr(self, field.name)) for field in fields(self))
            if value != DEFAULTS[name]
        }

    @property
    def spaces(self) -> tuple[type[Space], ...]:
        """The spaces shown, the main one first."""
        beside = [name for name in SPACE_NAMES if name in self.panels and name != self.space]
        return tuple(space_class(name) for name in (self.space, *beside))

    @property
    def interpolated(self) -> bool:
        """Whether the interpolation has a say in a space that is shown."""
        return any(space.interpolated for space in self.spaces)

    @property
    def marked(self) -> bool:
        """Whether an operating point is marked."""
        return self.by != "threshold" or self.threshold is not None

    @property
    def ranged(self) -> bool:
        """Whether partial areas are asked for."""
        return self.between != DEFAULTS["between"]

    def metric(self, which: str, prevalence: float) -> tuple[Metric | str, str]:
        """Return the metric of a choice, and how it is written."""
        if which == "f_beta":
            return f_beta(self.beta), f"prplot.f_beta({self.beta!r})"
        if which == "f_beta_gain":
            return f_gain(self.beta), f"prplot.f_gain({self.beta!r})"
        if which == COSTS:
            costs = f"fn={self.cost_fn!r}, fp={self.cost_fp!r}, prevalence={literal(prevalence)}"
            cost = expected_cost(fn=self.cost_fn, fp=self.cost_fp, prevalence=prevalence)
            return cost, f"prplot.expected_cost({costs})"
        return which, repr(which)


DEFAULTS = {field.name: field.default for field in fields(View)}
NUMBERS = tuple(field.name for field in fields(View) if str(field.type).startswith("float"))
CHOICES = {
    "space": SPACE_NAMES,
    "interpolation": INTERPOLATION_NAMES,
    "weighting": WEIGHTINGS,
    "by": BY,
    "isolines": ISOLINES,
    "ties": TIES,
    "compare": (OFF, *INTERPOLATION_NAMES),
}


def _names(field: str, given: Any) -> tuple[str, ...]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong_type(field, "be a sequence of names", given)
    names = tuple(map(plain, given))
    for name in names:
        if not isinstance(name, str):
            raise wrong_type(field, "hold names", name)
    return names
