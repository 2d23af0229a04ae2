"""Styles for papers and slides: the width, the text sizes and the fonts that a venue asks of figures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.font_manager import findSystemFonts, font_scalings, fontManager

from prplot.completion import only
from prplot.draw.base.axes import least_text, loose_size
from prplot.errors import by_name, invalid, one_of, short, shortest, warn
from prplot.rows.checks import number

__all__ = ["VENUES", "Venue", "paper"]

__dir__ = only(__all__)

MM = 1 / 25.4
# The height of a figure with one square panel, divided by its width.
SHAPE = 4.4 / 5.2
# The largest height of a figure in inches, which no page exceeds. For very wide venues it is twice the width.
HIGHEST = 20.0
# matplotlib's default line widths and marker sizes fit this text size in points. For a venue they are scaled.
USUAL_TEXT = 10.0
TICKS = [f"{axis}tick.major.{part}" for axis in "xy" for part in ("size", "width", "pad")]
SCALED: tuple[Any, ...] = ("lines.linewidth", "lines.markersize", "axes.linewidth", "axes.labelpad", *TICKS)
# LARGE texts are as large as a venue's captions; SMALL texts are smaller.
LARGE = ("axes.labelsize", "axes.titlesize", "figure.labelsize", "figure.titlesize")
SMALL = ("xtick.labelsize", "ytick.labelsize", "legend.fontsize", "legend.title_fontsize")
# The font families of each tuple look alike. STIXGeneral comes with matplotlib.
TIMES = ("Times New Roman", "Times", "Nimbus Roman", "TeX Gyre Termes", "Liberation Serif", "STIXGeneral")
ARIAL = ("Arial", "Helvetica", "Nimbus Sans", "TeX Gyre Heros", "Liberation Sans")


@dataclass(frozen=True)
class Venue:
    """The width, the sizes of text and the fonts that a venue asks of figures.

    Attributes
    ----------
    widths : mapping of int to float
        The width of a figure in inches, by the number of page columns that the figure spans.
    text : float
        The size of labels in points; the caption size of the venue, if the venue prescribes a caption size.
    smallest : float
        The size of the smallest text in points; sizes of ticks and legends are between ``smallest`` and ``text``.
    fonts : sequence of str
        Font families in order of preference: the first family that is installed as a TrueType font is used. If empty,
        your own font family is kept.
    math : str
        matplotlib's ``mathtext.fontset`` that matches ``fonts``.
    tallest : float
        The largest default height of a figure in inches.
    dpi : float
        Resolution of raster formats.
    editable : bool
        True: texts in SVG files stay text, in fonts that the file does not contain; False: they become outlines.
    """

    widths: Mapping[int, float]
    text: float
    smallest: float = 6.0
    fonts: Sequence[str] = ()
    math: str | None = None
    tallest: float = 4.4
    dpi: float = 300.0
    editable: bool = False


VenueName = Literal["neurips", "icml", "iclr", "jmlr", "ieee", "nature", "plos", "slides"]
# Widths and sizes follow the venues' instructions or their LaTeX styles.
VENUES: Mapping[VenueName, Venue] = MappingProxyType(
    {
        "neurips": Venue({1: 5.5}, 9.0, fonts=TIMES, math="stix"),
        "icml": Venue({1: 3.25, 2: 6.75}, 9.0, fonts=TIMES, math="stix"),
        "iclr": Venue({1: 5.5}, 9.0, fonts=TIMES, math="stix"),
        "jmlr": Venue({1: 6.0}, 9.0),
        "ieee": Venue({1: 3.5, 2: 7.16}, 8.0, fonts=TIMES, math="stix", dpi=600.0),
        "nature": Venue({1: 89 * MM, 2: 183 * MM}, 7.0, 5.0, ARIAL, "stixsans", editable=True),
        "plos": Venue({1: 5.2, 2: 7.5}, 11.0, 8.0, ARIAL, "stixsans"),
        "slides": Venue({1: 6.0, 2: 12.4}, 18.0, 12.0, tallest=5.6, dpi=200.0),
    }
)


@by_name(
    "The width is the venue's, for columns=1 or 2; for another one give a prplot.style.Venue, such as "
    "Venue({1: 3.0}, text=9.0)."
)
def paper(
    venue: VenueName | Venue, columns: int = 1, *, height: float | None = None
) -> AbstractContextManager[tuple[float, float]]:
    r"""Draw figures with the width, the sizes of text and the fonts of a venue.

    A figure made inside the ``with`` block keeps this style: ``artists.save`` writes the figure in exactly this size,
    uncropped and with embedded TrueType fonts, even after the ``with`` block. Leaving the ``with`` block restores all
    settings. Styles may be nested, and be used as decorators.

    Parameters
    ----------
    venue : {"neurips", "icml", "iclr", "jmlr", "ieee", "nature", "plos", "slides"} or Venue
        The venue whose layout to use.
    columns : int
        How many columns of the page a figure spans, 1 or 2; NeurIPS, ICLR and JMLR have one. On slides, one column is
        half a slide.
    height : float, optional
        The height of the figure in inches. Default: the height at which a single plot is square, at most 4.4 (slides:
        5.6).

    Returns
    -------
    context manager
        It gives the size of figures, (width, height) in inches.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the venue is unknown, has no layout for this number of columns, or the height is not a valid size.

    Warns
    -----
    PrplotWarning
        If the venue requires a font, and neither this font nor a similar font is installed.

    Notes
    -----
    Axis labels have about the font size of the venue's captions; tick labels and legends are smaller, but no text is
    smaller than 6 pt (Nature 5, PLOS 8, slides 12). Include the figure unscaled: in LaTeX use
    ``\includegraphics{figure.pdf}`` without a width. A pgf figure takes the document's own fonts.

    References
    ----------
    Nature's research figure guide: 89 and 183 mm, 5 to 7 pt, Arial or Helvetica, texts that stay editable. PLOS: up to
    7.5 in, the text column 5.2 in, 8 to 12 pt, Arial. IEEE: 3.5 and 7.16 in.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> with prplot.style.paper("icml"):
    ...     artists = path.pr().plot()
    >>> [round(float(inches), 2) for inches in artists.figure.get_size_inches()]
    [3.25, 2.75]
    """
    name = venue.lower() if isinstance(venue, str) else venue
    chosen_venue = name if isinstance(name, Venue) else VENUES[one_of("venue", name, list(VENUES))]
    width = next((wide for count, wide in chosen_venue.widths.items() if count == columns), None)
    if width is None:
        known = " or ".join(map(str, chosen_venue.widths))
        raise invalid("columns", f"be {known}", short(columns), f"That is how many columns figures span at {venue!r}.")
    tall, highest = min(width * SHAPE, chosen_venue.tallest), max(HIGHEST, 2 * width)
    if height is not None:
        tall = number("height", height)
        if not (tall > 0 and math.isfinite(tall)):
            rule = "be a positive number of inches"
            raise invalid("height", rule, shortest(tall), "Leave it out for square axes.")
        if tall > highest:
            mm = f"An inch is 25.4 mm: if that were mm, it would be height={tall / 25.4:.3g}."
            raise invalid("height", f"be at most {highest:g} inches", shortest(tall), mm)
    return _within(_settings(chosen_venue, (width, tall)), chosen_venue.smallest, loose=height is None)


@contextmanager
def _within(settings: dict[Any, Any], smallest: float, *, loose: bool) -> Iterator[tuple[float, float]]:
    size: tuple[float, float] = settings["figure.figsize"]
    before, least = loose_size.set(size if loose else None), least_text.set(smallest)
    try:
        with mpl.rc_context(settings):
            yield size
    finally:
        loose_size.reset(before)
        least_text.reset(least)


def _settings(venue: Venue, size: tuple[float, float]) -> dict[Any, Any]:
    """Return the rcParams for a venue and a figure size in inches."""
    # Text sizes are relative to the base size. The smallest one in use, "x-small", must not be below the venue's
    # minimum.
    base = max(venue.text, math.ceil(100 * venue.smallest / font_scalings["x-small"]) / 100)
    settings: dict[Any, Any] = {
        **{name: mpl.rcParamsDefault[name] * venue.text / USUAL_TEXT for name in SCALED},
        **dict.fromkeys(LARGE, venue.text),
        **dict.fromkeys(SMALL, max(base * font_scalings["small"], venue.smallest)),
        "font.size": base,
        "figure.figsize": size,
        "savefig.dpi": venue.dpi,
        # Cropping would change the width of the figure.
        "savefig.bbox": None,
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
        "svg.fonttype": "none" if venue.editable else "path",
        "pgf.texsystem": "pdflatex",
        "pgf.rcfonts": False,
    }
    if venue.fonts:
        settings["font.family"] = _families(venue.fonts)
    if venue.math is not None:
        settings["mathtext.fontset"] = venue.math
    return settings


def _families(wanted: Sequence[str]) -> list[str]:
    """Return the first installed font family, followed by DejaVu Sans for letters that it lacks.

    Warns if none is installed. Generic names such as "serif" are not used, because they are looked up only on saving.
    """
    families = _truetype(wanted)
    if not families:
        # matplotlib searches for fonts only once, so fonts that were installed later are added here.
        for file in sorted(set(findSystemFonts()) - {str(entry.fname) for entry in fontManager.ttflist}):
            # Fonts that cannot be read are left out.
            with suppress(RuntimeError, OSError, ValueError):
                fontManager.addfont(file)
        families = _truetype(wanted)
    if not families:
        warn(
            f"none of {', '.join(wanted)} is installed as a TrueType font, so DejaVu Sans stands in, which is "
            "wider. Install one of them, on Debian with the package fonts-liberation, before the figure is handed in."
        )
    return [*families, "DejaVu Sans"]


def _truetype(wanted: Sequence[str]) -> list[str]:
    """Return a list with the first family that is installed as a TrueType font; empty if none is."""
    installed = {entry.name for entry in fontManager.ttflist if str(entry.fname).lower().endswith((".ttf", ".ttc"))}
    return [family for family in wanted if family in installed][:1]
