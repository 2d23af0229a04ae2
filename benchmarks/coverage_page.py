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
                textwrap.fill(
                    " ".join(point.split()),
                    120,
                    subsequent_indent="  " * point.startswith("- "),
                    break_on_hyphens=False,
                )
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

A 95 % confidence interval should contain the true value of the population in 95 of 100 samples. The share of samples in
which it does is its coverage. You can count coverage where the population is known: draw samples from a model of
`prplot.simulate`, compute the interval of each, and compare it with the exact value. `python benchmarks/coverage.py`
counts all of them in half an hour, and writes `benchmarks/coverage.csv`. `python benchmarks/coverage_page.py` writes
this page from it.

## The default method

If you name no method, calls, figures, comparisons and the command line all take the same one. They draw 2,000
replicates, with a seed that is derived from 0 and the sample. So they all print the same digits, and separate samples
have independent replicates. Samples with at least {LARGE:,} positives and {LARGE:,} negatives need no replicates. With
groups, there must be as many groups with positives and with negatives. The default is then `"influence"` for all areas
that have it, unless you ask for replicates by `n=` or `rng=`.

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

Wilson's interval assumes independent rows. With groups or strata, and for precision at a prevalence that was set, the
default is therefore `"bootstrap"`. No interval goes beyond the range of its measure, such as 0 to 1.

## Which method to choose

A number such as 94 % (92 to 97) is the mean coverage over all models, prevalences and designs, with the smallest and
the largest.

- **Area under a PR curve:** take `method="logit-bootstrap"`. It covers {of("PR", "logit-bootstrap", 100)} with 100
  positives, {of("PR", "logit-bootstrap", 50)} with 50 and {of("PR", "logit-bootstrap", 20)} with 20. With 20 positives,
  Boyd's `"logit"` covers {of("PR", "logit", 20)}, but its intervals are wider: from 100 positives on {boyd[0]:.1f} to
  {boyd[-1]:.1f} times as wide. It uses the number of positives and nothing else of the sample.
- **Percentiles of the bootstrap**, `method="bootstrap"`, cover too rarely: by {short("bootstrap", 20)} points with 20
  positives, {of("PR", "bootstrap", 20)}, by {short("bootstrap", 50)} with 50 and by {short("bootstrap", 100)} with 100.
  `"bca"` is better, {of("PR", "bca", 20)} with 20 positives. `"basic"` is the worst of all: {of("PR", "basic", 20)}
  with 20 and {of("PR", "basic", 100)} with 100. `"binomial"` is cut at 0 and 1.
- **Area under a ROC curve:** take `"logit-bootstrap"`. It covers {of("ROC", "logit-bootstrap", 20)} with 20 positives
  and
  {of("ROC", "logit-bootstrap", 100)} with 100. `"delong"` takes no time, and covers {of("ROC", "delong", 20)} and
  {of("ROC", "delong", 100)}. Both cover too rarely for good classifiers with few positives. For the bibeta model, whose
  area is .96, they cover {good[0]:.0f} % and {good[1]:.0f} % with 20 positives.
- **Area under a PRG curve:** take `"bootstrap"`, which covers {of("PRG", "bootstrap", 100)} with 100 positives. It
  fails
  for poor classifiers with rare positives: {poor:.0f} % for the binormal model with 20 positives at prevalence .01.
  There
  a precision below the prevalence is a large negative gain, and few rows decide it. `"basic"` is worse.
- **Large samples:** take `"influence"`, which draws no replicates and takes a few times as long as the area. Over all
  areas, models and designs below, it covers {influence(2000)} with {LARGE:,} positives. With fewer positives it covers
  as often as the bootstrap or a little less: {influence(100)} with 100 and {influence(20)} with 20.
- **Precision, or another rate, at a fixed threshold:** take `"wilson"`. It covers
  {of("precision", "wilson", 20, design="cohort", but="soft")} for cohorts of hard labels with 20 positives.
  `"clopper-pearson"` covers at least 95 %. In case-control samples and with soft labels, precision varies less than a
  binomial share, and both methods cover up to 100 %.
