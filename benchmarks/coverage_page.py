"""Write docs/coverage.md from coverage.csv: ``python benchmarks/coverage_page.py``."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable
from statistics import NormalDist
from typing import Any

import coverage_of_calibration as of_calibration
import coverage_of_influence as of_influence
import coverage_of_thresholds as of_thresholds
import power_of_tests as of_tests
from beside import DOCS, kept
from coverage import BANDS, FORMULAS, LEVEL, POSITIVES, REPLICATES, RESAMPLED, RESULTS, SETS, cells

from prplot.uncertainty.interval import FEW
from prplot.uncertainty.units import LARGE

PAGE = DOCS / "coverage.md"
# Coverage in per cent that is called as good as 95.
GOOD = (93.0, 97.0)
METHODS = {
    **{name: (*methods, *FORMULAS.get(name, ())) for name, methods in RESAMPLED.items()},
    "precision": FORMULAS["precision"],
    **dict.fromkeys(BANDS, ("pointwise", "simultaneous")),
}
TITLES = {
    "PR area": "Area under the PR curve",
    "ROC area": "Area under the ROC curve",
    "PRG area": "Area under the PRG curve",
    "precision": "Precision at a fixed threshold",
    "PR band": "Band around the PR curve",
    "ROC band": "Band around the ROC curve",
}
Result = dict[str, Any]


def results() -> list[Result]:
    """Return the rows of the table, with numbers as numbers and shares in per cent."""
    words = ("model", "design", "measure", "method")
    found: list[Result] = [
        {key: value if key in words else float(value) for key, value in row.items()} for row in kept(RESULTS)
    ]
    for row in found:
        for key in ("coverage", "error", "undefined", "below", "above"):
            row[key] *= 100
    return found


def holds(row: Result) -> bool:
    """Return whether coverage is as good as it should be, but for its Monte Carlo error."""
    return bool(GOOD[0] - row["error"] <= row["coverage"] <= GOOD[1] + row["error"])


def mean(values: Iterable[float]) -> float:
    listed = [value for value in values if not math.isnan(value)]
    return sum(listed) / len(listed) if listed else math.nan


def table(head: list[str], body: Iterable[list[str]], left: int) -> list[str]:
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    return [f"| {' | '.join(line)} |" for line in (head, rule, *body)]


def summary(found: list[Result], measure: str) -> list[str]:
    """Return a table: for each method and number of positives coverage over all cells, and in how many it holds."""
    body = []
    for method in METHODS[measure]:
        line = [f"`{method}`" if measure not in BANDS else method]
        for positives in POSITIVES:
            of = [
                row
                for row in found
                if (row["measure"], row["method"], row["positives"]) == (measure, method, positives)
            ]
            if not of:
                line.append("–")
                continue
            covered = [row["coverage"] for row in of]
            line.append(
                f"{mean(covered):.0f} ({min(covered):.0f} to {max(covered):.0f}), {sum(map(holds, of))} of {len(of)}"
            )
        body.append(line)
    return table(["method", *(f"{positives} positives" for positives in POSITIVES)], body, 1)


def details(found: list[Result], measure: str) -> list[str]:
    """Return a table with a line for each cell: coverage with its error, and the mean width."""
    methods, body = METHODS[measure], []
    for cell in cells():
        of = {
            row["method"]: row
            for row in found
            if row["measure"] == measure and all(row[key] == value for key, value in vars(cell).items())
        }
        if not of:
            continue
        line = [cell.model, f"{cell.prevalence:g}", cell.design, f"{cell.positives}"]
        for method in methods:
            row = of.get(method)
            if row is None:
                line.append("–")
                continue
            said = f"{row['coverage']:.1f} ± {row['error']:.1f}"
            said = f"**{said}**" if holds(row) else said
            line.append(
                f"{said}, {row['width']:.3g}" + (f"; {row['undefined']:.0f} % none" if row["undefined"] >= 0.5 else "")
            )
        body.append(line)
    return table(["model", "π", "design", "positives", *(f"`{method}`" for method in methods)], body, 3)


def bias(found: list[Result], measure: str) -> list[str]:
    """Return a table: how far estimates are above the truth, and the means of replicates above the estimates."""
    body = []
    for positives in POSITIVES:
        of = [row for row in found if (row["measure"], row["positives"]) == (measure, positives)]
        of = list({(row["model"], row["prevalence"], row["design"]): row for row in of}.values())
        ours, theirs = (
            [row[a] - row[b] for row in of] for a, b in (("estimate", "truth"), ("replicate_mean", "estimate"))
        )
        if not of:
            continue
        least = [min(each) for each in (ours, theirs)]
        most = [max(each) for each in (ours, theirs)]
        body.append(
            [
                f"{positives}",
                f"{mean(ours):+.4f} ({least[0]:+.4f} to {most[0]:+.4f})",
                f"{mean(theirs):+.4f} ({least[1]:+.4f} to {most[1]:+.4f})",
                f"{mean(row['sd'] for row in of):.3f}",
            ]
        )
    head = ["positives", "estimate − truth", "mean of the replicates − estimate", "standard deviation of the estimate"]
    return table(head, body, 0)


def covered(
    found: list[Result], measure: str, method: str, positives: int, *, but: str = "", **only: Any
) -> tuple[float, float, float]:
    """Return mean, least and largest coverage over the cells, but for those of a model."""
    of = [row for row in found if (row["measure"], row["method"], row["positives"]) == (measure, method, positives)]
    of = [row for row in of if row["model"] != but and all(row[key] == value for key, value in only.items())]
    shares = [row["coverage"] for row in of]
    return mean(shares), min(shares, default=math.nan), max(shares, default=math.nan)


def widths(found: list[Result], measure: str, method: str, positives: int = 100) -> dict[tuple[Any, ...], float]:
    """Return the mean width of the intervals of a method by cell, from some number of positives on."""
    return {
        tuple(row[key] for key in ("model", "prevalence", "design", "positives")): row["width"]
        for row in found
        if (row["measure"], row["method"]) == (measure, method) and row["positives"] >= positives
    }


def wrapped(text: str) -> str:
    """Return paragraphs and points of a list in lines of at most 120 letters."""
    parts = []
    for part in text.strip().split("\n\n"):
        points = ["- " + point for point in f"\n{part}".split("\n- ")[1:]] if part.startswith("- ") else [part]
        parts.append(
            "\n".join(
                textwrap.fill(" ".join(point.split()), 120, subsequent_indent="  " * point.startswith("- "))
                if not point.startswith("|")
                else point
                for point in points
            )
        )
    return "\n\n".join(parts) + "\n"


def text(found: list[Result]) -> str:
    """Return what the page says, with its numbers."""

    def of(space: str, method: str, positives: int, **only: Any) -> str:
        measure = space if space in METHODS else f"{space} area"
        middle, least, most = covered(found, measure, method, positives, **only)
        return f"{middle:.0f} % ({least:.0f} to {most:.0f})"

    def short(method: str, positives: int) -> str:
        return f"{95 - covered(found, 'PR area', method, positives)[0]:.0f}"

    def influence(positives: int) -> str:
        shares = [100 * float(row["coverage"]) for row in of_influence_rows() if int(row["positives"]) == positives]
        return f"{mean(shares):.0f} % ({min(shares):.0f} to {max(shares):.0f})"

    ours = widths(found, "PR area", "logit-bootstrap")
    boyd = sorted(width / ours[cell] for cell, width in widths(found, "PR area", "logit").items())
    across = 2 * NormalDist().inv_cdf(0.975)
    planned = sorted(
        row["width"] / (across * row["sd"])
        for row in found
        if (row["measure"], row["method"]) == ("PR area", "logit-bootstrap") and row["positives"] >= 100
    )
    none = max(row["undefined"] for row in found if row["measure"] == "PR area")
    good = [covered(found, "ROC area", method, 20, model="bibeta")[0] for method in ("logit-bootstrap", "delong")]
    (off,) = [
        row
        for row in found
        if (row["model"], row["prevalence"], row["design"]) == ("binormal", 0.1, "cohort")
        and (row["measure"], row["method"], row["positives"]) == ("PR area", "bootstrap", 20)
    ]
    high, higher = off["estimate"] - off["truth"], off["replicate_mean"] - off["estimate"]
    poor = covered(found, "PRG area", "bootstrap", 20, model="binormal", prevalence=0.01)[0]
    return wrapped(f"""
