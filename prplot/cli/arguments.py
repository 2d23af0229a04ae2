"""The parser of the command ``prplot``: its subcommands and their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, get_args

from prplot.cli.installation import installed
from prplot.interpolations import INTERPOLATIONS
from prplot.names import ComparisonMethod, IntervalMethod, SpaceName, known
from prplot.rows.read import COMBINE, MISSING
from prplot.spaces import NAMED

# Interval methods for areas; the other methods are for rates at a threshold.
OF_AREAS = tuple(
    method for method in get_args(IntervalMethod) if method not in ("wilson", "clopper-pearson", "profile")
)


def level(text: str) -> float:
    """Return a confidence level; raise an error if it is invalid. The function's name appears in argparse's errors."""
    value = float(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"must lie strictly between 0 and 1, as 0.95 does: {text!r}")
    return value


# Settings that options of several commands share.
COLUMN: dict[str, Any] = {"metavar": "COL"}
GROUPS: dict[str, Any] = {**COLUMN, "help": "column of groups, such as patients; whole groups are resampled"}
LEVEL: dict[str, Any] = {
    "type": level, "metavar": "SHARE", "help": "confidence level of the intervals (default: 0.95)"
}  # fmt: skip
JSON: dict[str, Any] = {"action": "store_true", "help": "print JSON instead of a table"}
AREA_SPACES: tuple[SpaceName, ...] = ("pr", "prg", "roc")


def _one_of(kinds: Iterable[Any]) -> dict[str, Any]:
    """Return argparse settings for an option that is a name or a synonym from a list; argparse refuses other values."""
    names = [kind.name for kind in kinds]
    return {"type": lambda text: known(text, names) or text, "choices": names}


OF_SPACES = _one_of(NAMED)
# Only the spaces in which curves have an area.
OF_SPACES_WITH_AREAS = _one_of([space for space in NAMED if space._area_name])


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, and can add the options that several commands share."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def add_input(self, *more_missing: str) -> None:
        """Add the file, its columns, and the treatment of its rows.

        ``more_missing`` are further choices of ``--missing``.
        """
        self.add_argument(
            "file",
            metavar="FILE",
            help="CSV, JSON lines or Parquet, perhaps compressed, with one row per item; a pattern, 'part-*.csv'; "
            "or - for standard input. All but one text table needs prplot-curves[files].",
        )
        self.add_argument("--score", **COLUMN, action="append", help="column of scores; repeat it for more classifiers")
        kind = self.add_mutually_exclusive_group()
        kind.add_argument("--label", **COLUMN, help="column of hard labels")
        kind.add_argument("--fg", **COLUMN, help="column of positive weights (soft labels)")
        self.add_argument("--bg", **COLUMN, help="column of negative weights (default: 1 - fg)")
        self.add_argument("--weight", **COLUMN, help="column of sample weights")
        self.add_argument(
            "--pos-label", metavar="LABEL", action="append", help="the positive label, as in the file; may be repeated"
        )
        self.add_argument(
            "--neg-label",
            metavar="LABEL",
            action="append",
            help="the negative label, as in the file; may be repeated. Rows with any other label are left out",
        )
        self.add_argument(
            "--lower-is-positive", action="store_true", help="small scores mean positive: energies, distances, p values"
        )
        self.add_argument(
            "--no-header",
            dest="header",
            action="store_false",
            help="the text table has no header: columns are numbered from 1",
        )
        self.add_argument(
            "--separator", metavar="CHAR", help="character between cells (default: found); ' ' for blanks"
        )
        self.add_argument("--decimal", choices=(".", ","), help="mark of decimals (default: .)")
        self.add_argument(
            "--na",
            metavar="MARK",
            action="append",
            help="a further mark of missing values; may be repeated",
        )
        self.add_argument("--truth", metavar="FILE2", help="text table that has the labels, with the columns of --on")
        self.add_argument(
            "--on",
            type=_pairs,
            metavar="COLS",
            help="columns that name a row in both files, separated by commas; NAME=NAME2 where they differ",
        )
        self.add_argument(
            "--negatives-file",
            metavar="FILE2",
            help="text table of negatives; FILE has positives, and no labels",
        )
        self.add_argument("--qrels", metavar="FILE2", help="judgments of TREC; FILE is a run, and each query a path")
        self.add_argument("--coco", metavar="FILE2", help="annotations of COCO; FILE has detections, each class a path")
        self.add_argument("--iou", type=float, metavar="SHARE", help="least overlap of a hit, with --coco (0.5)")
        self.add_argument("--item", **COLUMN, help="column of items, where an item has several rows")
        self.add_argument(
            "--combine",
            choices=COMBINE,
            help="score of an item of several rows: the most positive one (max, the default), or their mean",
        )
        self.add_argument(
            "--missing",
            choices=[*MISSING, *more_missing],
            help="what to do with rows without a score: an error (raise, the default), leave them out (drop), "
            "rank them last (lowest), or count them as never predicted positive (unreached)"
            + "; complete leaves out rows that lack a score of any classifier"
            * bool(more_missing),
        )
        for side in ("positives", "negatives"):
            self.add_argument(
                f"--{side}",
                type=_total,
                action="append",
                metavar="WEIGHT",
                help=f"number of all {side}, if the file holds only the rows that a search returned; with --by "
                "GROUP=WEIGHT, repeated",
            )
        self.add_argument(
            "--tolerance",
            dest="near",
            type=float,
            metavar="DISTANCE",
            help="scores that differ by at most this are ties (default: 0)",
        )

    def add_table(self, by: str) -> None:
        """Add the options of `add_input`, and options for cumulative counts, groups and bins.

        The text ``by`` is the help for ``--by``.
        """
        self.add_input()
        self.add_argument(
            "--threshold", **COLUMN, help="for running counts instead of --score and --label: column of thresholds"
        )
        for cell, side in (("tp", "positives"), ("fp", "negatives")):
            self.add_argument(
                f"--{cell}", **COLUMN, help=f"column of the numbers of {side} that score at least the threshold"
            )
        self.add_argument("--by", **COLUMN, help=by)
        finely = self.add_mutually_exclusive_group()
        finely.add_argument("--bins", type=int, metavar="N", help="for large files: count scores in at most N bins")
        finely.add_argument(
            "--area-tolerance",
            dest="tolerance",
            type=float,
            metavar="AREA",
            help="for large files: count in as many bins as it takes to know the PR area this closely, such as 1e-4",
        )

    def add_level(self, name: str, what: str) -> None:
        """Add an option for an interval or a band, whose optional value is the confidence level."""
        self.add_argument(
            f"--{name}", nargs="?", type=level, const=True, metavar="LEVEL", help=f"{what} (level: default 0.95)"
        )

    def add_draws(self, methods: Sequence[str], what: str, usual: str) -> None:
        """Add the options for how intervals are computed: method, number of replicates, seed and groups."""
        self.add_argument("--method", choices=methods, help=f"method of the intervals (default: {usual})")
        self.add_argument("--n", type=_whole(1), metavar="N", help=f"number of {what} (default: 2000, where drawn)")
        self.add_argument("--rng", type=_whole(0), metavar="SEED", help="random seed (default: computed from the data)")
        self.add_argument("--groups", **GROUPS)

    def add_sureness(self, methods: Sequence[str], what: str, usual: str) -> None:
        """Add the option for the level of intervals, and the options for how they are computed."""
        self.add_argument("--level", **LEVEL)
        self.add_draws(methods, what, usual)


class _Version(argparse.Action):
    """The action of ``--version``, which looks up installed distributions only when it is used."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(installed())
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; it stores the name of the subcommand in ``command``."""
    made = _Parser(
        prog="prplot",
        description="Draw Precision-Recall, ROC and other curves, print the areas under them, compare classifiers.",
        epilog="prplot COMMAND --help explains a command.",
    )
    made.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        help="show version, distribution and folder, and exit",
    )
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND", dest="command")

    plot = commands.add_parser(
        "plot",
        help="draw curves",
        description="Draw the curves of one or more classifiers whose scores and labels are in a file.",
        epilog="Example: prplot plot scores.csv --label sick --score forest --score logistic -o curves.pdf",
    )
    plot.add_table("draw a curve for each group that this column names")
    plot.add_argument(
        "--space", action="append", **OF_SPACES, help="the space of the curves; may be repeated (default: pr)"
    )
    plot.add_argument(
        "--calibration",
        action="store_true",
        help="draw calibration curves of scores that are probabilities; without --space nothing else",
    )
    plot.add_argument(
        "--interpolation", **_one_of(INTERPOLATIONS), help="the interpolation of PR curves (default: continuous)"
    )
    plot.add_level("interval", "show the confidence interval of each area in the legend")
    plot.add_level("band", "draw a confidence band around each curve")
    plot.add_draws(OF_AREAS, "replicates", "the one recommended for the area")
    plot.add_argument(
        "-o", "--output", required=True, metavar="FIG", help="figure to write: .pdf, .svg, .png, .html, ..."
    )

    area = commands.add_parser(
        "area",
        help="print areas",
        description="Print the areas under the curves.",
        epilog="Example: prplot area scores.csv --label sick --pos-label yes --score forest --interval",
    )
    area.add_table("print the areas of each group that this column names")
    whose = f"the space of the areas; may be repeated (default: {', '.join(AREA_SPACES)})"
    area.add_argument("--space", action="append", **OF_SPACES_WITH_AREAS, help=whose)
    area.add_argument("--json", **JSON)
    area.add_argument(
        "--all", action="store_true", help="print every named area, its definition, and the tools that print it"
    )
    area.add_level("interval", "print confidence intervals as well")
    area.add_sureness(OF_AREAS, "replicates", "the one recommended for the area")
    area.add_argument(
        "--identify", metavar="NUMBER", help="print which named areas round to this number, such as 0.83 from a paper"
    )

    compare = commands.add_parser(
        "compare",
        help="compare classifiers",
        description="Compare classifiers on the same rows: differences of areas with intervals and p values.",
        epilog="Example: prplot compare scores.parquet --label sick --score forest --score logistic --space roc",
    )
    compare.add_input("complete")
    of_what = compare.add_mutually_exclusive_group()
    of_what.add_argument("--space", **OF_SPACES_WITH_AREAS, default="pr", help="the space of the areas (default: pr)")
    of_what.add_argument("--measure", metavar="NAME", help="a named number instead: step, eer, ks, aurc, bedroc, ...")
    compare.add_sureness(get_args(ComparisonMethod), "replicates or permutations", "bootstrap")
    compare.add_argument(
        "--folds",
        dest="by",
        **COLUMN,
        help="column of the folds in which rows were held out, for --method corrected-t",
    )
    compare.add_argument(
        "--n-train", type=_whole(1), metavar="ROWS", help="rows that each model was trained on, with --folds"
    )
    compare.add_argument("--json", **JSON)

    report = commands.add_parser(
        "report",
        help="print a table for a paper",
        description="Print a table for a paper: measures of classifiers with confidence intervals.",
        epilog="Example: prplot report scores.csv --label sick --score forest --score logistic --latex > table.tex",
    )
    report.add_table("print a line for each group that this column names")
    report.add_argument(
        "--measure",
        metavar="NAME",
        action="append",
        help="a space, or a named area of prplot area --all; may be repeated (default: pr, roc, and brier if all "
        "scores lie in [0, 1])",
    )
    report.add_argument("--level", **LEVEL)
    report.add_argument("--groups", **GROUPS)
    report.add_argument("--best", action="store_true", help="make the best number of each column bold, in LaTeX")
    report.add_argument("--latex", action="store_true", help="print LaTeX, for the package booktabs")
    report.add_argument("--json", **JSON)

    threshold = commands.add_parser(
        "threshold",
        help="find a threshold",
        description="Print the threshold that reaches a rate, or is best by a metric, and its confusion matrix.",
        epilog="Example: prplot threshold scores.csv --label sick --score forest --find recall=0.9",
    )
    threshold.add_table("find a threshold for each group that this column names")
    how = threshold.add_mutually_exclusive_group()
    how.add_argument(
        "--optimal", metavar="METRIC", help="the threshold of the best value of a metric, such as mcc (default: f1)"
    )
    how.add_argument(
        "--find",
        type=_level,
        metavar="RATE=VALUE",
        help="the threshold that reaches a rate, such as recall=0.9 or fdr=0.1",
    )
    how.add_argument("--at", type=float, metavar="CUT", help="the confusion matrix at this threshold")
    how.add_argument(
        "--zones", type=float, nargs="+", metavar="CUT", help="the zones between rising thresholds, such as 0.2 0.7"
    )
    threshold.add_argument(
        "--subject-to",
        type=_level,
        action="append",
        metavar="METRIC=LEVEL",
        help="a level that another metric must reach, with --optimal; may be repeated",
    )
    threshold.add_argument("--json", **JSON)

    curve = commands.add_parser(
        "curve",
        help="write a curve as CSV",
        description="Write the points of a curve as CSV: x, y, threshold, tp, fp.",
        epilog="Example: prplot curve scores.csv --label sick --score forest --space roc -o roc.csv",
    )
    curve.add_table("write a curve for each group that this column names, with the group in a first column")
    curve.add_argument("--space", **OF_SPACES, default="pr", help="the space of the curve (default: pr)")
    curve.add_argument("-o", "--output", required=True, metavar="CSV", help="file to write, - for standard output")

    demo = commands.add_parser(
        "demo",
        help="draw real classifiers on real data",
        description="Draw PR, PRG and ROC curves of real classifiers on a real data set that ships with prplot.",
        epilog="Example: prplot demo -o first-figure",
    )
    demo.add_argument("-o", "--output", default="prplot-demo", metavar="STEM", help="writes STEM.pdf and STEM.png")
    return made


def _total(text: str) -> tuple[str, float]:
    """Return (group, weight) from "GROUP=WEIGHT" or "WEIGHT", with an empty group in the second case."""
    group, _, weight = text.rpartition("=")
    try:
        return group, float(weight)
    except ValueError:
        rule = "must be a number of rows, or their weight"
        raise argparse.ArgumentTypeError(f"{rule}; got {text!r}. Which label is positive says --pos-label.") from None


def _pairs(text: str) -> list[tuple[str, str]]:
    """Return pairs of column names, in the first and the second file, from "NAME,NAME=NAME2"."""
    pairs = (name.partition("=") for name in text.split(","))
    return [(first.strip(), (second or first).strip()) for first, _, second in pairs]


def _level(text: str) -> tuple[str, float]:
    """Return (metric, level) from "METRIC=LEVEL"."""
    name, _, value = text.partition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        rule = "must be the name of a metric, = and a number, such as recall=0.9"
        raise argparse.ArgumentTypeError(f"{rule}; got {text!r}") from None


def _whole(least: int) -> Callable[[str], int]:
    """Return a function that reads a whole number of at least ``least``, for an option of argparse."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and int(text) >= least):
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} on: {text!r}")
        return int(text)

    return read
