"""The words that arguments accept, their synonyms, and the nearest name to an unknown one.

The words are types, so that editors complete them and type checkers refuse misspelled ones. Synonyms are replaced at
run time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, TypeVar, cast

# The spaces in which every path has a curve and an area.
AreaSpaceName = Literal["pr", "prg", "roc", "croc", "cost", "gains", "lift", "det"]
# All spaces; "froc" also needs the number of images.
SpaceName = Literal[AreaSpaceName, "net_benefit", "murphy", "risk_coverage", "froc"]
# The kinds of panels: curves in a space, or calibration curves.
PanelName = Literal[SpaceName, "calibration"]
# The threshold used at a threshold probability: the probability itself ("own"), or the best threshold of the sample.
DecidedBy = Literal["own", "best"]
# How forecasts are scored: by the squared distance from the label, or by minus the log probability of the label.
ScoringRule = Literal["brier", "log_loss"]
# The form of scores: natural or common logarithms of likelihood ratios, or the ratios themselves.
LikelihoodRatios = Literal["ln", "log10", "lr"]
# The unit of a log loss: nats are natural logarithms, bits are binary ones.
LogUnit = Literal["nats", "bits"]
# The threshold at which a detection cost is taken: the best one, or Bayes' threshold for log likelihood ratios.
DetectionThreshold = Literal["best", "bayes"]
# The risk: the share of errors among the accepted rows, or the share of all rows that are accepted and wrong.
RiskKind = Literal["selective", "generalized"]
# How a PR curve is interpolated between thresholds.
InterpolationName = Literal[
    "continuous", "discrete-tp", "discrete-fp", "linear", "upper-trapezoid", "step", "max-interpolated"
]
# Where a PR curve begins, at recall 0: at its limit, or at precision 1.
LeftEnd = Literal["limit", "one"]
# The order of positives and negatives with equal scores: mixed evenly, positives first, negatives first, or as given.
TieHandling = Literal["average", "optimistic", "pessimistic", "given"]
# The treatment of rows without a score: raise an error, drop them, rank them last, or count them as never returned.
MissingScores = Literal["raise", "drop", "lowest", "unreached"]
# The score of an item with several rows: their most positive score, or their mean.
Combine = Literal["max", "mean"]
# The method of a fitted classifier that returns its scores.
ResponseMethod = Literal["auto", "predict_proba", "decision_function"]
# The function that magnifies small false positive rates in CROC space.
Magnifier = Literal["exponential", "power", "logarithm"]
# The source of the least and the largest area: rankings of the data, or bounds at its prevalence (skew).
NormalizedBy = Literal["data", "skew"]
# What a mean does with samples where the measure is undefined: raise an error, or leave them out.
UndefinedMembers = Literal["raise", "omit"]
# The methods for confidence intervals: by resampling, by the influence of rows, or by a formula.
IntervalMethod = Literal[
    "bootstrap",
    "basic",
    "bca",
    "logit-bootstrap",
    "influence",
    "logit",
    "binomial",
    "delong",
    "wilson",
    "clopper-pearson",
    "profile",
]
# The methods for comparing classifiers: by resampling rows, by exchanging ranks, by the influence of rows, or by a
# formula (for ROC areas or for folds).
ComparisonMethod = Literal["bootstrap", "permutation", "influence", "delong", "corrected-t"]
# The meaning of a weight when rows are resampled: the importance of its row, or the number of such rows.
WeightKind = Literal["importance", "frequency"]
# Whether a band covers the curve with the requested probability at each x value, or everywhere at once.
BandKind = Literal["pointwise", "simultaneous"]
# The band of a calibration curve: around the diagonal, for calibrated scores, or around the curve, for its true
# position.
CalibrationBandKind = Literal["consistency", "confidence"]

# Metrics of a confusion matrix, with their synonyms.
MEASURES: dict[str, tuple[str, ...]] = {
    "recall": (
        *("tpr", "true_positive_rate", "sensitivity", "hit_rate", "recall_score", "pod", "probability_of_detection"),
        *("tar", "true_accept_rate", "true_acceptance_rate", "gar", "genuine_accept_rate", "genuine_acceptance_rate"),
    ),
    "precision": ("ppv", "positive_predictive_value", "precision_score", "sr", "success_ratio"),
    "specificity": ("tnr", "true_negative_rate", "selectivity"),
    "fpr": (
        *("false_positive_rate", "fall_out", "fallout", "false_alarm_rate", "pofd", "probability_of_false_detection"),
        *("false_accept_rate", "false_acceptance_rate", "fmr", "false_match_rate"),
    ),
    "fnr": (
        *("false_negative_rate", "miss_rate", "frr", "false_reject_rate", "false_rejection_rate"),
        *("fnmr", "false_non_match_rate", "false_nonmatch_rate"),
    ),
    "fdr": ("false_discovery_rate", "false_alarm_ratio"),
    "npv": ("negative_predictive_value",),
    "false_omission_rate": ("for", "fomr"),
    "accuracy": ("acc", "accuracy_score"),
    "error_rate": ("error", "misclassification_rate", "zero_one_loss"),
    "balanced_accuracy": ("bac", "bacc", "balanced_accuracy_score"),
    "informedness": (
        *("youden", "youdens_j", "youden_j", "youden_index", "youdens_index", "j", "ks", "kolmogorov_smirnov"),
        *("tss", "true_skill_statistic", "true_skill_score", "pss", "peirce", "peirce_skill_score"),
        *("hanssen_kuipers", "hanssen_kuipers_discriminant", "hanssen_kuipers_score"),
    ),
    "markedness": ("deltap",),
    "mcc": ("phi", "phi_coefficient", "matthews", "matthews_corrcoef", "matthews_correlation_coefficient"),
    "kappa": ("cohen", "cohen_kappa", "cohens_kappa", "cohen_kappa_score"),
    "g_mean": ("gmean", "geometric_mean"),
    "corner_distance": ("closest_to_(0,1)", "closest_to_(0,_1)", "closest.topleft", "closest_topleft", "roc01"),
    "jaccard": ("iou", "jaccard_index", "jaccard_score", "threat_score", "critical_success_index", "csi"),
    "fowlkes_mallows": ("fowlkes_mallows_index", "fm", "fmi", "g_measure"),
    "lr_positive": ("plr", "lr+", "positive_likelihood_ratio"),
    "lr_negative": ("nlr", "negative_likelihood_ratio"),
    "precision_gain": ("precg",),
    "recall_gain": ("recg",),
    "predicted_positive_rate": ("ppr", "positive_rate"),
    "lift": ("lift_score", "lift_curve", "lift_chart"),
    "f1": ("f_score", "f_measure", "f1_score", "f1_measure", "dice"),
    "f2": ("f2_score", "f2_measure"),
    "f0.5": ("f0.5_score", "f0.5_measure"),
}
# Spaces, with the synonyms of the spaces and of the areas under their curves.
SPACES: dict[str, tuple[str, ...]] = {
    "pr": ("precision_recall", "prc", "pr_curve", "precision_recall_curve", "auprc", "aupr", "pr_auc", "auc_pr"),
    "prg": ("precision_recall_gain", "prg_curve", "auprg"),
    "roc": ("roc_curve", "auc", "auroc", "roc_auc", "auc_roc", "roc_auc_score"),
    "croc": ("concentrated_roc", "croc_curve"),
    "cost": ("cost_curve",),
    "gains": ("gains_curve", "cumulative_gains", "cumulative_gain", "cap", "cumulative_accuracy_profile"),
    "det": ("det_curve", "detection_error_tradeoff", "detection_error_trade_off"),
    "net_benefit": ("decision_curve", "decision_curve_analysis", "dca", "nb"),
    "murphy": ("murphy_curve", "murphy_diagram"),
    "froc": ("froc_curve", "free_response", "free_response_roc"),
    "risk_coverage": ("risk_coverage_curve", "rc_curve", "risk_coverage_plot"),
}
# Interpolations, with the synonyms of the interpolations and of their areas.
INTERPOLATIONS: dict[str, tuple[str, ...]] = {
    "continuous": ("auprc", "aupr", "pr_auc", "auc_pr"),
    "linear": ("lower_trapezoid", "trapezoid", "trapezoidal"),
    "step": ("average_precision", "average_precision_score", "ap"),
    "discrete-tp": ("davis_goadrich",),
    "max-interpolated": ("interpolated", "interpolated_precision"),
}
# The calibration curve, with its synonyms.
CALIBRATION: dict[str, tuple[str, ...]] = {
    "calibration": (
        *("calibration_curve", "calibration_plot", "calibrationdisplay", "calibration_display", "corp", "reliability"),
        *("reliability_diagram", "reliability_curve", "reliability_plot", "reliabilitydiag", "calibration_belt"),
    ),
}
# Each name in prplot with its synonyms, in lower case with _ between words. Two names may share a synonym unless one
# list of options holds both.
SYNONYMS: dict[str, tuple[str, ...]] = {
    **MEASURES,
    **SPACES,
    **INTERPOLATIONS,
    **CALIBRATION,
    "eer": ("equal_error_rate", "crossover_error_rate"),
    "log_loss": ("logloss", "cross_entropy", "binary_cross_entropy", "logarithmic_score", "log_score", "ignorance"),
    "bootstrap": ("percentile", "percentile_bootstrap"),
    "profile": ("profile_likelihood", "likelihood_ratio"),
    "exponential": ("exp",),
    "logarithm": ("log", "ln", "logarithmic"),
}

# Operating points at which two rates are equal, with a description.
CROSSINGS: dict[str, str] = {"break-even": "precision = recall", "eer": "equal error rates"}

# Arguments of prplot, with the names of the same arguments in other tools.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "y_true": ("labels", "targets", "target", "y", "y_test"),
    "y_score": ("y_pred", "y_prob", "y_proba", "y_hat", "preds", "scores", "score", "probas_pred"),
    "sample_weight": ("weights", "weight"),
    "name": ("label", "title"),
    "rng": ("random_state", "seed", "random_seed"),
    "n": ("n_boot", "n_bootstraps", "n_resamples", "n_replicates", "replicates", "rankings", "boot_n", "reps"),
    "measure": ("metric", "scoring"),
    "prevalence": ("pi", "base_rate"),
    "interpolation": ("interp", "method"),
    "high": ("max_fpr",),
    "edges": ("bins",),
    "histogram": ("hist", "show_hist", "show_histogram"),
    "neg_label": ("negative_label", "negative_labels"),
    "pos_label": ("positive_label", "positive_class", "positive", "event_level"),
    "item": ("items", "item_id", "bag", "bags"),
    "level": ("confidence_level", "conf_level", "confidence", "ci"),
}
# Keywords of other tools. The hint (second entry) is shown only for functions that have the argument (first entry).
INSTEAD: dict[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("title", "xlabel", "ylabel", "xlim", "ylim"),
        ("ax", "Set it on the axes afterwards: artists.ax.set({}=...)."),
    ),
    "figsize": ("ax", "Make the axes first: figure, ax = matplotlib.pyplot.subplots(figsize=(4, 4)), then ax=ax."),
    **dict.fromkeys(
        ("color", "c", "linewidth", "lw", "linestyle", "ls", "marker", "alpha"),
        ("line", "Keywords of matplotlib belong in the dict of a part: line={{'{}': ...}}."),
    ),
    **{
        several: (
            "line",
            f"The dict of the lines takes a list, with one value for each curve: line={{{{'{one}': [...]}}}}.",
        )
        for several, one in (
            *(("colors", "color"), ("colours", "color"), ("colour", "color"), ("palette", "color")),
            *(("linewidths", "linewidth"), ("linestyles", "linestyle"), ("markers", "marker"), ("alphas", "alpha")),
        )
    },
    **dict.fromkeys(
        ("label", "labels", "name", "names"),
        ("curves", "Names come with the curves: prplot.plot({{'name': path}}), or path.named('name')."),
    ),
    **dict.fromkeys(
        ("ci", "confidence", "confidence_level", "level", "errorbar"),
        ("band", "Say band=True, or band={{'level': 0.9}}, and interval=True for the areas in the legend."),
    ),
    **dict.fromkeys(
        ("seed", "random_state", "rng", "n_boot"),
        ("band", "Options of intervals and bands belong in their dict: interval={{'rng': 1}}, band={{'n': 500}}."),
    ),
    **dict.fromkeys(
        ("direction", "ascending", "greater_is_better", "lower_is_better", "higher_is_better", "reverse"),
        ("lower_is_positive", "Where small scores mean positive, use lower_is_positive=True."),
    ),
    "style": ("ax", "Styles are for all that is drawn in them: with prplot.style.paper(...)."),
}
# Words that mean different things in different fields, or that have no single number, with a sentence that says which
# name to use. It is shown only if the option (first entry) is available.
UNCLEAR: dict[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("miscalibration", "discrimination"),
        (
            "brier",
            "It has no interval: percentiles of replicates lie above the estimate. path.brier() has the number.",
        ),
    ),
    "far": (
        "fpr",
        "In biometrics FAR is the false accept rate, 'fpr'; in weather forecasts the false alarm ratio, 'fdr'.",
    ),
    **dict.fromkeys(
        ("eer", "equal_error_rate"),
        ("fpr", "No metric is best there: path.eer() has the equal error rate and its threshold."),
    ),
    **dict.fromkeys(
        ("break_even", "break_even_point", "r_precision"),
        ("fpr", "No metric is best there: path.break_even() is the point at which precision equals recall."),
    ),
    "coverage": ("predicted_positive_rate", "The share of rows that are accepted is 'predicted_positive_rate' here."),
    "selective_risk": ("fdr", "The share of errors among the accepted rows is 'fdr' here."),
    **dict.fromkeys(
        ("enrichment", "enrichment_factor", "ef"),
        (
            "predicted_positive_rate",
            "In the first percent of the rows it is path.enrichment_factor(0.01); at a threshold it is 'lift'.",
        ),
    ),
}
# Rates that are 1 minus a rate which `find` accepts.
COMPLEMENTS: dict[str, str] = {"fnr": "recall", "false_omission_rate": "npv"}


def _call_by_name(names_by_call: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the call for each name, from a table that lists the names for each call."""
    return {name: call for call, names in names_by_call.items() for name in names}


