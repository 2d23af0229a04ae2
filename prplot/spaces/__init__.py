"""Spaces: maps of the unit square of rates, given the prevalence, with inverses.

A new space is one file here and one entry in `SPACES`; CONTRIBUTING.md says what else names it.
"""

from typing import get_args

from prplot.completion import only
from prplot.errors import invalid, one_of, short, wrong_type
from prplot.names import InterpolationName, SpaceName, known
from prplot.path.path import ConfusionPath
from prplot.spaces.base import Space
from prplot.spaces.cost import Cost
from prplot.spaces.croc import CROC
from prplot.spaces.det import DET
from prplot.spaces.froc import FROC
from prplot.spaces.gains import Gains
from prplot.spaces.lift import Lift
from prplot.spaces.murphy import Murphy
from prplot.spaces.net_benefit import NetBenefit
from prplot.spaces.pr import PR
from prplot.spaces.prg import PRG
from prplot.spaces.risk_coverage import RiskCoverage
from prplot.spaces.roc import ROC

__all__ = [
    "CROC",
    "DET",
    "FROC",
    "PR",
    "PRG",
    "ROC",
    "SPACES",
    "Cost",
    "Gains",
    "Lift",
    "Murphy",
    "NetBenefit",
    "RiskCoverage",
    "Space",
]

__dir__ = only(__all__)

# Every path has a curve and an area in these spaces.
SPACES: tuple[type[Space], ...] = (PR, PRG, ROC, CROC, Cost, Gains, Lift, DET)
# Spaces for which a path is enough. Net benefit and Murphy space may need scores that are probabilities, and
# risk-coverage space a score for every row.
NAMED: tuple[type[Space], ...] = (*SPACES, NetBenefit, Murphy, RiskCoverage)


def space_names() -> list[SpaceName]:
    """Return the names of the spaces for which a path is enough, including spaces added at run time."""
    return [space.name for space in NAMED]


def space_name(name: object, argument: str = "space") -> SpaceName:
    """Return the name of a space from the name or a synonym; otherwise raise an error that lists all names."""
    names: list[SpaceName] = [*space_names(), "froc"]
    way_out = ""
    if isinstance(name, str) and known(name, names) is None:
        if rule := known(name, get_args(InterpolationName)):
            way_out = f"It is an interpolation: pass 'pr' and interpolation={rule!r}."
        elif known(name, ["calibration"]):
            way_out = "A calibration curve is not one of rates: draw it with prplot.draw.calibration(paths)."
    if way_out:
        raise invalid(argument, f"be one of {', '.join(map(repr, names))}", short(name), way_out)
    if isinstance(name, ConfusionPath):
        raise wrong_type(argument, "be the name of a space", name, "Several paths are passed as one list or mapping.")
    return one_of(argument, name, names)


def space_class(name: object) -> type[Space]:
    """Return the class of a space from its name or a synonym."""
    wanted = space_name(name)
    # FROC is not in NAMED, because it also needs the number of images, which a path does not hold.
    every: tuple[type[Space], ...] = (*NAMED, FROC)
    return next(space for space in every if space.name == wanted)
