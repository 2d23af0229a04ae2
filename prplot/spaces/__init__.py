"""Spaces: maps of the unit square of rates, given the prevalence, with inverses.

A new space is one file here and one entry in `SPACES`; CONTRIBUTING.md says what else names it.
"""

from prplot.errors import one_of
from prplot.options import SpaceName
from prplot.spaces.base import Space
from prplot.spaces.cost import Cost
from prplot.spaces.croc import CROC
from prplot.spaces.det import DET
from prplot.spaces.froc import FROC
from prplot.spaces.gains import Gains
from prplot.spaces.lift import Lift
from prplot.spaces.net_benefit import NetBenefit
from prplot.spaces.pr import PR
from prplot.spaces.prg import PRG
from prplot.spaces.roc import ROC

__all__ = [
    "CROC",
    "DET",
    "FROC",
    "NAMED",
    "PR",
    "PRG",
    "ROC",
    "SPACES",
    "Cost",
    "Gains",
    "Lift",
    "NetBenefit",
    "Space",
    "space_class",
    "space_name",
]

# Every path has a curve, and an area, in these.
SPACES: tuple[type[Space], ...] = (PR, PRG, ROC, CROC, Cost, Gains, Lift, DET)
# Those that need no more than a path, whose scores may have to be probabilities.
NAMED: tuple[type[Space], ...] = (*SPACES, NetBenefit)
# Those that need to be told more than a path knows.
FURTHER: tuple[type[Space], ...] = (FROC,)


def space_name(name: object, argument: str = "space") -> SpaceName:
    """Return the name of a space, given as it is or as a synonym; an error lists them all."""
    return one_of(argument, name, [space.name for space in NAMED])


def space_class(name: object) -> type[Space]:
    """Return a space by its name or a synonym."""
    further = next((space for space in FURTHER if isinstance(name, str) and space.name == name), None)
    return further or next(space for space in NAMED if space.name == space_name(name))