# Functions of other tools that read data, with the call of prplot that replaces them.
READ = _call_by_name(
    {
        "prplot.from_labels(y_true, y_score)": ("from_predictions", "from_scores"),
        "prplot.from_frame(frame, score=..., label=...)": ("from_dataframe", "from_pandas", "from_polars"),
        "prplot.from_file(file, score=..., label=...)": ("from_csv", "from_parquet", "read_csv"),
    }
)
# Numbers and tables of other tools, with the method of paths that returns them.
OF_PATHS = _call_by_name(
    {
        "path.eer()": ("equal_error_rate", "eer"),
        "path.gains_table(bins=10)": ("deciles", "decile_table", "lift_table", "gains_table"),
        "path.min_dcf(0.01)": ("min_dcf", "detection_cost"),
        "path.calibration().ecce, which needs no bins": ("ece", "expected_calibration_error"),
        "path.calibration(), with p and what comes before it": ("hosmer_lemeshow", "hl_test", "spiegelhalter"),
        "path.calibration().intercept": ("citl", "calibration_intercept"),
        "path.calibration().slope": ("calibration_slope", "cox_slope"),
        "path.calibration().observed_expected": ("oe", "o_e", "observed_expected"),
        "path.calibration().apply(y_score of other rows)": ("recalibrate", "platt", "isotonic"),
        "path.min_dcf(0.01, threshold='bayes')": ("act_dcf", "actdcf"),
        "path.risk_coverage().area()": ("aurc",),
        "path.risk_coverage(kind='generalized').area()": ("augrc",),
        "path.areas()['eaurc'].value": ("eaurc", "e_aurc"),
        "2 * path.roc().area() - 1": ("gini", "accuracy_ratio"),
        "path.mean_recall(images=100)": ("froc_score", "cpm"),
        "path.optimal('ks').measure('ks'), or path.interval('ks')": ("ks", "ks_statistic", "kolmogorov_smirnov"),
        "path.precision_at_k(10)": ("precision_at_k",),
        "path.recall_at_k(10)": ("recall_at_k",),
    }
)
# Functions and classes of other tools that draw, with the call of prplot that replaces them.
DRAWN = _call_by_name(
    {
        "prplot.draw.multiples({'group': path, ...}), with one axes for each group": (
            "small_multiples",
            "multiples",
            "facet",
            "facets",
            "facetgrid",
            "grid",
            "subplots",
        ),
        "prplot.draw.panel(paths), with one axes for each space": ("panel", "panels"),
        "prplot.plot(path) with path = prplot.from_labels(y_true, y_score)": ("PrecisionRecallDisplay",),
        "prplot.plot(path, 'roc') with path = prplot.from_labels(y_true, y_score)": ("RocCurveDisplay",),
        "path.calibration() with path = prplot.from_labels(y_true, y_score)": ("CalibrationDisplay",),
        "prplot.plot(path, 'det') with path = prplot.from_labels(y_true, y_score)": ("DetCurveDisplay",),
    }
)
# Functions of other tools that print tables, with the call of prplot that replaces them.
TABLES: dict[str, str] = {
    "classification_report": "path.operating_points(0.5) with path = prplot.from_labels(y_true, y_score)",
    **dict.fromkeys(
        ("table", "summary", "summary_table", "tbl_summary", "table_one"),
        "prplot.report(paths) for areas with intervals, path.operating_points([0.5, 'f1']) for measures at thresholds",
    ),
}
# The least similarity of the first suggestion to an unknown name, and of further suggestions.
ALIKE, VERY_ALIKE = 0.65, 0.75