# Coverage

A 95 % interval should contain the number of the population in 95 of 100 samples. Whether it does can be counted where
the population is known: samples of the models of `prplot.simulate` are drawn, every interval is made, and compared
with the exact curve. This page is written by `python benchmarks/coverage_page.py` from `benchmarks/coverage.csv`,
which `python benchmarks/coverage.py` makes anew in half an hour, or a part of it in minutes.

## What `method=None` takes

Calls, figures, comparisons and the command line take the same method where none is named, 2,000 replicates, and a seed
that is derived from 0 and the sample: so they give the same digits, and separate samples have independent replicates.
Samples with at least {LARGE:,} positives and {LARGE:,} negatives (in groups: as many groups with each) need no
replicates: there the default is `"influence"` for all areas that have it, unless `n=` or `rng=` asks for replicates.

| measure | method in smaller samples | counted below |
| --- | --- | --- |
| area under a PR curve, whole, of any interpolation | `"logit-bootstrap"` | yes, of the continuous one |
| area under a ROC curve, whole | `"logit-bootstrap"` | yes |
| a rate at a threshold, `prplot.measure_at("precision", at={{"threshold": 0.5}})` | `"wilson"` | yes, of precision |
| area under a PRG curve | `"bootstrap"`, the percentiles | yes |
| areas between two abscissae; areas under CROC, gains, lift, DET and cost curves | `"bootstrap"` | no |
| other keys of `path.areas()`; BEDROC, RIE, logAUC, enrichment factors | `"bootstrap"` | no |
| a measure at a threshold that the data choose, `at={{"recall": 0.8}}` or `at="best"` | `"bootstrap"` | yes |
| calibration slope of rows of weight 1 | `"profile"` | yes |
| that of weights or groups; calibration intercept; O/E, on the log scale | `"influence"` | of rows of weight 1 |
| a function of a path | `"bootstrap"` | no |

