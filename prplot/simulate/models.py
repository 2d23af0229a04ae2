"""Score models: distributions of the scores of both classes, random samples, and exact curves of the population."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

from prplot.curve.curve import Curve
from prplot.errors import PrplotTypeError, PrplotValueError, by_name, short, yes_or_no
from prplot.names import SpaceName
from prplot.path.makers import from_labels, from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Frozen
from prplot.rows.checks import check_prevalence, random_generator, reals, whole_number
from prplot.simulate.distributions import Beta, Betas, Distribution, LabelHalf, Normal, log_odds
from prplot.simulate.population import Function, PopulationPath, crossings, population
from prplot.simulate.sample_size import sample_size
from prplot.spaces import space_class

# Among the rows of one hard class, scores rise with the soft labels, do not depend on them, or fall with them.
LabelOrder = Literal["good", "permuted", "bad"]
# Smaller rates are set to 0, because no curve shows the difference.
SMALLEST_RATE = 1e-290
# The scores of this many rows take 8 GB.
MOST_ROWS = 10**9
# Numbers of positions around each mean: FINE for looking up rates, COARSE for cutting a curve into smooth panels.
FINE, COARSE = 801, 161
# Between the means of both classes, panels are so narrow that the logarithms of the rates fall by about FALL in each.
FALL = 4.0


class Densities(NamedTuple):
    """Densities of the scores of negatives and of positives, each with area 1."""

    negatives: FloatArray
    positives: FloatArray


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class ScoreModel(Frozen):
    """A model of scores: one distribution for the negatives and one for the positives.

    Made by the functions of `prplot.simulate`. `path` returns the exact path of the population, `sample` the path of
    rows drawn at random.

    Attributes
    ----------
    name : str
        The name of the model's curves in legends.
    """

    name: str

    # Whether samples of the model have soft labels.
    soft: ClassVar[bool] = False

    if TYPE_CHECKING:
        # Fields of each kind of model: its distributions of negatives and of positives, and their description in
        # words.
        _words: str
        _distributions: tuple[Distribution, Distribution]

        def _ranked_by_label(self, best: bool) -> ScoreModel:
            """Return the model with the best or the worst ranking; only models with soft labels have one."""

    def __repr__(self) -> str:
        return f"ScoreModel({self.name!r}, {self._words})"

    @property
    def _logit(self) -> bool:
        """Whether positions are the log odds of thresholds rather than the thresholds."""
        return isinstance(self._distributions[0], Betas)

    def _tails(self, position: FloatArray) -> FloatArray:
        """Return the shares of negatives and of positives below and above each position, of shape (2, 2, n)."""
        return np.stack([scores.tails(position) for scores in self._distributions], axis=1)

    def _rates_at(self, position: FloatArray) -> FloatArray:
        """Return TPR, FPR, FNR and TNR at positions, of shape (4, n); small rates are accurate to all digits."""
        tails = self._tails(position)
        # The larger rate of a pair is 1 minus the smaller one, so that it has no rounding error of its own.
        return np.where(tails > 0.5, 1.0 - tails[::-1], tails)[::-1, ::-1].reshape(4, -1)

    def _log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return the logarithm of the likelihood ratio, which is the slope of the ROC curve, at positions."""
        negatives, positives = self._distributions
        return positives.log_density(position) - negatives.log_density(position)

    def _density_at(self, score: FloatArray) -> FloatArray:
        """Return the densities of negatives and of positives at scores, of shape (2, n)."""
        return np.array([scores.density(score) for scores in self._distributions])

    def _spaced_positions(self, count: int) -> FloatArray:
        """Return ``count`` positions for each distribution, dense around its mean; they are not sorted."""
        return np.concatenate([scores.grid(count) for scores in self._distributions])

    def _position_of(self, threshold: FloatArray) -> FloatArray:
        """Return the positions of thresholds; log odds are infinite for thresholds outside (0, 1)."""
        return logit(np.clip(threshold, 0.0, 1.0)) if self._logit else threshold

    def _threshold_of(self, position: FloatArray) -> FloatArray:
        """Return the thresholds at positions of the model."""
        return expit(position) if self._logit else position

    @cached_property
    def _grid(self) -> tuple[FloatArray, FloatArray]:
        """Many falling positions and the rates at them; positions beyond the ends of the curve are left out."""
        position = np.unique(self._spaced_positions(FINE))[::-1]
        rates = self._rates_at(position)
        rates[rates < SMALLEST_RATE] = 0.0
        tpr, fpr, fnr, tnr = rates
        # The curve ends at the first position at which every row is predicted positive.
        seen = slice(np.count_nonzero(fpr + tpr == 0), np.count_nonzero(tnr + fnr) + 1)
        return position[seen], rates[:, seen]

    @cached_property
    def _edges(self) -> FloatArray:
        """Positions between which curves are smooth, not sorted; crossings of the ROC diagonal are among them."""
        diagonal = crossings(lambda position: np.subtract(*self._rates_at(position)[:2]), self._grid[0])
        # If the classes are far apart, a small area depends on the scores between them, where both tails meet.
        one, other = (float(np.median(scores.grid(COARSE))) for scores in self._distributions)
        fall = -np.log(np.maximum(self._tails(np.array([one, other])), SMALLEST_RATE)).sum()
        between = np.linspace(one, other, 2 + int(fall / FALL))
        return np.concatenate([self._spaced_positions(COARSE), between, diagonal])

    def densities(self, x: ArrayLike) -> Densities:
        """Return the densities of the scores of negatives and of positives.

        Parameters
        ----------
        x : array_like
            Scores, of any shape.

        Returns
        -------
        Densities
            ``negatives`` and ``positives``, of the same shape; 0 outside the support. For soft labels, the densities
            of the negative and of the positive weight.

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
        return Densities(*applied("x", x, self._density_at))

    def tpr(self, threshold: ArrayLike) -> FloatArray:
        """Return the true positive rate P(score >= threshold) of the positives.

        Parameters
        ----------
        threshold : array_like
            Thresholds, of any shape; -inf and inf are allowed.

        Returns
        -------
        float or array of the same shape
        """
        return self._rates(threshold)[0]

    def fpr(self, threshold: ArrayLike) -> FloatArray:
        """Return the false positive rate: the share of negatives with score >= threshold; ``threshold`` as in `tpr`."""
        return self._rates(threshold)[1]

    def _rates(self, threshold: ArrayLike) -> list[FloatArray]:
        return applied("threshold", threshold, lambda cut: self._rates_at(self._position_of(cut)))

    def _check_prevalence(self, prevalence: float | None) -> float:
        """Return the prevalence; raise an error if it is None, because a model with hard labels has no prevalence."""
        if prevalence is None:
            raise PrplotTypeError(
                "prevalence must be given: the two distributions of scores do not say how many are positive; "
                "got None. Pass for example prevalence=0.1."
            )
        return check_prevalence(prevalence)

    def path(self, prevalence: float | None = None) -> PopulationPath:
        """Return the whole population as a path, whose curves are exact.

        Parameters
        ----------
        prevalence : float
            π in (0, 1). A model of soft labels has its own prevalence; do not pass one.

        Returns
        -------
        ConfusionPath
            A path with P = π and N = 1 - π, and with a few hundred to a few thousand thresholds. The curves of the path
            equal the curves that the method `curve` returns, and ``path.at(threshold)`` is exact at any threshold, also
            between those of the path. ``path.sample`` is None.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If the prevalence lies outside (0, 1), is missing, or is given although the model has its own.

        Examples
        --------
        >>> import prplot.simulate
        >>> path = prplot.simulate.binormal(mu=2).path(prevalence=0.2)
        >>> path.at(1.0)
        Confusion(tp=0.168268949214, fp=0.126924203145, fn=0.0317310507863, tn=0.673075796855, threshold=1)
        """
        return population(self, self._check_prevalence(prevalence))

    def curve(self, space: SpaceName = "pr", *, prevalence: float | None = None, **options: Any) -> Curve:
        """Return the exact PR, ROC or other curve of the score model, without sampling.

        This is the limit of a sample's curve as the sample grows: a `prplot.Curve`, whose ``trace``, ``at`` and
        ``area`` are computed from the model, not by joining the points ``x``, ``y``.

        Parameters
        ----------
        space : str
            The space to plot the curve in: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit",
            "murphy", "risk_coverage", "froc"}.
        prevalence : float
            π in (0, 1); optional, with default 0.5, for curves that do not depend on it (ROC, CROC, DET, cost). A model
            of soft labels has its own prevalence; do not pass one.
        **options
            ``label``, and the parameters of `prplot.PRG` (``clip``) and `prplot.CROC` (``alpha``, ``magnifier``).

        Returns
        -------
        Curve
            The curve begins at the point that it approaches as recall tends to 0 (in PR space, the limit of precision).
            The curve ends where every row is predicted positive: at (1, 1) in ROC space, at recall 1 and precision π in
            PR space.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If the space or an option is unknown, the prevalence is missing or outside (0, 1), or an interpolation other
            than "continuous" is requested: a population has no separate thresholds between which to interpolate.

        Notes
        -----
        The error of an area is at most 1e-12 times the integral of abs(y), which is the area itself if y >= 0. In PRG
        space the error may also be 1e-16: the precision gain of classes that hardly differ is a difference of almost
        equal rates. ``x``, ``y`` and ``thresholds`` are points of the curve; in cost space they are the corners of a
        polyline that differs from the curve by at most 1e-4.

        Examples
        --------
        >>> import prplot.simulate
        >>> curve = prplot.simulate.binormal().curve("pr", prevalence=0.1)
        >>> round(curve.area(), 12), curve.at(0.5).round(6).item()
        (0.292835643514, 0.25935)
        """
        if not space_class(space)._moves_with_prevalence and prevalence is None and not self.soft:
            prevalence = 0.5
        return self.path(prevalence).curve(space, **options)

    def sample(
        self,
        n: int,
        *,
        prevalence: float | None = None,
        rng: Any = None,
        fixed: bool = False,
        name: str | None = None,
    ) -> ConfusionPath:
        """Draw a random sample from the model and return its path.

        Parameters
        ----------
        n : int
            How many rows, at least 1.
        prevalence : float
            π in (0, 1), the chance of each row to be positive. A model of soft labels has its own prevalence; do not
            pass one.
        rng : int, numpy.random.Generator or None
            A seed, a generator (whose state advances), or None for a different sample each time. The global random
            state of NumPy is not touched.
        fixed : bool
            Draw exactly ``round(n * prevalence)`` positives (halves go to the even number), as
            Saito and Rehmsmeier do; by default each row is positive by chance, as in Boyd et al.
        name : str, optional
            The name of the path, for legends.

        Returns
        -------
        ConfusionPath
            Its ``sample`` holds the rows. A small sample at a low prevalence may have no positive row. The sample is
            returned anyway; measures that are undefined without positives are NaN, with a `prplot.PrplotWarning`.
            ``fixed=True`` with at least one positive avoids such samples.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If n is not a whole number of at least 1, the prevalence lies outside (0, 1), is missing, or is given to a
            model that has its own, or rng is no seed or generator.

        Examples
        --------
        >>> import prplot.simulate
        >>> prplot.simulate.binormal().sample(500, prevalence=0.1, rng=1, fixed=True)
        ConfusionPath(n=500, P=50, N=450, prevalence=0.1, labels=hard, distinct scores=500)
        """
        share, source = self._check_prevalence(prevalence), random_generator(rng)
        labels = self._draw_labels(
            source, whole_number("n", n, 1, MOST_ROWS, "rows", "For example n=1000."), share, fixed
        )
        score = self._draw_scores(source, labels)
        return from_weights(score, fg=labels, name=name) if self.soft else from_labels(labels, score, name=name)

    def _draw_labels(self, rng: np.random.Generator, rows: int, prevalence: float, fixed: bool) -> NDArray[Any]:
        """Return the labels of ``rows`` random rows; ``fixed`` is explained in `sample`."""
        exact = yes_or_no("fixed", fixed)
        return np.arange(rows) < round(rows * prevalence) if exact else rng.random(rows) < prevalence

    def _draw_scores(self, rng: np.random.Generator, labels: NDArray[Any]) -> FloatArray:
        """Return random scores of rows with these labels."""
        score = np.empty(len(labels))
        positive = labels > 0.5
        direction = getattr(self, "_direction", 0)
        for side in (True, False):
            rows: NDArray[Any] = positive == side
            drawn = self._distributions[side].draw(rng, int(rows.sum()))
            if direction:
                rows = np.flatnonzero(rows)[np.argsort(labels[rows], kind="stable")]
                drawn = np.sort(drawn)[::direction]
            score[rows] = drawn
        return score

    sample_size = sample_size


@dataclass(frozen=True, repr=False)
class PairModel(ScoreModel):
    """A model with hard labels and one distribution of scores for each class."""

    _words: str
    _distributions: tuple[Distribution, Distribution]


@dataclass(frozen=True, repr=False)
class Binormal(PairModel):
    """A model with negatives N(0, 1) and positives N(mu, sigma²)."""

    mu: float
    sigma: float


@dataclass(frozen=True, repr=False)
class Bibeta(PairModel):
    """A model with Beta distributions of negatives and of positives."""

    negatives: Beta
    positives: Beta


@dataclass(frozen=True, repr=False)
class OffsetUniform(PairModel):
    """A model with negatives uniform on [0, 1] and positives uniform on [offset, 1 + offset]."""

    offset: float

    def _spaced_positions(self, count: int) -> FloatArray:
        """Return ``count`` positions between neighboring corners of the ROC curve, and the numbers next to each corner.

        At an end of the curve a metric may be 0/0. Its best value is then at the number next to that end.
        """
        corners = np.unique([0.0, 1.0, self.offset, 1.0 + self.offset])
        between = np.linspace(corners[:-1], corners[1:], count)
        return np.append(between, corners + np.spacing(np.maximum(1.0, np.abs(corners))) * [[-1.0], [1.0]])


def betas(name: str, negatives: Beta, positives: Beta) -> Bibeta:
    """Return the score model ``name`` with one Beta distribution for each class."""
    words = f"negatives Beta({negatives.a:g}, {negatives.b:g}), positives Beta({positives.a:g}, {positives.b:g})"
    return Bibeta(name, words, (Betas(((1.0, *negatives),)), Betas(((1.0, *positives),))), negatives, positives)


def normals(name: str, mu: float, sigma: float = 1.0) -> Binormal:
    """Return the score model ``name`` with negatives N(0, 1) and positives N(mu, sigma²)."""
    words = f"negatives N(0, 1), positives N({mu:g}, {sigma:g}²)"
    return Binormal(name, words, (Normal(0.0), Normal(mu, sigma)), mu, sigma)


@dataclass(frozen=True, repr=False)
class SoftModel(PairModel):
    """A model with soft labels a from a mixture of Beta distributions; a row has negative weight 1 - a.

    The score of a row is its label a, or 1 - a.
    """

    mixture: Betas
    # Whether scores rise with labels (1), fall with them (-1) or neither (0).
    _direction: int

    soft: ClassVar[bool] = True

    @property
    def prevalence(self) -> float:
        """The prevalence, which is the mean label."""
        return self.mixture.mean

    def _check_prevalence(self, prevalence: float | None) -> float:
        """Return the mean label; raise an error if another prevalence is given."""
        if prevalence is not None:
            raise PrplotTypeError(
                f"prevalence must be left out for soft labels, whose mean it is ({self.prevalence:.4g}); "
                f"got {short(prevalence)}. For another one re-weight the negatives: path.at_prevalence(...)."
            )
        return self.prevalence

    def _draw_labels(self, rng: np.random.Generator, rows: int, prevalence: float, fixed: bool) -> FloatArray:  # noqa: ARG002
        """Return the soft labels of ``rows`` random rows; raise an error if ``fixed`` is given."""
        if fixed is not False:
            raise PrplotTypeError(
                f"fixed must be left out for soft labels, which have no number of positives; got {short(fixed)}."
            )
        return self.mixture.draw(rng, rows)

    def _ranked_by_label(self, best: bool) -> ScoreModel:
        """Return the model with the best ranking, in which every row scores its label, or with the reverse ranking."""
        negatives, positives = (each if best else each.reflected for each in self.mixture.of_weights)
        words = f"every row scores {'its label a' if best else '1 - a'}"
        return SoftModel(self.name, words, (negatives, positives), self.mixture, 1 if best else -1)

    def _draw_scores(self, rng: np.random.Generator, labels: NDArray[Any]) -> FloatArray:  # noqa: ARG002
        """Return the labels as scores, or 1 minus the labels if scores fall with labels."""
        return labels if self._direction > 0 else 1.0 - labels


@dataclass(frozen=True, repr=False)
class AssignedScores(SoftModel):
    """A model with soft labels a whose scores are drawn for the hard labels a > 1/2.

    Rows with a > 1/2 score N(mu, 1), the others N(0, 1). Among the rows of one class the scores rise with a, fall with
    a, or do not depend on a.
    """

    mu: float
    order: LabelOrder

    @cached_property
    def _halves(self) -> tuple[LabelHalf, LabelHalf]:
        """The soft labels of hard negatives, and 1 minus the soft labels of hard positives."""
        # If scores rise with labels, hard negatives score highest next to 1/2 and hard positives next to 1.
        negatives, positives = self._distributions
        return (
            LabelHalf(self.mixture, negatives, self._direction),
            LabelHalf(self.mixture.reflected, positives, -self._direction),
        )

    @property
    def hard(self) -> Binormal:
        """The model with hard labels, from which the scores are drawn."""
        return normals(self.name, self.mu)

    @property
    def hard_prevalence(self) -> float:
        """The share of rows with a > 1/2, the hard positives."""
        return float(self._halves[1].total.sum())

    def _tails(self, position: FloatArray) -> FloatArray:
        """Return the shares of negative and of positive weight below and above thresholds, of shape (2, 2, n)."""
        negatives, positives = (labels.weights_by_score(position) for labels in self._halves)
        return (negatives + positives[:, ::-1]) / self.mixture.weight

    def _density_at(self, score: FloatArray) -> FloatArray:
        """Return the densities of negative and of positive weight at scores, of shape (2, n)."""
        negatives, positives = (labels.density(score) for labels in self._halves)
        return (negatives + positives[::-1]) / self.mixture.weight

    def _log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return the logarithm of the likelihood ratio; it is infinite where float64 cannot hold a density."""
        return log_odds(*self._density_at(position)[::-1])

    _draw_scores = ScoreModel._draw_scores


def applied(name: str, values: ArrayLike, of: Function) -> list[FloatArray]:
    """Return the rows of ``of(values)``, each in the shape of ``values``; raise an error for NaN.

    ``of`` maps an array of shape (n,) to one of shape (k, n).
    """
    array = reals(name, values)
    if np.isnan(array).any():
        raise PrplotValueError(f"{name} must not hold NaN; got {short(values)}.")
    return [row.reshape(array.shape)[()] for row in of(array.ravel())]
