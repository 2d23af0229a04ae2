"""All named areas of a sample with their definitions, and the well-known tools that print each number.

A new number is one entry of the table in `numbers`. What a tool prints is one claim beside it, and a claim about a tool
that was run needs a test in ``tests/peers``.
"""

from prplot.areas.claims import TESTED, Claim
from prplot.areas.numbers import CONVENTIONS, NUMBERS, NamedNumber
from prplot.areas.reported import identify
from prplot.areas.table import Area, Areas, areas
from prplot.completion import only

__all__ = ["CONVENTIONS", "NUMBERS", "TESTED", "Area", "Areas", "Claim", "NamedNumber", "areas", "identify"]

__dir__ = only(__all__)
