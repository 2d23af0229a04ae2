"""Names as figures show them, whatever they are."""

from __future__ import annotations

import io
import locale

import matplotlib as mpl
import pytest

import prplot
from prplot.draw.base.literal_text import in_lines, is_mathematics


def texts_drawn(figure, monkeypatch, **settings):
    """Return all strings that are handed to the renderer, and whether as mathematics."""
    seen = []
    real = mpl.backends.backend_agg.RendererAgg.draw_text

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        seen.append((s, ismath))
        real(self, gc, x, y, s, prop, angle, ismath, mtext)

    monkeypatch.setattr(mpl.backends.backend_agg.RendererAgg, "draw_text", draw_text)
    monkeypatch.setattr(mpl.backends.backend_agg.RendererAgg, "draw_mathtext", lambda *a: seen.append((a[4], True)))
    with mpl.rc_context(settings):
        figure.canvas.draw()
    return seen


@pytest.mark.parametrize(
    "name",
    ["C:\\models\\", "$5 to $6", r"$\frac{$", "100 $", "a_b^c", "50 % & {more}", r"cost$x$5", "$ $", "x  y"],
)
def test_a_name_that_is_no_mathematics_is_shown_as_it_is(name, hard, other, ax, monkeypatch):
    artists = prplot.plot({name: hard, "b": other}, ax=ax)
    drawn = texts_drawn(artists.figure, monkeypatch)
    assert (name, False) in drawn or (name, None) in drawn
    assert not [text for text, _ in drawn if "hspace" in text]
    assert f"{name}  {hard.pr().area():.3f}" in [text.get_text() for text in artists.legend.get_texts()]


@pytest.mark.parametrize("name", ["$F_1$ model", r"$\alpha$", r"a $x^2$ and $y$", r"$\frac{1}{2}$"])
def test_mathematics_that_is_meant_is_set(name, hard, other, ax, monkeypatch):
    artists = prplot.plot({name: hard, "b": other}, ax=ax)
    assert (name, True) in texts_drawn(artists.figure, monkeypatch)


def test_without_mathematics_nothing_is_parsed(hard, other, monkeypatch, new_axes):
    with mpl.rc_context({"text.parse_math": False}):
        ax = new_axes()
        artists = prplot.plot({"$F_1$": hard, "b": other}, ax=ax)
        drawn = [text for text, _ in texts_drawn(artists.figure, monkeypatch)]
    assert "$F_1$" in drawn
    assert not [text for text in drawn if "hspace" in text]


@pytest.mark.few(6)
@pytest.mark.parametrize("name", ["bell \x07 and \x00", "half \ud800 letter", "a\tb", "zero\u200bwidth"])
@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
@pytest.mark.filterwarnings("ignore:Glyph")
def test_what_no_file_can_hold_is_replaced(name, ending, hard, other, ax):
    from xml.dom.minidom import parseString

    file = io.BytesIO()
    prplot.plot({name: hard, "b": other}, ax=ax).save(file, format=ending)
    if ending == "svg":
        parseString(file.getvalue())


@pytest.mark.parametrize("name", ["bell \x07", "$5 to $6", r"$\frac{$", "half \ud800"])
def test_names_in_other_figures(name, hard, other):
    paths = {name: hard, "b": other}
    for drawn in (prplot.draw.panel(paths, scores=True), prplot.draw.multiples({name: paths, "x": paths})):
        drawn.figure.canvas.draw()
    artists = prplot.plot(paths, legend=False)
    prplot.draw.direct_labels(artists.ax)
    artists.figure.canvas.draw()


@pytest.mark.parametrize(
    ("text", "yes"),
    [("$x$", True), ("$5 to $6", False), ("a$x$1", False), (r"\$5 and \$6", False), ("$x$ $", False), ("x", False)],
)
def test_which_dollars_are_mathematics(text, yes):
    """As in Markdown (Pandoc's tex_math_dollars)."""
    assert is_mathematics(text) is yes


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("one", 7, ["one"]),
        ("sklearn.ensemble.Forest", 10, ["sklearn.", "ensemble.", "Forest"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("one two three four five six", 5, ["one", "two", "three", "four\N{HORIZONTAL ELLIPSIS}"]),
        ("a $x y z$ b", 3, ["a", "$x y z$", "b"]),
        ("one\ntwo three", 99, ["one", "two three"]),
    ],
)
def test_lines_end_between_words(text, room, lines):
    assert in_lines(text, len, room, 4) == lines


def test_numbers_are_written_as_the_ticks_are(hard, ax, monkeypatch, new_axes):
    monkeypatch.setattr(locale, "localeconv", lambda: {"decimal_point": ","})
    with mpl.rc_context({"axes.formatter.use_locale": True}):
        legend = prplot.plot(hard, ax=ax).legend
    assert legend.get_texts()[0].get_text() == f"hard  {hard.pr().area():.3f}".replace(".", ",")
    assert f"{hard.pr().area():.3f}" in prplot.plot(hard, ax=new_axes()).legend.get_texts()[0].get_text()
