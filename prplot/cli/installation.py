"""The version and the distribution from which prplot was installed."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import prplot

# Another project on the Python package index is called prplot, and its package has the same name.
DISTRIBUTION, OTHER = "prplot-curves", "prplot"


def installed() -> str:
    """Return the version of prplot, its distribution and its folder, as text."""
    names = (DISTRIBUTION, OTHER)
    distributions = [f"{each.name} {each.version}" for name in names for each in metadata.distributions(name=name)]
    lines = [
        f"prplot {prplot.__version__}",
        f"distribution: {', '.join(distributions) or 'none, read from its folder'}",
        f"folder: {Path(prplot.__file__).parent}",
    ]
    if len(distributions) > 1:
        lines.append(
            f"Each of these distributions overwrites files of the other. Uninstall both, then install {DISTRIBUTION}."
        )
    return "\n".join(lines)
