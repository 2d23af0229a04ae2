"""Spaces: maps of the unit square of rates, given the prevalence, with inverses.

A new space is one file here and one entry in `SPACES`; CONTRIBUTING.md says what else names it.
"""

from prplot.errors import one_of
from prplot.spaces.base import Space
from prplot.spaces.cost import Cost
from prplot.spaces.croc import CROC
from prplot.spaces.det import DET
from prplot.spaces.froc import FROC
from prplot.spaces.gains import Gains
from prplot.spaces.lift import Lift
from prplot.spaces.pr import PR
from prplot.spaces.prg import PRG
from prplot.spaces.roc import ROC

__all__ = ["CROC", "DET", "FROC", "PR", "PRG", "ROC", "SPACES", "Cost", "Gains", "Lift", "Space", "space_class"]

SPACES: tuple[type[Space], ...] = (PR, PRG, ROC, CROC, Cost, Gains, Lift, DET)
# Those that need to be told more than a path knows.
FURTHER: tuple[type[Space], ...] = (FROC,)


def space_class(name: object) -> type[Space]:
    """Return a space by its name or a synonym; an error lists them all."""
    further = next((space for space in FURTHER if isinstance(name, str) and space.name == name), None)
    names = [space.name for space in SPACES]
    return further or SPACES[names.index(one_of("space", name, names))]