Wilson's interval is of rows: where rows are drawn in groups or strata, and of precision at a prevalence that was set,
the default is `"bootstrap"`. All intervals end at the range of the measure, such as 0 and 1.

## What to take

- **Area under a PR curve:** `method="logit-bootstrap"`. It covers
  {of("PR", "logit-bootstrap", 100)} with 100 positives (the mean over all models, prevalences and designs, with
  the least and the largest), {of("PR", "logit-bootstrap", 50)} with 50 and {of("PR", "logit-bootstrap", 20)} with 20.
  With so few Boyd's `"logit"` does not fall short, {of("PR", "logit", 20)}. The price is width: it knows the number of
  positives alone, and from 100 positives on its intervals are {boyd[0]:.1f} to {boyd[-1]:.1f} times as wide.
- **The percentiles**, `method="bootstrap"`, fall short by {short("bootstrap", 20)}
  points with
  20 positives, {of("PR", "bootstrap", 20)}, by {short("bootstrap", 50)} with 50 and by {short("bootstrap", 100)}
  with 100.
  `"bca"` is better: {of("PR", "bca", 20)} with 20. `"basic"` is the worst of all: {of("PR", "basic", 20)} with 20,
  {of("PR", "basic", 100)} with 100. `"binomial"` is cut at 0 and 1.
- **Area under a ROC curve:** `"logit-bootstrap"` again, {of("ROC", "logit-bootstrap", 20)} with 20 positives and
  {of("ROC", "logit-bootstrap", 100)} with 100. `"delong"` takes no time, and covers {of("ROC", "delong", 20)} and
  {of("ROC", "delong", 100)}. Both fall short for good classifiers with few positives: of the bibeta model, whose
  area is
  .96, {good[0]:.0f} and {good[1]:.0f} % with 20.
- **Area under a PRG curve:** `"bootstrap"`, {of("PRG", "bootstrap", 100)} with 100 positives. It fails where a
  classifier is
  poor and positives are rare, {poor:.0f} % for the binormal model with 20 positives at π = .01: precision below π is a
  large negative gain, and few rows decide it. `"basic"` is worse.
