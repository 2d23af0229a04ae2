"""What is shown: a frozen view, the curves it means, the figure it makes, and the code for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from prplot.draw.artists import Plotted
from prplot.draw.curves import plot
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, one_of, short, wrong_type
from prplot.interpolations import INTERPOLATIONS
from prplot.path import ConfusionPath
from prplot.scalars import number
from prplot.spaces import SPACES, space_class

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["INTERPOLATION_NAMES", "LOWEST_CUT", "MOST_LEVELS", "SPACE_NAMES", "WEIGHTINGS", "View", "check_paths"]

SPACE_NAMES = tuple(space.name for space in SPACES)
INTERPOLATION_NAMES = tuple(rule.name for rule in INTERPOLATIONS)
WEIGHTINGS = ("soft", "hard")
MOST_LEVELS = 9
LOWEST_CUT = 0.001

Paths = ConfusionPath | Sequence[ConfusionPath] | Mapping[str, ConfusionPath]


@dataclass(frozen=True)
class View:
    """What an explorer shows; every field has one control.

    Attributes
    ----------
    space : str
        Where the curves are seen.
    interpolation : str
        Between thresholds; of PR curves.
    weighting : {"soft", "hard"}
        The weights as given, soft labels where there are, or hard labels at a cut.
    cut : float
        Share fg / (fg + bg) from which a row is foreground, for "hard".
    f_levels : int
        Number of F1 isolines, 0 to 9.
    baseline, unachievable, prg_grid : bool
        Whether these are drawn.
    """

    space: str = "pr"
    interpolation: str = "continuous"
    weighting: str = "soft"
    cut: float = 0.5
    f_levels: int = 4
    baseline: bool = True
    unachievable: bool = True
    prg_grid: bool = False

    def __post_init__(self) -> None:
        one_of("space", self.space, SPACE_NAMES)
        one_of("interpolation", self.interpolation, INTERPOLATION_NAMES)
        one_of("weighting", self.weighting, WEIGHTINGS)
        if not LOWEST_CUT <= number("cut", self.cut) <= 1:
            raise invalid("cut", f"lie in [{LOWEST_CUT:g}, 1]", short(self.cut))
        if self.f_levels not in range(MOST_LEVELS + 1):
            raise invalid("f_levels", f"be a whole number from 0 to {MOST_LEVELS}", short(self.f_levels))
        for field in fields(self):
            if field.type == "bool" and not isinstance(getattr(self, field.name), bool):
                raise PrplotTypeError(f"{field.name} must be True or False; got {short(getattr(self, field.name))}.")

    @property
    def interpolated(self) -> bool:
        """Whether the interpolation has a say in this space."""
        return space_class(self.space).interpolated

    def shown(self, paths: Paths) -> Paths:
        """Return the paths with the weighting of this view."""
        if self.weighting == "soft":
            return paths
        if isinstance(paths, ConfusionPath):
            return paths.hard(self.cut)
        if isinstance(paths, Mapping):
            return {name: path.hard(self.cut) for name, path in paths.items()}
        return [path.hard(self.cut) for path in paths]

    def options(self) -> dict[str, Any]:
        """Return the arguments of `prplot.plot` that differ from its defaults."""
        options: dict[str, Any] = {}
        if self.space != "pr":
            options["space"] = self.space
        if self.interpolated and self.interpolation != "continuous":
            options["interpolation"] = self.interpolation
        space = space_class(self.space)
        usual = space.surroundings
        if self.f_levels and space.pointwise and not (self.f_levels == 4 and "iso_f" in usual):
            options["iso_f"] = {"levels": self.f_levels}
        off = {"iso_f": self.f_levels > 0, "chance": self.baseline, "always_positive": self.baseline}
        off["unachievable"] = self.unachievable
        options |= {name: False for name, wanted in off.items() if not wanted and name in usual}
        if self.prg_grid and space.pointwise:
            options["prg_grid"] = True
        return options

    def draw(self, shown: Paths, ax: Axes) -> Plotted:
        """Draw paths that have the weighting of this view already."""
        return plot(shown, ax=ax, **self.options())

    def code(self, paths: Paths) -> str:
        """Return the shortest Python that draws this view of ``paths``."""
        curves = "paths"
        if self.weighting == "hard":
            hard = f"hard({float(self.cut)!r})"
            if isinstance(paths, ConfusionPath):
                curves = f"paths.{hard}"
            elif isinstance(paths, Mapping):
                curves = f"{{name: path.{hard} for name, path in paths.items()}}"
            else:
                curves = f"[path.{hard} for path in paths]"
        arguments = [curves, *(f"{name}={value!r}" for name, value in self.options().items())]
        return f"import prplot\n\nartists = prplot.plot({', '.join(arguments)})"


def check_paths(paths: Any) -> Paths:
    """Return paths to explore, or say what is wrong with them."""
    if isinstance(paths, ConfusionPath):
        return paths
    if isinstance(paths, Mapping):
        chosen: Paths = dict(paths)
        items = list(paths.values())
    elif isinstance(paths, Sequence) and not isinstance(paths, str | bytes):
        chosen = items = list(paths)
    else:
        items = [paths]
        chosen = items
    for item in items:
        if not isinstance(item, ConfusionPath):
            raise wrong_type(
                "paths",
                "be a path, a sequence or a mapping of paths",
                item,
                "Make a path with prplot.from_labels or prplot.from_weights.",
            )
    if not items:
        raise PrplotValueError("paths must hold at least one path; got none.")
    return chosen
