"""Interpolations of PR curves between thresholds.

A new interpolation is one class here and one entry in `INTERPOLATIONS`.
"""

from prplot.errors import one_of
from prplot.interpolations.base import Continuous, Interpolation, Trace
from prplot.interpolations.chords import DiscreteFP, DiscreteTP, Linear, MaxInterpolated, Step, UpperTrapezoid

__all__ = ["INTERPOLATIONS", "Interpolation", "Trace", "interpolation"]

INTERPOLATIONS: tuple[Interpolation, ...] = (
    Continuous(),
    DiscreteTP(),
    DiscreteFP(),
    Linear(),
    UpperTrapezoid(),
    Step(),
    MaxInterpolated(),
)


def interpolation(name: object) -> Interpolation:
    """Return an interpolation by its name or a synonym; an error lists the names."""
    names = [rule.name for rule in INTERPOLATIONS]
    return INTERPOLATIONS[names.index(one_of("interpolation", name, names))]