- **Large samples:** `"influence"`, which draws nothing and takes a few times as long as the area. With
  {LARGE:,} positives it covers {influence(2000)}, over all areas, models and designs below, and with fewer as often as
  the bootstrap or a little less: {influence(100)} with 100 and {influence(20)} with 20.
- **Precision, or another rate, at a threshold that was fixed before:** `"wilson"`,
  {of("precision", "wilson", 20, design="cohort", but="soft")} for cohorts of hard labels with 20 positives;
  `"clopper-pearson"` covers at least as often as it says. In case-control samples, and of soft labels, precision
  varies less than a binomial share, and both
  cover up to 100 %.
- **Bands:** with 100 positives pointwise ones hold the curve at {of("PR band", "pointwise", 100)} of the recalls from
  .05 to .95 in PR, and at {of("ROC band", "pointwise", 100)} of the false positive rates in ROC. Whole curves lie
  within the simultaneous ones in {of("PR band", "simultaneous", 100)} of the samples in PR and in
  {of("ROC band", "simultaneous", 100)} in ROC;
  with 20 positives in {of("PR band", "simultaneous", 20)} and {of("ROC band", "simultaneous", 20)}. ROC bands are wider
  than they need be, PR bands fall short with 20 positives.

So the best of them hold from 50 positives on, all but for a few cells, and between 20 and 50 they may be some points
short where classifiers are very good, or poor with rare positives. With fewer than {FEW} positives, outside PR also
with fewer than {FEW} negatives, `interval` warns, whatever the method but `"wilson"` and `"clopper-pearson"`. With 20,
up to
{none:.0f} % of the samples of a good classifier are perfect and have no interval; coverage is of the others.
`model.sample_size(width=0.1, prevalence=0.1)` says how many
positives it takes, by 2 z standard deviations of the estimate; from 100 positives on the intervals of
`"logit-bootstrap"` are {planned[0]:.2f} to {planned[-1]:.2f} times as wide as that.

## The estimate, and its replicates

With few positives the area under the PR curve of a poor classifier is above that of the population on average: by
{high:.3f} for the binormal model with 20 positives at π = .1, where it is .293. Replicates are above the estimate
again, there by {higher:.3f}: they are to the data what the data are to the population. Ties have no part in it,
since a
row that is drawn twice is tied with itself, and of one class. So intervals are put around the estimate of the data,
not
around the mean of the replicates. Of good classifiers neither is seen.

{chr(10).join(bias(found, "PR area"))}

Means over the cells, with the least and the largest.

## How it was made

- **Models:** binormal(1, 1), bibeta(), offset_uniform() and, with soft labels, keilwagen("permuted"), whose rows are
  drawn apart from each other.
- **Positives:** {", ".join(map(str, POSITIVES))} are expected, of soft labels as much positive weight; π is .5,
  .1 and
  .01, of soft labels their own, .222, or .1 with the negatives reweighted.
- **Designs:** cohorts, where each row is positive by chance and rows are resampled together; case-control samples of
  exactly so many positives and negatives, resampled apart (`stratify=True`).
- **Numbers:** {min(int(row["sets"]) for row in found)} samples in each cell and {REPLICATES} replicates of each. Bands
  are of cohorts and case-control samples at π = .1 or .222, not with 50 positives. All methods see the
  same samples, and all that resample see the same replicates.
- **Errors:** ± is the Monte Carlo standard error, 1 point for a coverage of 95 % in {SETS} samples. **Bold** is
  what lies
  between 93 and 97 % but for that error. Then come the mean width, and the share of samples without an interval.
