"""The command ``prplot``: figures, areas and curves from CSV files, and a demonstration."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from prplot import __version__, datasets
from prplot.areas import identify
from prplot.curve import Curve
from prplot.errors import PrplotError, PrplotValueError, PrplotWarning
from prplot.interpolations import INTERPOLATIONS
from prplot.path import ConfusionPath
from prplot.sample import MISSING
from prplot.sources.files import read_paths
from prplot.spaces import SPACES, space_class

__all__ = ["main"]

SPACE_NAMES = [space.name for space in SPACES]
RULE_NAMES = [rule.name for rule in INTERPOLATIONS]
PRINTED_RULES = ("continuous", "step")
DEMO_SPACES = ("pr", "prg", "roc")
INCHES_PER_SPACE, INCHES_HIGH = 4.9, 4.4


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 2 with one line on standard error."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", PrplotWarning)
            options.run(options)
            sys.stdout.flush()
        for text in dict.fromkeys(str(warning.message) for warning in caught):
            print(f"prplot: note: {text}", file=sys.stderr)
    except (PrplotError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"prplot: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0


def _parser() -> _Parser:
    parser = _Parser(
        prog="prplot",
        description="Precision-Recall, Precision-Recall-Gain and ROC curves drawn right.",
        epilog="prplot COMMAND --help explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"prplot {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    plot = commands.add_parser("plot", help="draw curves of a CSV file", description="Draw curves of a CSV file.")
    _add_input(plot)
    plot.add_argument("--space", action="append", choices=SPACE_NAMES, help="where to see them; may be repeated")
    plot.add_argument("--interpolation", choices=RULE_NAMES, help="of PR curves (default continuous)")
    plot.add_argument("-o", "--output", required=True, metavar="FIG", help="figure to write: .pdf, .svg, .png, ...")
    plot.set_defaults(run=_plot)

    area = commands.add_parser("area", help="print areas", description="Print the areas under the curves.")
    _add_input(area)
    area.add_argument("--json", action="store_true", help="print JSON instead of a table")
    area.add_argument("--all", action="store_true", help="every named area, what it is, and which tools print it")
    area.add_argument("--identify", metavar="NUMBER", help="which areas round to a reported number, such as 0.83")
    area.set_defaults(run=_area)

    curve = commands.add_parser(
        "curve", help="write a curve as CSV", description="Write a curve as CSV: x, y, threshold, tp, fp."
    )
    _add_input(curve)
    curve.add_argument("--space", choices=SPACE_NAMES, default="pr", help="where to see it (default pr)")
    curve.add_argument("-o", "--output", required=True, metavar="CSV", help="file to write, - for standard output")
    curve.set_defaults(run=_curve)

    demo = commands.add_parser(
        "demo",
        help="draw real classifiers on real data",
        description="Draw PR, PRG and ROC curves of real classifiers on a real data set that ships with prplot.",
    )
    demo.add_argument("-o", "--output", default="prplot-demo", metavar="STEM", help="writes STEM.pdf and STEM.png")
    demo.set_defaults(run=_demo)
    return parser


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="CSV file with a header and one row per item")
    parser.add_argument(
        "--score",
        action="append",
        required=True,
        metavar="COL",
        help="column of scores; repeat it for more classifiers",
    )
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--label", metavar="COL", help="column of hard labels")
    kind.add_argument("--fg", metavar="COL", help="column of foreground weights (soft labels)")
    parser.add_argument("--bg", metavar="COL", help="column of background weights (default: 1 - fg)")
    parser.add_argument("--weight", metavar="COL", help="column of sample weights")
    parser.add_argument("--pos-label", metavar="LABEL", help="the label that is positive, as written in the file")
    parser.add_argument("--missing", choices=MISSING, default="raise", help="what to do with rows without a score")
    parser.add_argument(
        "--tolerance",
        type=float,
        default=0.0,
        metavar="DISTANCE",
        help="scores that are this near are ties (default: 0)",
    )


def _read(options: argparse.Namespace) -> dict[str, ConfusionPath]:
    if options.bg is not None and options.fg is None:
        raise PrplotValueError("--bg must come with --fg.")
    if options.pos_label is not None and options.label is None:
        raise PrplotValueError("--pos-label must come with --label.")
    return read_paths(
        options.file,
        scores=options.score,
        label=options.label,
        fg=options.fg,
        bg=options.bg,
        weight=options.weight,
        pos_label=options.pos_label,
        missing=options.missing,
        tolerance=options.tolerance,
    )


def _plot(options: argparse.Namespace) -> None:
    paths = _read(options)
    for path in paths.values():
        _need_both_classes(path)
    spaces = options.space or ["pr"]
    if options.interpolation is not None and not any(space_class(space).interpolated for space in spaces):
        raise PrplotValueError(f"--interpolation belongs to --space pr; got --space {' --space '.join(spaces)}.")
    _draw(paths, spaces, [Path(options.output)], options.interpolation)
    print(options.output)


def _area(options: argparse.Namespace) -> None:
    paths = _read(options)
    if options.all or options.identify is not None:
        if options.json:
            raise PrplotValueError("--json prints the usual areas; leave --all and --identify out.")
        tables = (
            path.areas() if options.identify is None else identify(path, options.identify) for path in paths.values()
        )
        print("\n\n".join(map(str, tables)))
        return
    rows = [_areas(name, path) for name, path in paths.items()]
    if options.json:
        print(json.dumps([{k: v if v == v else None for k, v in row.items()} for row in rows], indent=2))
    else:
        _print_table(rows)


def _curve(options: argparse.Namespace) -> None:
    paths = _read(options)
    if len(paths) > 1:
        raise PrplotValueError(f"--score must name one column for a curve; got {len(paths)}.")
    ((_, path),) = paths.items()
    curve = path.curve(options.space)
    if curve.space.pointwise:
        row = np.flatnonzero(curve.space.shown(path.tp))
    else:
        row = np.searchsorted(-path.thresholds, -curve.thresholds, side="right") - 1
    columns = [curve.x, curve.y, curve.thresholds, path.tp[row], path.fp[row]]
    rows = zip(*(column.tolist() for column in columns), strict=True)
    if options.output == "-":
        _write_rows(sys.stdout, rows)
        return
    with _in_full(Path(options.output)) as place, place.open("w", newline="", encoding="utf-8") as file:
        _write_rows(file, rows)
    print(options.output)


def _write_rows(file: Any, rows: Iterable[Iterable[float]]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["x", "y", "threshold", "tp", "fp"])
    writer.writerows([repr(value) for value in row] for row in rows)


def _demo(options: argparse.Namespace) -> None:
    data = datasets.load("digits")
    paths = data.paths()
    stem = options.output.removesuffix(".pdf").removesuffix(".png")
    files = [Path(f"{stem}.{ending}") for ending in ("pdf", "png")]
    _draw(paths, DEMO_SPACES, files, None)
    print(data.title)
    _print_table([_areas(name, path) for name, path in paths.items()])
    for file in files:
        print(file.resolve())


def _need_both_classes(path: ConfusionPath) -> None:
    for kind, total in (("foreground", path.positives), ("background", path.negatives)):
        if total == 0:
            raise PrplotValueError(
                f"{path.name!r} has no {kind} at all, so there is no curve to draw; check the label column, "
                "or use --pos-label."
            )


def _areas(name: str, path: ConfusionPath) -> dict[str, Any]:
    curves: list[tuple[str, Curve]] = [(f"PR {rule}", path.pr(rule)) for rule in PRINTED_RULES]
    curves += [("PRG signed", path.prg()), ("ROC", path.roc())]
    row: dict[str, Any] = {"score": name, "prevalence": path.prevalence}
    for title, curve in curves:
        row[title] = curve.area()
    if path.soft:
        row["PR best possible"] = path.best().pr().area()
    return row


def _print_table(rows: list[dict[str, Any]]) -> None:
    titles = list(dict.fromkeys(title for row in rows for title in row))
    cells = [[row.get(title, "") for title in titles] for row in rows]
    texts = [[f"{cell:.6f}" if isinstance(cell, float) else str(cell) for cell in line] for line in cells]
    widths = [max(len(line[i]) for line in [titles, *texts]) for i in range(len(titles))]
    for line in [titles, *texts]:
        first, *rest = [(cell.ljust if i == 0 else cell.rjust)(widths[i]) for i, cell in enumerate(line)]
        print("  ".join([first, *rest]).rstrip())


def _draw(paths: dict[str, ConfusionPath], spaces: Sequence[str], files: list[Path], interpolation: str | None) -> None:
    from prplot.draw.artists import formats, own_figure
    from prplot.draw.curves import plot

    endings = formats()
    for file in files:
        if file.suffix.removeprefix(".").lower() not in endings:
            raise PrplotValueError(f"--output must end in one of {', '.join(endings)}; got {str(file)!r}.")
    with ExitStack() as whole:
        places = [whole.enter_context(_in_full(file)) for file in files]
        figure = own_figure(INCHES_PER_SPACE * len(spaces), INCHES_HIGH)
        for ax, space in zip(figure.subplots(1, len(spaces), squeeze=False)[0], spaces, strict=True):
            rule = interpolation if space_class(space).interpolated else None
            drawn = plot(paths, space, ax, interpolation=rule)
        for place in places:
            drawn.save(place)


@contextmanager
def _in_full(file: Path) -> Iterator[Path]:
    """Write beside a file and move there when it is whole; nothing is left on failure."""
    if file.is_dir():
        raise PrplotValueError(f"{file} cannot be written: it is a folder.")
    try:
        handle, name = tempfile.mkstemp(suffix=file.suffix, prefix=".prplot-", dir=file.parent)
    except OSError as error:
        raise PrplotValueError(f"{file} cannot be written: {error.strerror or error}.") from None
    os.close(handle)
    place = Path(name)
    try:
        yield place
        # A temporary file is private; the result gets the permissions of any new file.
        umask = os.umask(0)
        os.umask(umask)
        place.chmod(0o666 & ~umask)
        place.replace(file)
    finally:
        place.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