- **Pointwise bands** with 100 positives contain the true curve at {of("PR band", "pointwise", 100)} of the recalls from
  .05 to .95 in PR. In ROC they contain it at {of("ROC band", "pointwise", 100)} of the false positive rates.
- **Simultaneous bands** with 100 positives contain the whole true curve in {of("PR band", "simultaneous", 100)} of the
  samples in PR, and in {of("ROC band", "simultaneous", 100)} in ROC. With 20 positives they do so in
  {of("PR band", "simultaneous", 20)} and {of("ROC band", "simultaneous", 20)}. ROC bands are wider than necessary. PR
  bands cover too rarely with 20 positives.

So the best methods hold from 50 positives on, except in a few cells. Between 20 and 50 positives they may cover some
points less than 95 %, if a classifier is very good, or poor with rare positives.

With fewer than {FEW} positives `interval` warns, outside PR also with fewer than {FEW} negatives. `"wilson"` and
`"clopper-pearson"` do not warn. With 20 positives, up to {none:.0f} % of the samples of a good classifier are perfect
and have no interval. Coverage is counted in the other samples.

`model.sample_size(width=0.1, prevalence=0.1)` says how many positives you need for an interval of this width. It takes
2 z standard deviations of the estimate as the width. From 100 positives on, the intervals of `"logit-bootstrap"` are
{planned[0]:.2f} to {planned[-1]:.2f} times as wide.

## Bias of the estimate and of its replicates

With few positives, the sample area under the PR curve of a poor classifier is too large on average. For the binormal
model with 20 positives at prevalence .1 it is too large by {high:.3f}; the area of the population is .293. The
replicates are larger than the estimate in turn, here by {higher:.3f}, because replicates relate to the sample as the
sample relates to the population. Ties are not the cause: a row that is drawn twice is tied only with itself. So prplot
puts intervals around the estimate, not around the mean of the replicates. For good classifiers there is no such bias.

{chr(10).join(bias(found, "PR area"))}

Each number is a mean over the cells, with the smallest and the largest.

## How coverage was counted

- **Models:** binormal(1, 1), bibeta(), offset_uniform(), and for soft labels keilwagen("permuted") with independent
  rows.
- **Positives:** samples have {", ".join(map(str, POSITIVES))} expected positives, or as much positive weight with soft
  labels. The prevalence is .5, .1 or .01. For soft labels it is .222, or .1 with the negatives reweighted.
- **Designs:** in a cohort each row is positive by chance, and rows are resampled together. A case-control sample has
  fixed numbers of positives and negatives, which are resampled separately (`stratify=True`).
- **Numbers:** each cell has {min(int(row["sets"]) for row in found)} samples with {REPLICATES} replicates each. Bands
  were counted at prevalence .1 or .222, but not with 50 positives. All methods see the same samples and the same
  replicates.
- **Errors:** ± is the Monte Carlo standard error. It is 1 point for a coverage of 95 % in {SETS} samples. A coverage is
  **bold** if it lies between 93 and 97 %, give or take this error. The mean width follows, and the share of samples
  without an interval.
- **Precision** is taken at the threshold where the recall of the population is .8.
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
The models are those above without the soft one. The samples are cohorts and case-control samples of all prevalences. At
prevalence .1 there are also weighted rows, with weights from .25 to 1.75, and grouped rows. A group is one row, one to
three times over, and positives are counted as groups. A cell has at least 200 samples; if samples have more than 20,000
rows, at least 100; more than 60,000, at least 40. Its Monte Carlo error is then 1.5, 2.2 or 3.4 points. The table
has the coverage of `method="influence"` in percent: the mean over the cells, with the smallest and the largest.
""").splitlines(),
        "",
        *table(head, body, 1),
        "",
        *wrapped("""
