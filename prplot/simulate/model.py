"""Score models: two distributions of scores, samples of them, and their exact curves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.arithmetic.checks import check_prevalence
from prplot.arithmetic.exact_sums import FloatArray, Frozen
from prplot.errors import PrplotTypeError, wrong_type
from prplot.path.constructors import from_counts, from_labels
from prplot.path.path import ConfusionPath
from prplot.simulate.envelope import Piece, pieces
from prplot.simulate.numeric import EPSILON, log_odds, root
from prplot.simulate.population import PopulationPath, population
from prplot.simulate.reading import generator, rows_wanted, scores
from prplot.spaces import space_class

if TYPE_CHECKING:
    from prplot.curve.curve import Curve

__all__ = ["Densities", "Grid", "HardModel", "Rates", "ScoreModel"]

# Rates below it count as 0: nothing that is seen depends on them.
LEAST = 1e-290


class Rates(NamedTuple):
    """The rates at positions of a model: each pair adds up to 1, and small ones keep their digits."""

    fpr: FloatArray
    tpr: FloatArray
    tnr: FloatArray
    fnr: FloatArray

    @classmethod
    def of(cls, fpr: FloatArray, tpr: FloatArray, tnr: FloatArray, fnr: FloatArray) -> Rates:
        """Return rates whose pairs add up to 1 but for rounding as rates that do, by the smaller of each pair."""
        pairs = ((fpr, tnr), (tpr, fnr))
        above = (np.where(rate <= rest, rate, 1.0 - rest) for rate, rest in pairs)
        below = (np.where(rate <= rest, 1.0 - rate, rest) for rate, rest in pairs)
        return cls(*above, *below)


class Densities(NamedTuple):
    """Densities of the scores of negatives and of positives, each with area 1."""

    negatives: FloatArray
    positives: FloatArray


class Grid(NamedTuple):
    """A model at many positions, falling: where its curves are looked up and drawn through."""

    position: FloatArray
    rates: Rates


@dataclass(frozen=True, eq=False, repr=False)
class ScoreModel(Frozen, ABC):
    """Scores of negatives and of positives as two distributions.

    Made by the functions of `prplot.simulate`.

    Attributes
    ----------
    name : str
        What legends call its curves.
    """

    name: str

    # Whether the labels of its samples are soft.
    soft: ClassVar[bool] = False
    # Whether the ROC curve is a polyline through the grid, so that the usual rules of paths are exact.
    straight: ClassVar[bool] = False

    @property
    @abstractmethod
    def words(self) -> str:
        """The two distributions."""

    def __repr__(self) -> str:
        return f"ScoreModel({self.name!r}, {self.words})"

    # A position is a number that rises with the threshold, from -inf to inf: the threshold, unless
    # a model knows a better one.

    @abstractmethod
    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at positions, an array of one dimension or two."""

    @abstractmethod
    def log_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the density of positives over that of negatives: the slope of the ROC curve."""

    @abstractmethod
    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities at scores, an array of shape (n,)."""

    def densities(self, x: ArrayLike) -> Densities:
        """Return the densities of the scores of negatives and of positives.

        Parameters
        ----------
        x : array_like
            Scores, of any shape.

        Returns
        -------
        Densities
            ``negatives`` and ``positives``, of the same shape; 0 outside the support. For soft
            labels those of the background and of the foreground weight.

        Raises
        ------
        PrplotValueError
            If the scores have no density, or one of x is NaN.

        Examples
        --------
        >>> import prplot.simulate
        >>> prplot.simulate.bibeta(positives=(2, 1)).densities([0.0, 0.5, 1.0]).positives.round(12).tolist()
        [0.0, 1.0, 2.0]
        """
        at = scores("x", x)
        return Densities(*(density.reshape(at.shape)[()] for density in self.density_at(at.ravel())))

    @abstractmethod
    def marks(self, count: int) -> FloatArray:
        """Return positions that lie close where the model has its features, ``count`` for each."""

    def position_of(self, threshold: FloatArray) -> FloatArray:
        """Return the positions of thresholds."""
        return threshold

    def threshold_of(self, position: FloatArray) -> FloatArray:
        """Return the thresholds of positions."""
        return position

    @cached_property
    def grid(self) -> Grid:
        """The model at its marks, as far as its rates are seen."""
        return self._kept(self.marks(801))

    @cached_property
    def panels(self) -> FloatArray:
        """Positions between which the model is smooth, falling: its ends, and a few marks."""
        ends = self.grid.position[[0, -1]]
        inside = np.unique(self.marks(33))[::-1]
        return np.concatenate([ends[:1], inside[(inside < ends[0]) & (inside > ends[1])], ends[1:]])

    @cached_property
    def crossings(self) -> FloatArray:
        """Positions at which the ROC curve crosses the diagonal."""
        position, rates = self.grid
        sign = np.sign(_ahead(rates))
        crossed = np.flatnonzero(sign[1:] * sign[:-1] < 0)
        return root(lambda s, _: _ahead(self.rates_at(s)), position[crossed + 1], position[crossed])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the cost curve."""
        return pieces(self)

    def _kept(self, marks: FloatArray) -> Grid:
        position = np.unique(marks)[::-1]
        rates = Rates(*(np.where(rate > LEAST, rate, 0.0) for rate in self.rates_at(position)))
        rest = np.maximum(rates.tnr, rates.fnr) > 0
        # The first position at which everything is predicted positive is the end of the curve.
        rest[1:] |= rest[:-1].copy()
        seen = rest & (np.maximum(rates.fpr, rates.tpr) > 0)
        return Grid(position[seen], Rates(*(rate[seen] for rate in rates)))

    def positions(self, rate: str, value: FloatArray) -> FloatArray:
        """Return where a rate ("tpr" or "fpr") has the given values, in [0, 1]; 0 and 1 where it is next to them."""
        grid = self.grid

        def odds(rates: Rates) -> FloatArray:
            return log_odds(rates.tpr, rates.fnr) if rate == "tpr" else log_odds(rates.fpr, rates.tnr)

        known = odds(grid.rates)
        usable = np.flatnonzero(np.isfinite(known))
        known, position = np.maximum.accumulate(known[usable]), grid.position[usable]
        wanted = np.clip(log_odds(value, 1.0 - value), known[0], known[-1])
        after = np.clip(np.searchsorted(known, wanted), 1, len(known) - 1)
        return root(
            lambda s, rows: odds(self.rates_at(s)) - wanted[rows], position[after], position[after - 1], enough=EPSILON
        )

    def tpr(self, threshold: ArrayLike) -> FloatArray:
        """Return the true positive rate P(score >= threshold) of the positives.

        Parameters
        ----------
        threshold : array_like
            Of any shape; infinities included.

        Returns
        -------
        float or array of the same shape
        """
        return self._rate("tpr", threshold)

    def fpr(self, threshold: ArrayLike) -> FloatArray:
        """Return the false positive rate P(score >= threshold) of the negatives; as `tpr`."""
        return self._rate("fpr", threshold)

    def _rate(self, name: str, threshold: ArrayLike) -> FloatArray:
        at = scores("threshold", threshold)
        rate: FloatArray = getattr(self.rates_at(self.position_of(at.ravel())), name)
        return rate.reshape(at.shape)[()]

    # Populations and samples.

    @abstractmethod
    def ranked(self, path: PopulationPath, best: bool) -> ConfusionPath:
        """Return the path of the best or of the worst ranking of this population."""

    @abstractmethod
    def share(self, prevalence: float | None) -> float:
        """Return the prevalence of the population; whether it may or must be given depends on the model."""

    def path(self, prevalence: float | None = None) -> PopulationPath:
        """Return the whole population as a path, whose curves are exact.

        Parameters
        ----------
        prevalence : float
            π in (0, 1). A model of soft labels has its own, and takes none.

        Returns
        -------
        ConfusionPath
            P = π and N = 1 - π, with vertices at a few hundred to a few thousand thresholds. Its
            curves are those of `curve`, and ``path.at(threshold)`` is exact at every threshold.
            ``path.sample`` is None.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If the prevalence lies outside (0, 1), is missing, or is given where there is one.

        Examples
        --------
        >>> import prplot.simulate
        >>> path = prplot.simulate.binormal(mu=2).path(prevalence=0.2)
        >>> path.at(1.0)
        Confusion(tp=0.168268949214, fp=0.126924203145, fn=0.0317310507863, tn=0.673075796855, threshold=1)
        """
        return population(self, self.share(prevalence))

    def curve(self, space: str = "pr", *, prevalence: float | None = None, **options: Any) -> Curve:
        """Return the exact curve of the population.

        What a sample's curve comes close to as the sample grows: a `prplot.Curve`, whose
        ``trace``, ``at`` and ``area`` are computed from the model, not from its vertices.

        Parameters
        ----------
        space : {"pr", "prg", "roc", "croc", "cost"}
            Where it is seen.
        prevalence : float
            π in (0, 1); may be left out where what is seen does not depend on it (ROC, CROC,
            cost), which is then 0.5. A model of soft labels has its own, and takes none.
        **options
            ``label``, and what the space takes: ``clip`` (PRG), ``alpha`` and ``magnifier`` (CROC).

        Returns
        -------
        Curve
            At recall 0 it has its limit; at recall 1 it ends at (1, 1) of the unit square, in PR
            with precision π.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            For an unknown space or option, a prevalence outside (0, 1) or missing, and for other
            interpolations: a population has no thresholds to join.

        Notes
        -----
        Areas are accurate to 1e-12 or better, relative to the sum of their absolute
        contributions. ``x``, ``y`` and ``thresholds`` are points of the curve (in cost space of a
        polyline that is closer to it than 1e-4).

        Examples
        --------
        >>> import prplot.simulate
        >>> curve = prplot.simulate.binormal().curve("pr", prevalence=0.1)
        >>> round(curve.area(), 12), curve.at(0.5).round(6).item()
        (0.292835643514, 0.25935)
        """
        where = space_class(space)
        if prevalence is None and not where.moves_with_prevalence and not self.soft:
            prevalence = 0.5
        return self.path(prevalence).curve(space, **options)

    @abstractmethod
    def sample(
        self,
        n: int,
        *,
        prevalence: float | None = None,
        rng: Any = None,
        fixed: bool = False,
        name: str | None = None,
    ) -> ConfusionPath:
        """Draw a sample.

        Parameters
        ----------
        n : int
            How many rows, at least 1.
        prevalence : float
            π in (0, 1), the chance of each row to be positive. A model of soft labels has its
            own, and takes none.
        rng : int, numpy.random.Generator or None
            A seed, a generator (which moves on), or None for fresh entropy. The global random
            state of NumPy is not touched.
        fixed : bool
            Draw exactly ``round(n * prevalence)`` positives (halves go to the even number), as
            Saito and Rehmsmeier do; by default each row is positive by chance, as in Boyd et al.
        name : str, optional
            The name of the path, for legends.

        Returns
        -------
        ConfusionPath
            With its ``sample``. A small sample of a small prevalence may be all negative: it is
            returned as it is, and what is undefined without a positive is NaN, with a
            `prplot.PrplotWarning` that says so; ``fixed=True`` with one positive or more avoids it.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If n is not a whole number of at least 1, the prevalence lies outside (0, 1), is
            missing or is given where there is one, or rng is no seed or generator.

        Examples
        --------
        >>> import prplot.simulate
        >>> prplot.simulate.binormal().sample(500, prevalence=0.1, rng=1, fixed=True)
        ConfusionPath(n=500, P=50, N=450, π=0.1, labels=hard, distinct scores=500)
        """


class HardModel(ScoreModel):
    """A model whose rows are positive or negative."""

    @abstractmethod
    def drawn(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives and negatives."""

    def ranked(self, path: PopulationPath, best: bool) -> ConfusionPath:
        """Return the path on which one class comes first as a whole."""
        p, n = path.positives, path.negatives
        return from_counts([2.0, 1.0], tp=[p if best else 0.0, p], fp=[0.0 if best else n, n], name=path.name)

    def share(self, prevalence: float | None) -> float:
        """Return the prevalence as given."""
        if prevalence is None:
            raise PrplotTypeError(
                "prevalence must be given: the two distributions of scores do not say how many are positive; "
                "got None. Pass for example prevalence=0.1."
            )
        return check_prevalence(prevalence)

    def sample(
        self,
        n: int,
        *,
        prevalence: float | None = None,
        rng: Any = None,
        fixed: bool = False,
        name: str | None = None,
    ) -> ConfusionPath:
        """Draw a sample; see `ScoreModel.sample`."""
        rows, share, source = rows_wanted(n), self.share(prevalence), generator(rng)
        if not isinstance(fixed, bool | np.bool_):
            raise wrong_type("fixed", "be True or False", fixed)
        positive: NDArray[np.bool_] = np.arange(rows) < round(rows * share) if fixed else source.random(rows) < share
        count = int(np.count_nonzero(positive))
        score = np.empty(rows)
        score[positive], score[~positive] = self.drawn(source, count, rows - count)
        return from_labels(positive, score, name=name)


def _ahead(rates: Rates) -> FloatArray:
    """Return tpr - fpr, by the smaller sides."""
    return np.where(np.maximum(rates.fpr, rates.tpr) <= 0.5, rates.tpr - rates.fpr, rates.tnr - rates.fnr)
