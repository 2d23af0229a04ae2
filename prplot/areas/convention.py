"""What a named area is, and the samples for which it is defined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from prplot.areas.claims import Claim
from prplot.areas.conditions import LISTED
from prplot.path.path import ConfusionPath

__all__ = [
    "BG",
    "BG_OR_UNKNOWN",
    "FG",
    "FINITE",
    "FLOAT32",
    "GRID",
    "HARD",
    "IN_UNIT",
    "LEVEL",
    "NO_TIES",
    "ROWS",
    "SINGLY",
    "UNIT",
    "WHOLE",
    "Convention",
]

HARD, UNIT, LEVEL = "hard labels", "hard labels of weight 1", "rows of weight fg + bg = 1"
FINITE, IN_UNIT, FLOAT32 = "finite scores", "scores in [0, 1]", "scores that float32 tells apart"
NO_TIES = "no ties"
FG, BG = "foreground weight", "background weight"
BG_OR_UNKNOWN = "background weight, known or not"
WHOLE, ROWS = "a whole number of positives", f"at most {LISTED:,} rows"
# What takes rows one by one needs them.
SINGLY = (UNIT, WHOLE, ROWS, "the rows in their order, for ties of both classes")
GRID = "chords on a grid of 1000 recalls, mostly far closer"


@dataclass(frozen=True)
class Convention:
    """One way to make a number out of a path.

    Attributes
    ----------
    key : str
        Its name in the table.
    space : str
        The space in which it is an area.
    what : str
        What it is: interpolation, left end, ties, sign or range.
    compute : callable
        Takes a path, returns the number.
    needs : tuple of str
        What must hold of the sample for it to be defined, as in `Claim`.
    claims : tuple of Claim
        Which tools print it.
    one_by_one : bool
        Whether it takes equal scores row by row, in the order given, wherever they are of both classes.
    """

    key: str
    space: str
    what: str
    compute: Callable[[ConfusionPath], float]
    needs: tuple[str, ...] = (FG,)
    claims: tuple[Claim, ...] = ()
    one_by_one: bool = False

    def __reduce__(self) -> tuple[Callable[[str], Convention], tuple[str]]:
        """Pickle by name: what makes the number is code."""
        return _named, (self.key,)


def _named(key: str) -> Convention:
    from prplot.areas.conventions import CONVENTIONS

    return next(convention for convention in CONVENTIONS if convention.key == key)
