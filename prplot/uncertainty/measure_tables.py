"""Tables for a paper: measures of classifiers, or at operating points, each with its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar

from prplot.curve.report import version
from prplot.errors import (
    by_name,
    nothing_called,
)
from prplot.rows.result_tables import Rows, Strong, Table, decimals, in_text, written
from prplot.uncertainty.comparison import ends_written

# Marks of footnotes. Unicode has no raised q.
LETTERS = "abcdefghijklmnoprstuvwxyz"
RAISED = dict(zip(LETTERS, "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
# Replacements for characters that LaTeX does not print as they are, and for footnote marks.
IN_LATEX = str.maketrans(
    {character: rf"\{character}" for character in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
    | {character: rf"\textsuperscript{{{letter}}}" for letter, character in RAISED.items()}
)
# Attributes that readers look for on these tables, and where to find them.
ELSEWHERE = {
    "save": "open(file, 'w').write(table.to_latex()) for LaTeX, or table.to_frame().to_csv(file)",
    "to_html": "table.to_frame().to_html(), or the table itself in a notebook",
    "to_csv": "table.to_frame().to_csv(file)",
    "plot": "prplot.plot(paths, interval=True)",
    "interval": "table.rows, of which each has estimate, low and high",
    "latex": "table.to_latex()",
    "table": "table.columns(), print(table) for text",
}


class ReportRow(NamedTuple):
    """One measure of one classifier.

    Attributes
    ----------
    classifier, measure : str
        Their names.
    estimate : float
        The measure on the data; NaN where it is undefined.
    low, high : float
        The ends of its confidence interval; NaN where there is none.
    method : str
        The method of the interval; empty where there is none.
    notes : tuple of str
        What a reader must know of this number, such as why it is undefined.
    """

    classifier: str
    measure: str
    estimate: float
    low: float
    high: float
    method: str
    notes: tuple[str, ...]


class OperatingPointRow(NamedTuple):
    """One measure at one threshold.

    Attributes
    ----------
    point : str
        How the threshold was chosen.
    threshold : float
        The threshold.
    measure, estimate, low, high, method, notes
        As in a row of `report`.
    """

    point: str
    threshold: float
    measure: str
    estimate: float
    low: float
    high: float
    method: str
    notes: tuple[str, ...]


R = TypeVar("R", bound=ReportRow | OperatingPointRow)


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class MeasureTable(Rows[R], Generic[R]):
    """A table of measures with their intervals; made by `report` and `ConfusionPath.operating_points`.

    It shows itself as text and in notebooks: a line for each classifier or threshold, a column for each measure, and
    footnotes.

    Attributes
    ----------
    rows : tuple
        One row for each cell of the table.
    level : float
        The confidence level of the intervals.
    notes : tuple of str
        Remarks on the whole table.
    bold : frozenset of int
        The rows, by their number from 0 on, that are bold in HTML and LaTeX, and have a * in text.
    highlighted : str
        Which rows these are, in words; empty where no highlight was asked for.
    what : str
        What was measured, in words.
    how : str
        How the intervals were computed, in words.
    """

    rows: tuple[R, ...]
    level: float
    notes: tuple[str, ...]
    bold: frozenset[int]
    highlighted: str
    what: str
    how: str
    # The columns that name a line.
    _keys: ClassVar[tuple[str, ...]]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error for attributes that only other tables have; it names what to use instead."""
            raise nothing_called(name, self, ELSEWHERE)

    def __repr__(self) -> str:
        return in_text(self._parts_of_text() if self.highlighted else self._parts())

    def columns(self) -> dict[str, list[Any]]:
        """Return the table as a dict from the name of each column to a list, which has one item for each row.

        With ``highlight=`` there is a column "highlighted", of True and False.
        """
        columns = super().columns()
        if self.highlighted:
            columns["highlighted"] = [index in self.bold for index in range(len(self.rows))]
        return columns

    def to_latex(self) -> str:
        """Return the table as LaTeX, for a document that uses the package booktabs.

        Names are escaped. Below the table are its footnotes, as wide as the text.
        """
        head, lines, names, caption = self._table()
        escaped = [[_in_latex(text, column >= names) for column, text in enumerate(line)] for line in (head, *lines)]
        top, *body = (rf"{' & '.join(line)} \\" for line in escaped)
        columns = "l" * names + "r" * (len(head) - names)
        text = [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            top,
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
        notes = [caption, *self._footnotes()] if caption else self._footnotes()
        if footnotes := " \\\\\n".join(note.translate(IN_LATEX) for note in notes):
            text += ["", r"\smallskip", rf"\parbox{{\linewidth}}{{\footnotesize {footnotes}}}"]
        return "\n".join(text) + "\n"

    def methods(self) -> str:
        """Return a sentence for a methods section: what was measured, on which rows, and how intervals were made."""
        return f"{self.what}, with {100 * self.level:g} % confidence intervals: {self.how} ({version()})."

    def _parts(self) -> Iterator[Table | list[str]]:
        yield [self.what]
        yield self._table()
        yield list(self._footnotes())

    def _parts_of_text(self) -> Iterator[Table | list[str]]:
        """Yield the parts for plain text, with a * for cells that are bold in HTML."""
        head, rows, names, _ = self._table()
        # The other cells get a space, so that numbers stay aligned.
        starred = [[f"{text}{'*' if isinstance(text, Strong) else ' '}" for text in row[names:]] for row in rows]
        lines = [[*row[:names], *cells] for row, cells in zip(rows, starred, strict=True)]
        yield [self.what]
        yield Table([*head[:names], *(f"{title} " for title in head[names:])], lines, names)
        yield [f"* {self.highlighted}", *self._footnotes()]

    def _marks(self) -> dict[str, str]:
        """Return the footnote mark of each note that belongs to some cells only; notes of all cells need no mark."""
        texts = dict.fromkeys(note for row in self.rows for note in row.notes)
        some = [text for text in texts if not all(text in row.notes for row in self.rows)]
        return {
            text: RAISED[LETTERS[index % len(LETTERS)]] * (1 + index // len(LETTERS)) for index, text in enumerate(some)
        }

    def _footnotes(self) -> Iterator[str]:
        marks = self._marks()
        if not all(math.isnan(row.low) for row in self.rows):
            yield f"In brackets: {100 * self.level:g} % confidence intervals."
        yield from self.notes
        yield from dict.fromkeys(note for row in self.rows for note in row.notes if note not in marks)
        for text, mark in marks.items():
            yield f"{mark} {text}"

    def _table(self) -> Table:
        marks, measures = self._marks(), dict.fromkeys(row.measure for row in self.rows)
        digits = {
            measure: decimals([row.high - row.low for row in self.rows if row.measure == measure])
            for measure in measures
        }
        # The indices of the rows in each line of the table, by the values that name the line.
        lines: dict[tuple[Any, ...], list[int]] = {}
        for index, row in enumerate(self.rows):
            lines.setdefault(tuple(getattr(row, key) for key in self._keys), []).append(index)
        table = []
        for keys, line in lines.items():
            shared = set.intersection(*(set(self.rows[index].notes) for index in line))
            cells = [self._written(index, digits[self.rows[index].measure], shared, marks) for index in line]
            first, *others = (key if isinstance(key, str) else written(key, ".6g") for key in keys)
            table.append([first + "".join(marks[text] for text in marks if text in shared), *others, *cells])
        return Table(
            [*self._keys, *measures],
            table,
            names=len(self._keys),
            caption=self.highlighted and f"Bold: {self.highlighted}",
        )

    def _written(self, index: int, digits: int, shared: set[str], marks: Mapping[str, str]) -> str:
        row = self.rows[index]
        text = "" if math.isnan(row.estimate) else f"{row.estimate:.{digits}f}"
        if not math.isnan(row.low):
            text += f" {ends_written(row, digits)}"
        text += "".join(mark for note, mark in marks.items() if note in row.notes and note not in shared)
        return Strong(text) if index in self.bold else text


class Report(MeasureTable[ReportRow]):
    """Classifiers and their measures, as `report` returns them; see `MeasureTable`."""

    _keys = ("classifier",)


class OperatingPoints(MeasureTable[OperatingPointRow]):
    """Thresholds and the measures there, as `ConfusionPath.operating_points` returns them; see `MeasureTable`."""

    _keys = ("point", "threshold")


def _in_latex(text: str, number: bool) -> str:
    """Return the text of a cell as LaTeX source."""
    escaped = text.translate(IN_LATEX)
    if number:
        escaped = escaped.replace("-", "$-$")
    return rf"\textbf{{{escaped}}}" if isinstance(text, Strong) else escaped
