"""Spaces: maps of the unit square of rates, given the prevalence, with inverses.

A new space is one file here and one entry in `SPACES`.
"""

from prplot.errors import PrplotValueError, short
from prplot.spaces.base import Space
from prplot.spaces.cost import Cost
from prplot.spaces.croc import CROC
from prplot.spaces.pr import PR
from prplot.spaces.prg import PRG
from prplot.spaces.roc import ROC

__all__ = ["CROC", "PR", "PRG", "ROC", "SPACES", "Cost", "Space", "space_class"]

SPACES: tuple[type[Space], ...] = (PR, PRG, ROC, CROC, Cost)


def space_class(name: object) -> type[Space]:
    """Return a space by its name; an error lists them all."""
    for space in SPACES:
        if name == space.name:
            return space
    names = ", ".join(repr(s.name) for s in SPACES)
    raise PrplotValueError(f"space must be one of {names}; got {short(name)}.")