The area to recall .5 leaves out the offset uniform model. Its population is perfect there, and so are half of its
samples. The next table compares `"influence"` with the default bootstrap of 500 replicates, on at least 100 cohorts of
2,000 positives in each cell:
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
            f"Scores are of three kinds. Calibrated scores are the true probabilities. Overconfident ones have true "
            f"log "
            f"odds that are half as large, minus .5. Bent ones have the square of the score as the true probability. "
            f"Each kind has {least} to {most} samples of each size, with 5, 10 or 100 equally likely scores, or with "
            f"distinct scores. Bands are counted at every score; if all scores are distinct, at .05, .15, ..., .95. "
            f"The "
            f"consistency band should contain the curve of calibrated scores, the confidence band the true "
            f"probability. "
            f"Consistency bands and p come from {of_calibration.REPLICATES} draws. For calibrated, distinct scores the "
            f"table also has the bootstrap, with {of_calibration.BOOTSTRAP_SETS} samples. "
            f"`python benchmarks/coverage_of_calibration.py` counts all of them.",
            120,
        ),
        "",
        "Mean coverage over kinds and numbers of distinct scores, with the smallest and the largest:",
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
A rule chooses a threshold on the sample: maximal F1, maximal informedness (KS, Youden's index), or recall .8. It
chooses
again in each replicate. The true value is the measure at the threshold that the same rule chooses in the population.
The populations are binormal models of distance {", ".join(skilled)} at prevalence .5 and .1, and one of distance 0,
which
has no skill. The table has the coverage of the percentile interval in percent: the mean over the cells, with the
smallest and the largest. A cell has {of_thresholds.SETS} samples, so its Monte Carlo error is at most
{50 / of_thresholds.SETS**0.5:.1f} points.
""").splitlines(),
        "",
        *table(head, body, 2),
        "",
        *wrapped(f"""
The maximum of a measure on the sample is larger than that of the population, and that of a replicate is larger still.
So its interval covers too rarely: {mean(own):.0f} % ({min(own):.0f} to {max(own):.0f}) for models with skill, and
{ks[0]:.0f} % with 50 positives and 50 negatives if the true KS is 0. `"basic"` is better, but not good enough.
Intervals
of other measures at that threshold cover {mean(rates):.0f} % ({min(rates):.0f} to {max(rates):.0f}) for models with
skill
and at least 50 positives. Without skill they fail too.

Therefore `path.operating_points` prints no interval, and says why, in three cases:

- The measure is the one that the threshold maximizes.
- A metric chooses the threshold, and there are fewer than 50 positives or 50 negatives.
- DeLong's interval of the ROC area reaches down to 0.5.

`path.interval(prplot.measure_at("f1", at="best"))` returns the interval, with a warning. If you chose the threshold on
other rows, pass it as a number, `at={{"threshold": 0.5}}`. Its rates then have Wilson's interval.
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
The table says in how many percent of the samples `prplot.compare` rejects at the 5 % level, with 20, 50 and 200
positives. For two equally good classifiers it should reject in 5 %. For two different ones it should reject as often as
possible; their classes are {first:g} and {second:g} standard deviations apart. The samples are cohorts at prevalence
{of_tests.PREVALENCE:g}, and the scores of both classifiers have correlation {of_tests.CORRELATION:g}. A cell has
{of_tests.SETS} samples, or {of_tests.SETS_OF_LARGE} with 200 positives. So 5 % has a Monte Carlo error of
{100 * (0.05 * 0.95 / of_tests.SETS) ** 0.5:.1f} or {100 * (0.05 * 0.95 / of_tests.SETS_OF_LARGE) ** 0.5:.1f} points.
The last column has the coverage of the paired bootstrap interval of the difference.
""").splitlines(),
        "",
        *table(head, body, 2),
        "",
        *wrapped("""
[Which test to report](recipes/which-test-to-report.md) says what follows. DeLong's test is for test rows
alone. On rows that fitted either model its p is wrong (Demler et al. 2012, doi:10.1002/sim.5328).
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
            "Mean coverage (smallest to largest), and the number of cells in which it is between 93 and 97 %:",
        ]
        lines += ["", *summary(found, measure), "", ":::{dropdown} Every cell", *details(found, measure), ":::", ""]
    lines += [*by_threshold(), *by_test(), *by_influence(), *of_probabilities()]
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main()