W = TypeVar("W", bound=str)


def known(name: str, options: Sequence[W], more: Mapping[str, tuple[str, ...]] = {}) -> W | None:
    """Return the option that a name means, ignoring case and allowing synonyms; None if there is none.

    ``more`` holds further synonyms of the options.
    """
    if name in options:
        return cast(W, name)
    plain = _plain(name)
    for option in options:
        if plain in (_plain(option), *SYNONYMS.get(option.lower(), ()), *more.get(option, ())):
            return option
    return None


def nearest(name: object, options: Iterable[str], most: int = 1, *, literal: bool = False) -> str:
    """Return a sentence that suggests the options or synonyms most similar to a name; empty if none is similar.

    The name itself is never suggested, nor two names with the same meaning. With ``literal``, synonyms are ignored:
    columns, for example, have none.
    """
    if not isinstance(name, str):
        return ""
    spelled: dict[str, tuple[str, str]] = {}
    for option in options:
        words = (option,) if literal else (option, *SYNONYMS.get(option.lower(), ()))
        spelled |= {_plain(word): (word, option) for word in words}
    plain, others = _plain(name), [word for word, (written, _) in spelled.items() if written != name]
    option, sentence = UNCLEAR.get(plain, ("", ""))
    if not literal and option in spelled:
        return sentence
    close = get_close_matches(plain, others, n=1, cutoff=ALIKE)
    close += get_close_matches(plain, others, n=3 * most, cutoff=VERY_ALIKE)
    by_meaning: dict[str, str] = {}
    for word in close:
        by_meaning.setdefault(spelled[word][1], repr(spelled[word][0]))
    spellings = list(by_meaning.values())[:most]
    if len(spellings) < 2:
        return f"The nearest is {spellings[0]}." if spellings else ""
    return f"The nearest are {', '.join(spellings[:-1])} and {spellings[-1]}."


def complement(name: str, value: object, options: Iterable[str]) -> tuple[str, float] | None:
    """Return the option that is 1 minus the named rate, with its value; None if there is none."""
    rest = known(name, tuple(COMPLEMENTS))
    if rest is None or COMPLEMENTS[rest] not in options or not isinstance(value, int | float):
        return None
    return COMPLEMENTS[rest], 1.0 - value


def where(name: str) -> str:
    """Return the call for the measure or curve that a name means; empty if it means none."""
    for words, call in (
        (SPACES, "path.{}()"),
        (CALIBRATION, "path.{}()"),
        (INTERPOLATIONS, "path.pr({!r}).area()"),
        (MEASURES, "path.at(threshold).measure({!r})"),
    ):
        match = known(name, tuple(words))
        if match:
            of_curve = words is not SPACES or "curve" in name
            return call.format(match) + ("" if of_curve else ".area()")
    return ""


def _plain(name: str) -> str:
    """Return a name in lower case, with _ between words and without apostrophes."""
    return re.sub(r"[\s_-]+", "_", re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", name.strip().casefold()))