- Precision is taken at the threshold where the recall of the population is .8.
""")


# Areas of which the population is perfect in part: no method that looks at the sample alone holds there.
PERFECT = {("offset uniform", "PR area to recall 0.5")}


def of_influence_rows() -> list[dict[str, str]]:
    """Return the rows of the table of intervals by the influence of rows, without areas that are perfect."""
    return [
        row
        for row in kept(of_influence.RESULTS)
        if row["method"] == "influence" and (row["model"], row["area"]) not in PERFECT
    ]


def by_influence() -> list[str]:
    """Return the section on intervals by the influence of rows."""
    rows = of_influence_rows()
    body = []
    for area in of_influence.AREAS:
        line = [area]
        for positives in of_influence.POSITIVES:
            shares = [
                100 * float(row["coverage"])
                for row in rows
                if (row["area"], int(row["positives"])) == (area, positives)
            ]
            line.append(f"{mean(shares):.1f} ({min(shares):.1f} to {max(shares):.1f})" if shares else "–")
        body.append(line)
    head = ["area", *(f"{positives:,} positives" for positives in of_influence.POSITIVES)]
    lines = [
        "## Large samples: the influence of rows",
        "",
        *wrapped("""
The same models without the soft one, and designs: cohorts and case-control samples of all prevalences; at π = .1 also
rows in groups, each row once to three times in its group (positives are groups), and weights from .25 to 1.75. At least
200 samples of a cell, 100 of those with more than 20,000 rows and 40 of those with more than 60,000, so that the
coverage of a single cell has a Monte Carlo error of 1.5, 2.2 and 3.4 points. Coverage of `method="influence"` in per
cent, the mean over the cells with the least and the largest:
""").splitlines(),
        "",
        *table(head, body, 1),
        "",
        *wrapped("""
