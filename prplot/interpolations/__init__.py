"""Interpolations of PR curves between thresholds.

A new interpolation is one file here and one entry in `INTERPOLATIONS`.
"""

from prplot.errors import one_of
from prplot.interpolations.base import Interpolation, Trace
from prplot.interpolations.continuous import Continuous
from prplot.interpolations.step import Step

__all__ = ["INTERPOLATIONS", "Interpolation", "Trace", "interpolation"]

INTERPOLATIONS: tuple[Interpolation, ...] = (Continuous(), Step())


def interpolation(name: object) -> Interpolation:
    """Return an interpolation by its name; an error lists them all."""
    names = [rule.name for rule in INTERPOLATIONS]
    return INTERPOLATIONS[names.index(one_of("interpolation", name, names))]
