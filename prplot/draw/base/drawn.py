"""The results of drawing calls: the artists that they made, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Text

from prplot.draw.base.axes import figure_of
from prplot.draw.base.saving import Target, alt_text, save
from prplot.errors import by_name


@by_name()
class Saved:
    """The axes that a drawing call has drawn into; their figure can be saved."""

    ax: Axes

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    def alt_text(self) -> str:
        """Return a text description of the figure, for readers who cannot see it.

        For each axes: a single curve is described by `Curve.describe`, several curves by their areas; measures,
        histograms, ranks and comparisons by what they hold. Use the description as the alternative text of an image;
        saved SVG, PNG and HTML files contain it.
        """
        return alt_text(self.figure)

    def save(self, path: Target, *, editable: bool | None = None, **options: Any) -> None:
        """Save the figure to a file: PDF, SVG, PNG, interactive HTML and others.

        The file has exactly the size of the figure and the style in which it was drawn, even after the ``with`` block
        of `prplot.style.paper` or a style sheet; fonts are embedded. The metadata of PDF, SVG and PNG files describe
        every curve: n, prevalence, interpolation, ties, missing scores, version of prplot. The same program writes the
        same bytes of these again, since they contain no date. If saving fails, an existing file stays unchanged.
        ``savefig`` is the same method. With pgf or ``text.usetex``, TeX runs any TeX command in a classifier's name:
        use only names that you trust.

        Parameters
        ----------
        path : str, path-like or binary file
            The ending of the name decides the format: pdf, svg, png, pgf, ...; if there is no ending, or for a binary
            file, set ``format`` (default: png). The ending of the format is added to a name without one, unless a file
            or folder of that name exists. An html file is an interactive page that needs no network: point at a
            threshold to read its confusion matrix, hide curves, change the prevalence. It keeps at most 2,000
            thresholds of a curve.
        editable : bool, optional
            For SVG. True: texts stay text, in fonts that the file names but does not contain. False: texts become
            outlines. Default: the setting of the style.
        **options
            Keywords for ``matplotlib.figure.Figure.savefig``. Raster formats are saved at 200 dpi unless ``dpi`` or the
            style sets another resolution; ``metadata`` is added to the metadata of prplot.

        Raises
        ------
        PrplotValueError
            If the format is unknown, if ``path`` cannot be the name of a file or is that of a device, or if the format
            is pgf and TeX is not installed.
        PrplotError, OSError
            If the file cannot be written.
        PrplotTypeError
            If an option is given that html files do not support: ``dpi``, ``bbox_inches``, ``pad_inches``,
            ``metadata``.
        """
        save(self.ax, path, options, editable=editable)

    def savefig(self, path: Target, **options: Any) -> None:
        """Save the figure; another name of `save`."""
        self.save(path, **options)


def remember_owner(artist: Artist, curve: Any, predicted: float | None = None) -> None:
    """Store with an artist its curve and, for the marker of a point, the weight that is predicted positive."""
    vars(artist)["prplot_owner"] = curve, predicted


def owner_of(artist: Artist) -> tuple[Any, float | None]:
    """Return the curve of an artist and the weight predicted positive at its point; None for each that is not known."""
    owner: tuple[Any, float | None] = vars(artist).get("prplot_owner", (None, None))
    return owner


class PartTag(NamedTuple):
    """The name of the part of a figure that an artist belongs to, and its prevalence, None if there is none."""

    name: str
    prevalence: float | None = None


def tag(artist: Artist, part: PartTag) -> None:
    """Store with an artist the part that it belongs to; the artist's gid is left to the caller."""
    vars(artist)["prplot_part"] = part


def tag_of(artist: Artist) -> PartTag | None:
    """Return the part that an artist belongs to, or None."""
    part: PartTag | None = vars(artist).get("prplot_part")
    return part


class _Drawn(NamedTuple):
    ax: Axes
    lines: tuple[Line2D, ...] = ()
    fills: tuple[Polygon, ...] = ()
    texts: tuple[Text, ...] = ()


@by_name()
class Drawn(Saved, _Drawn):
    """The artists that a drawing function made.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes with the artists.
    lines, fills, texts : tuples of artists
        What was drawn; change them as you like.
    """

    @property
    def artists(self) -> tuple[Artist, ...]:
        """All artists that were drawn."""
        return (*self.lines, *self.fills, *self.texts)

    def belonging_to(self, curve: Any) -> Drawn:
        """Declare that the artists belong to a curve, and return this `Drawn`.

        Interactive HTML, where readers can hide a curve, hides these artists together with it.
        """
        for artist in self.artists:
            if owner_of(artist)[0] is None:
                remember_owner(artist, curve)
        return self

    def together_with(self, other: Drawn) -> Drawn:
        """Return one `Drawn` with the artists of this and of another `Drawn` on the same axes."""
        return Drawn(self.ax, self.lines + other.lines, self.fills + other.fills, self.texts + other.texts)

    def __repr__(self) -> str:
        return f"Drawn({len(self.lines)} lines, {len(self.fills)} fills, {len(self.texts)} texts)"


class _Plotted(NamedTuple):
    ax: Axes
    lines: tuple[Line2D, ...]
    surroundings: Mapping[str, Drawn]
    legend: Legend | None


@by_name()
class Plotted(Saved, _Plotted):
    """What `plot` has drawn: axes, lines, reference lines and legend. Made by `plot`.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes with the artists.
    lines : tuple of Line2D
        One per curve of this call, in the order given.
    surroundings : mapping of str to Drawn
        The reference lines and regions that this call drew, by name; those that the axes already had are not included.
    legend : Legend or None
        The legend for all curves on the axes.
    """

    def __repr__(self) -> str:
        names = ", ".join(str(line.get_label()) for line in self.lines)
        return f"Plotted({names}; with {', '.join(self.surroundings) or 'nothing new around'})"