The offset uniform model is left out of the area to recall .5: there its population is perfect, and so are half of
the samples. Of the first cohorts of 2,000 positives, 100 and more of a cell, the default bootstrap of 500 replicates
was made too:
""").splitlines(),
        "",
    ]
    every = {
        (row["model"], row["design"], row["prevalence"], row["positives"], row["area"], row["method"]): row
        for row in kept(of_influence.RESULTS)
    }
    beside = []
    for (*cell, method), row in every.items():
        if method == "influence":
            continue
        ours = every[(*cell, "influence")]
        covered_by = [f"{100 * float(each['coverage']):.1f}" for each in (ours, row)]
        ratio = f"{float(ours['width']) / float(row['width']):.3f}"
        beside.append([row["model"], row["prevalence"], row["area"], *covered_by, ratio])
    head = ["model", "π", "area", "`influence`", "bootstrap", "width, ratio"]
    lines += [*table(head, beside, 3), "", ":::{dropdown} Every cell"]
    body = []
    for model, design, prevalence, positives in dict.fromkeys(
        (row["model"], row["design"], row["prevalence"], row["positives"]) for row in rows
    ):
        of = [every.get((model, design, prevalence, positives, area, "influence")) for area in of_influence.AREAS]
        shares = [f"{100 * float(row['coverage']):.1f}, {float(row['width']):.3g}" if row else "–" for row in of]
        body.append([model, prevalence, design, positives, *shares])
    body.sort(key=lambda line: int(line[3]))
    return [*lines, *table(["model", "π", "design", "positives", *of_influence.AREAS], body, 3), ":::", ""]


# What is counted of calibration, and its name in the tables.
CALIBRATION = {
    ("consistency", "draws"): "consistency band",
    ("confidence", "chi-squared"): "confidence band",
    ("confidence", "continuous"): "the same, `continuous=True`",
    ("observed_expected", "influence"): 'O/E, `"influence"`',
    ("calibration_intercept", "influence"): 'intercept, `"influence"`',
    ("calibration_slope", "profile"): 'slope, `"profile"`',
    ("calibration_slope", "influence"): 'slope, `"influence"`',
    ("observed_expected", "bootstrap"): 'O/E, `"bootstrap"`',
    ("calibration_intercept", "bootstrap"): 'intercept, `"bootstrap"`',
    ("calibration_slope", "bootstrap"): 'slope, `"bootstrap"`',
    ("p", "draws"): "p not below 1 - level",
}


def of_probabilities() -> list[str]:
    """Return the section on calibration."""
    rows = [row | {"coverage": 100 * float(row["coverage"])} for row in kept(of_calibration.RESULTS)]
    least, *_, most = sorted(int(row["sets"]) for row in rows if row["method"] != "bootstrap")
    lines = [
        "## Calibration",
        "",
        *textwrap.wrap(
            f"Scores of three truths: calibrated; overconfident, where the true log odds are half as large, less .5; "
            f"and bent, where the probability is the square of the score. Each has {least} to {most} samples of "
            f"each size, with 5, 10, 100 or all distinct scores, all as likely. Bands are counted at every score, and "
            f"where all scores differ at .05, .15, ..., .95. The consistency band should hold the curve of calibrated "
            f"scores, the confidence band the true probability. Consistency bands and p come from "
            f"{of_calibration.REPLICATES} draws. The bootstrap of calibrated scores that all differ stands beside, of "
            f"{of_calibration.BOOTSTRAP_SETS} samples. `python benchmarks/coverage_of_calibration.py` makes the table.",
            120,
        ),
        "",
        "Mean coverage over truths and numbers of distinct scores, with the least and the largest:",
        "",
    ]
    for level in of_calibration.LEVELS:
        body = []
        for (number, method), title in CALIBRATION.items():
            line = [title]
            for size in of_calibration.ROWS:
                of = [
                    row["coverage"]
                    for row in rows
                    if (row["number"], row["method"], int(row["rows"]), float(row["level"]))
                    == (number, method, size, level)
                ]
                line.append(f"{mean(of):.1f} ({min(of):.0f} to {max(of):.0f})" if of else "–")
            body.append(line)
        head = [f"{100 * level:g} %", *(f"{size:,} rows" for size in of_calibration.ROWS)]
        lines += [*table(head, body, 1), ""]
    body = []
    for cell in of_calibration.cells():
        line = [cell.truth, f"{cell.distinct or 'all'}", f"{cell.rows}"]
        for number, method in list(CALIBRATION)[:7]:
            of = [
                row
                for row in rows
                if of_calibration.cell_of(row) == cell
                and (row["number"], row["method"], float(row["level"])) == (number, method, LEVEL)
            ]
            line += [f"{row['coverage']:.1f}, {float(row['width']):.3g}" for row in of] or ["–"]
        body.append(line)
    head = ["truth", "scores", "rows", *list(CALIBRATION.values())[:7]]
    return [*lines, ":::{dropdown} Every cell at 95 %, with the mean width", *table(head, body, 2), ":::", ""]


def by_threshold() -> list[str]:
    """Return the section on thresholds that are chosen on the same rows."""
    rows = [row for row in kept(of_thresholds.RESULTS) if row["method"] == "bootstrap"]

    def shares(rule: str, measure: str, **only: str) -> list[float]:
        return [
            100 * float(row["coverage"])
            for row in rows
            if (row["rule"], row["measure"]) == (rule, measure) and all(row[key] == only[key] for key in only)
        ]

    def span(covered: list[float]) -> str:
        return f"{mean(covered):.0f} ({min(covered):.0f} to {max(covered):.0f})" if covered else "–"

    skilled = [distance for distance in map("{:.5g}".format, of_thresholds.DISTANCES) if distance != "0"]
    body = []
    for rule in of_thresholds.RULES:
        for measure in of_thresholds.measures_of(rule):
            line = [f"best {rule}" if rule in of_thresholds.BEST else rule, measure]
            for positives in map(str, of_thresholds.POSITIVES):
                line.append(span([c for d in skilled for c in shares(rule, measure, positives=positives, distance=d)]))
            body.append([*line, span(shares(rule, measure, distance="0"))])
    head = ["threshold", "measure", *(f"{n} positives" for n in of_thresholds.POSITIVES), "without skill"]
    own = [c for rule in of_thresholds.BEST for d in skilled for c in shares(rule, rule, distance=d)]
    rates = [
        c
        for rule in of_thresholds.RULES
        for measure in of_thresholds.measures_of(rule)
        for d in skilled
        for positives in ("50", "100", "500")
        if measure != rule
        for c in shares(rule, measure, distance=d, positives=positives)
    ]
    ks = shares("informedness", "informedness", distance="0", positives="50", prevalence="0.5")
    return [
        "## A threshold that the same rows choose",
        "",
        *wrapped(f"""
