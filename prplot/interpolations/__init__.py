"""Interpolations of PR curves between thresholds.

A new interpolation is one class here and one entry in `INTERPOLATIONS`.
"""

from prplot.errors import one_of
from prplot.interpolations.base import Interpolation, Trace
from prplot.interpolations.continuous import Continuous
from prplot.interpolations.discrete import DiscreteFP, DiscreteTP
from prplot.interpolations.linear import Linear, UpperTrapezoid
from prplot.interpolations.step import MaxInterpolated, Step

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
    """Return an interpolation from its name or a synonym; otherwise raise an error that lists the names."""
    names = [rule.name for rule in INTERPOLATIONS]
    return INTERPOLATIONS[names.index(one_of("interpolation", name, names))]
