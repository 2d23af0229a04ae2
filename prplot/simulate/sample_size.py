"""The number of positives that make a confidence interval narrow enough, found by simulation."""

from __future__ import annotations

import math
import warnings
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.errors import PrplotError, PrplotValueError, invalid, short, warn
from prplot.rows.checks import number_that, random_generator, whole_number
from prplot.uncertainty.closed_forms import quantile
from prplot.uncertainty.estimands import measure_of
from prplot.uncertainty.interval import FEW
from prplot.uncertainty.progress import shown
from prplot.uncertainty.units import MOST_REPLICATES, check_level

if TYPE_CHECKING:
    from prplot.simulate.models import ScoreModel

# The prevalence for models with hard labels if the caller gives none.
USUAL = 0.1
# The first simulation expects PILOT positives. The first two use only a QUICK-th of the data sets.
PILOT, QUICK = 200, 4
# With fewer data sets the error of the answer is unreliable.
LEAST = 100
# The largest number of rows of one simulation. Widths of larger samples are scaled by 1/sqrt(n).
ROWS = 30_000_000
# Warn if the measure is undefined in more than this share of the data sets.
MANY_UNDEFINED = 0.01


@dataclass(frozen=True, eq=False, repr=False)
class SampleSize:
    """The number of positives needed for a confidence interval of a given width.

    Attributes
    ----------
    positives : int
        The expected number of positives needed; for soft labels, the expected positive weight.
    n : int
        The number of rows in which that many positives are expected.
    width : float
        The width high - low of the interval for ``positives`` positives: 2 z s, with z the normal quantile of the level
        and s the standard deviation of the estimate.
    error : float
        The Monte Carlo standard error of ``positives``.
    level : float
        The confidence level of the interval.
    prevalence : float
        The prevalence of the population.
    measure : str
        The measure that the interval is for, in words.
    simulated : int
        The expected number of positives in the simulated data sets. This number is usually close to ``positives``. It
        is much smaller if data sets of the needed size would have had too many rows; the width was then extrapolated,
        in proportion to 1 / sqrt(number of positives).
    sets : int
        The number of simulated data sets.
    """

    positives: int
    n: int
    width: float
    error: float
    level: float
    prevalence: float
    measure: str
    simulated: int
    sets: int

    def __repr__(self) -> str:
        return (
            f"{self.positives:,} ± {self.error:.2g} positives in {self.n:,} rows: {100 * self.level:g} % interval of "
            f"the {self.measure} of width {self.width:.3g}"
        )


def sample_size(
    model: ScoreModel,
    width: float = 0.1,
    level: float = 0.95,
    prevalence: float | None = None,
    measure: Any = "pr",
    *,
    fixed: bool = False,
    n: int = 1000,
    rng: Any = None,
) -> SampleSize:
    """Return the number of positives needed for a confidence interval of a given width.

    Samples of the model are drawn, and s is the standard deviation of the measure over the samples. The width is 2 z s,
    the width of a normal confidence interval; z is the normal quantile at (1 + level) / 2. The first simulation has
    about 200 positives. After each of three simulations the number m of positives is rescaled to give the target width,
    as s is proportional to 1/√m; the third m is returned.

    Parameters
    ----------
    width : float
        The target width of the confidence interval, high - low; positive.
    level : float
        The confidence level of the interval, in (0, 1).
    prevalence : float
        π in (0, 1); default 0.1. A model of soft labels has its own prevalence; do not pass one.
    measure : str, Rule or function
        As in `ConfusionPath.interval`: the name of a space (its area) or of an area, a result of `prplot.measure_at`,
        or a function of a path.
    fixed : bool
        Whether every sample has the same number of positives, as in `sample`; PR areas then vary less between samples.
    n : int
        Number of samples in the last simulation, at least 100. The relative standard error of the returned number of
        positives is about √(2/n).
    rng : int, numpy.random.Generator or None
        As in `sample`.

    Returns
    -------
    SampleSize
        ``.positives``, ``.n`` (rows), ``.width`` (expected with so many positives), ``.error`` (Monte Carlo standard
        error of ``.positives``).

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For a width that is not positive, a level outside (0, 1), fewer than 100 samples, a prevalence that `sample`
        does not accept, an unknown measure, a width as large as the whole range of the measure, or a measure that is
        the same in every sample.

    Warns
    -----
    PrplotWarning
        If the answer is so few positives that real intervals would cover less often than ``level``, or if the measure
        is undefined in many samples.

    Notes
    -----
    One simulation draws at most thirty million rows in all its samples. If larger samples are needed, their width is
    extrapolated from smaller ones by s ~ 1/√m; ``.simulated`` is the number of positives per simulated sample.

    Examples
    --------
    >>> import prplot.simulate
    >>> prplot.simulate.offset_uniform().sample_size(0.1, measure="roc", rng=1)
    47 ± 2.3 positives in 470 rows: 95 % interval of the AUROC of width 0.0995
    """
    rule, way_out = "be a positive number, from the low to the high end", "Pass width=0.1."
    wanted = number_that("width", width, lambda width: 0 < width < math.inf, rule, way_out)
    level, sets = check_level(level), whole_number("n", n, LEAST, MOST_REPLICATES, "data sets", "The default is 1000.")
    prevalence = USUAL if prevalence is None and not model.soft else prevalence
    share = model._check_prevalence(prevalence)
    draw = partial(model.sample, prevalence=prevalence, rng=random_generator(rng), fixed=fixed)
    which = measure_of(measure, draw(LEAST, rng=0, fixed=False))
    span = which.bounds[1] - which.bounds[0]
    if wanted >= span:
        raise invalid("width", f"be less than {span:g}, the whole range of the {which.words}", short(width), way_out)
    across = 2.0 * quantile(level)
    largest = max(int(ROWS / sets * share), PILOT)
    positives = PILOT
    for times in (sets // QUICK, sets // QUICK, sets):
        rows = max(round(min(positives, largest) / share), 2)
        numbers = []
        with warnings.catch_warnings(action="ignore"):
            for _ in shown(range(times), times, f"data sets of {rows} rows"):
                sample = draw(rows)
                # The measure may be undefined, such as a rate that no threshold reaches.
                with suppress(PrplotError):
                    numbers.append(which.of(sample))
            estimates = np.array(numbers)[np.isfinite(numbers)]
            # NumPy warns and returns NaN if there are fewer than two numbers.
            sd = float(np.std(estimates, ddof=1))
        if times - len(estimates) > MANY_UNDEFINED * times:
            warn(f"{times - len(estimates)} of {times} samples of {rows} rows leave the {which.words} undefined.")
        if not sd > 0:
            raise PrplotValueError(
                f"the {which.words} is the same in all samples of this model, so that no number of positives is too "
                f"few for its interval; got {estimates[0]:g}."
                if len(estimates)
                else f"the {which.words} is undefined in all samples of this model."
            )
        needed = rows * share * (across * sd / wanted) ** 2
        positives = max(math.ceil(needed), 2)
    if positives < FEW:
        warn(f"with {positives} positives no interval covers as often as it says, however wide; take {FEW} or more.")
    # The relative standard error of a variance of n numbers is √((kurtosis - 1) / n).
    kurtosis = float(np.mean((estimates - estimates.mean()) ** 4)) / sd**4
    return SampleSize(
        positives=positives,
        n=math.ceil(positives / share),
        width=across * sd * math.sqrt(rows * share / positives),
        error=needed * math.sqrt(max(kurtosis - 1.0, 0.0) / len(estimates)),
        level=level,
        prevalence=share,
        measure=which.words,
        simulated=round(rows * share),
        sets=sets,
    )