The threshold of the best F1, of the largest informedness (KS, Youden's index) or of recall .8 is chosen on the
sample, and again in each replicate. What is true is the measure at the threshold that the same rule chooses in the
population: binormal models of distance {", ".join(skilled)} at π = .5 and .1, and one of distance 0, which has no
skill. Coverage of the percentile interval in per cent, the mean over the cells with the least and the largest;
{of_thresholds.SETS} samples a cell, Monte Carlo error at most {50 / of_thresholds.SETS**0.5:.1f} points:
""").splitlines(),
        "",
        *table(head, body, 2),
        "",
        *wrapped(f"""
The best value of a measure is above that of the population, in the sample and more so in its replicates: its
interval covers {mean(own):.0f} % ({min(own):.0f} to {max(own):.0f}) where there is skill, and {ks[0]:.0f} % with 50
positives and 50 negatives where the true KS is 0. `"basic"` is better and not good enough. Other measures at that
threshold cover {mean(rates):.0f} % ({min(rates):.0f} to {max(rates):.0f}) with skill and 50 positives or more;
without skill their intervals fail too. So `path.operating_points` prints no interval, and says why,

- of a measure that is at its best at the chosen threshold,
- where a best metric chooses it, and there are fewer than 50 positives or 50 negatives,
- where the ROC area is not above 0.5 by DeLong's interval.

`path.interval(prplot.measure_at("f1", at="best"))` returns the interval, with a warning. A threshold that was
chosen on other rows is a number, `at={{"threshold": 0.5}}`, and its rates have Wilson's interval.
""").splitlines(),
        "",
    ]


def by_test() -> list[str]:
    """Return the section on the tests of `compare`."""
    rows = kept(of_tests.RESULTS)
    body = []
    for measure in of_tests.MEASURES:
        for method in ("bootstrap", "permutation", "delong"):
            of = {
                (row["case"], int(row["positives"])): row
                for row in rows
                if (row["measure"], row["method"]) == (measure, method)
            }
            if not of:
                continue
            line = [measure.upper(), method]
            for case in of_tests.CASES:
                line += [
                    f"{100 * float(of[case, n]['rejected']):.0f}" if (case, n) in of else "–"
                    for n in of_tests.POSITIVES
                ]
            known = [100 * float(row["coverage"]) for row in of.values() if method == "bootstrap"]
            body.append([*line, f"{min(known):.0f} to {max(known):.0f}" if known else "–"])
    head = ["area", "test", *(f"{case}, {n}" for case in of_tests.CASES for n in of_tests.POSITIVES), "coverage"]
    first, second = of_tests.CASES["different"]
    return [
        "## Tests of a difference",
        "",
        *wrapped(f"""
How often `prplot.compare` rejects at 5 %, in per cent, with 20, 50 and 200 positives: of two classifiers that are
equally good (should be 5), and of two whose distances between the classes are {first:g} and {second:g} standard
deviations (as often as possible). Cohorts at π = {of_tests.PREVALENCE:g}, scores of both classifiers correlated by
{of_tests.CORRELATION:g}; {of_tests.SETS} samples a cell, {of_tests.SETS_OF_LARGE} with 200 positives, so that a share
of 5 % has a Monte Carlo error of {100 * (0.05 * 0.95 / of_tests.SETS) ** 0.5:.1f} and
{100 * (0.05 * 0.95 / of_tests.SETS_OF_LARGE) ** 0.5:.1f} points. The last column has the coverage of the paired
bootstrap interval of the difference.
""").splitlines(),
        "",
        *table(head, body, 2),
        "",
        *wrapped("""
[Which test to report](recipes/which-test-to-report.md) says what follows. DeLong's test is for test rows
alone: on rows that fitted either model its p is wrong (Demler et al. 2012, doi:10.1002/sim.5328).
""").splitlines(),
        "",
    ]


def main() -> None:
    found = results()
    lines = [text(found)]
    for measure, title in TITLES.items():
        lines += [
            f"## {title}",
            "",
            "Mean coverage (least to largest), and in how many cells it is between 93 and 97 %:",
        ]
        lines += ["", *summary(found, measure), "", ":::{dropdown} Every cell", *details(found, measure), ":::", ""]
    lines += [*by_threshold(), *by_test(), *by_influence(), *of_probabilities()]
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main()
