"""Every named area of a sample, its convention spelt out, and which well-known tool prints that number.

A new convention is one entry in `CONVENTIONS`; what a tool prints is one claim beside it, and a
claim about a tool that was run needs a test in ``tests/peers``.
"""

from prplot.areas.claims import TESTED, Claim
from prplot.areas.conventions import CONVENTIONS, Convention
from prplot.areas.reported import identify
from prplot.areas.table import Area, Areas, areas
from prplot.completion import only

__all__ = ["CONVENTIONS", "TESTED", "Area", "Areas", "Claim", "Convention", "areas", "identify"]

__dir__ = only(__all__)
