"""Legends: what entries say and how they look, that they fit, and what callers do with them afterwards."""

from __future__ import annotations

import io
import locale
import threading

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

import prplot
from prplot import style
from prplot.draw.base.literal_text import in_lines, is_mathematics
from prplot.draw.text.legend_cells import Words

# Whether Arial or the like is installed is another question.
pytestmark = pytest.mark.filterwarnings("ignore:none of Arial")

WORDS = "Random forest of embeddings with many trees, variant"
# The smallest text in points that each venue takes.
SMALLEST = {"neurips": 6, "icml": 6, "iclr": 6, "jmlr": 6, "ieee": 6, "nature": 5, "plos": 8, "slides": 12}
EVERY = [(name, columns) for name, venue in style.VENUES.items() for columns in venue.widths]


def many(count, letters=10):
    """Classifiers of one sample, of falling quality."""
    rng = np.random.default_rng(5)
    labels = rng.random(200) < 0.3
    return {
        f"{WORDS[: letters - 2]}{k:02d}": prplot.from_labels(labels, rng.normal(size=200) + (2.2 - 0.12 * k) * labels)
        for k in range(count)
    }


def words_in(figure):
    """All texts that are drawn."""
    seen, real = [], Text.draw

    def draw(self, renderer):
        if self.get_visible() and self.get_text().strip():
            seen.append(self)
        real(self, renderer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", draw)
        figure.draw_without_rendering()
    return seen


def shown(legend):
    """What is drawn of the entries: the lines of each name, and the rest."""
    return [[[line.get_text() for line in cell.lines] for cell in text.cells] for text in legend.get_texts()]


def new_axes(size=(5.2, 4.4), layout="constrained"):
    figure = Figure(figsize=size, layout=layout)
    FigureCanvasAgg(figure)
    return figure.add_subplot()


# Whatever the names are.


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


def test_without_mathematics_nothing_is_parsed(hard, other, monkeypatch):
    with mpl.rc_context({"text.parse_math": False}):
        ax = new_axes()
        artists = prplot.plot({"$F_1$": hard, "b": other}, ax=ax)
        drawn = [text for text, _ in texts_drawn(artists.figure, monkeypatch)]
    assert "$F_1$" in drawn
    assert not [text for text in drawn if "hspace" in text]


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


def test_four_hundred_letters_are_shortened_and_kept_whole_in_words(hard, other, ax):
    name = "letters " * 50 + "end"
    artists = prplot.plot({name: hard, "b": other}, ax=ax)
    artists.figure.canvas.draw()
    entry = next(text for text in artists.legend.get_texts() if "letters" in text.get_text())
    assert name in entry.get_text()
    assert name in artists.alt_text()
    lines = [line.get_text() for line in entry.cells[0].lines]
    assert len(lines) == 4
    assert lines[-1].endswith("\N{HORIZONTAL ELLIPSIS}")
    assert min(text.get_fontsize() for text in words_in(artists.figure)) > 6.9


@pytest.mark.parametrize("ending", ["pdf", "svg", "png", "eps"])
def test_the_areas_stand_in_one_column_in_every_format(ending, ax, monkeypatch):
    paths = many(3)
    ends, real = [], Words.draw

    def draw(self, renderer):
        real(self, renderer)
        ends.append(self)

    artists = prplot.plot(paths, ax=ax)
    monkeypatch.setattr(Words, "draw", draw)
    artists.save(io.BytesIO(), format=ending)
    boxes = [cell.get_window_extent() for cell in ends if cell.place == 1]
    # The ink of a digit ends at a half of a pixel on the oldest matplotlib.
    assert np.ptp([box.x1 for box in boxes]) <= 0.5 + 1e-9


# They fit.


# How many classifiers there are, and how long their names.
LEGENDS = [(count, letters) for count in (1, 2, 3, 6, 12, 14) for letters in (10, 40)]
# Every venue with two legends, every legend in two venues; the first of each venue are not slow.
PAPERS = [
    pytest.param(*paper, *LEGENDS[(5 * k + 7 * turn) % 12], marks=[pytest.mark.slow] if turn else [])
    for turn in range(2)
    for k, paper in enumerate(EVERY)
]


@pytest.mark.parametrize(("venue", "columns", "count", "letters"), PAPERS)
def test_legends_of_a_paper_keep_its_promises(venue, columns, count, letters):
    check_figure(venue, columns, lambda: prplot.plot(many(count, letters)).figure, least=0.58)


@pytest.mark.slow
@pytest.mark.parametrize(("venue", "columns", "count", "letters"), PAPERS)
def test_panels_of_a_paper_keep_its_promises(venue, columns, count, letters):
    check_figure(venue, columns, lambda: prplot.draw.panel(many(count, letters)).figure, least=0.15)


def check_figure(venue, columns, draw, least):
    with style.paper(venue, columns) as size:
        figure = draw()
    # Layouts come near at first, and closer with every drawing.
    figure.draw_without_rendering()
    texts, width = words_in(figure), figure.get_size_inches()[0]
    assert width == pytest.approx(size[0])
    assert min(text.get_fontsize() for text in texts) >= SMALLEST[venue] - 1e-6
    side = min(min(ax.get_window_extent().size) for ax in figure.axes) / figure.dpi
    assert side >= min(2.1, least * width)
    page = figure.bbox.padded(1.0)
    for text in texts:
        box = text.get_window_extent()
        assert page.x0 <= box.x0 < box.x1 <= page.x1, text.get_text()
        assert page.y0 <= box.y0 < box.y1 <= page.y1, text.get_text()
    legend = figure.legends[0] if figure.legends else figure.axes[0].get_legend()
    inner = legend.get_window_extent()
    if legend.get_in_layout():
        assert not any(ax.get_window_extent().overlaps(inner) for ax in figure.axes)
    else:
        frame = figure.axes[0].get_window_extent()
        assert frame.x0 <= inner.x0 < inner.x1 <= frame.x1
        assert frame.y0 <= inner.y0 < inner.y1 <= frame.y1
    lines = [line for text in legend.get_texts() for cell in text.cells for line in cell.lines if line.get_text()]
    boxes = [line.get_window_extent().padded(-0.6) for line in lines]
    assert not any(box.count_overlaps(boxes[k + 1 :]) for k, box in enumerate(boxes))


def test_a_figure_whose_height_was_asked_for_keeps_it():
    with style.paper("icml", height=1.6):
        artists = prplot.plot(many(14, 40))
    assert tuple(artists.figure.get_size_inches()) == (3.25, 1.6)
    with pytest.warns(
        prplot.PrplotWarning, match=r"the legend leaves axes of only .* in a figure of 3\.25 by 1\.6 inches"
    ):
        artists.figure.canvas.draw()


def test_a_legend_without_a_layout_stays_inside_and_says_where_it_is_too_large():
    ax = new_axes((3.0, 2.4), layout=None)
    artists = prplot.plot(many(3, 40), ax=ax)
    artists.figure.canvas.draw()
    assert ax.bbox.fully_containsx(artists.legend.get_window_extent().x1)
    artists = prplot.plot(many(14, 40), ax=new_axes((3.0, 2.4), layout=None))
    with pytest.warns(prplot.PrplotWarning, match="the legend is larger than the axes in a figure of 3 by 2.4 inches"):
        artists.figure.canvas.draw()


@pytest.mark.slow
def test_one_by_one_they_give_the_same_figure():
    paths = many(14, 40)
    with style.paper("icml"):
        whole = prplot.plot(paths)
        ax = None
        for name, path in paths.items():
            ax = prplot.plot({name: path}, ax=ax).ax
    # Ticks are chosen by the size that axes have already.
    np.testing.assert_allclose(ax.figure.get_size_inches(), whole.figure.get_size_inches(), atol=0.05)


# What callers do next.


def test_entries_follow_what_is_made_of_their_lines(hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    artists.figure.canvas.draw()
    line = artists.lines[0]
    line.set(color="red", linestyle=":", linewidth=4, alpha=0.5, marker="s")
    line.set_label("mine")
    artists.figure.canvas.draw()
    names = [text.get_text() for text in artists.legend.get_texts()]
    sample = artists.legend.legend_handles[names.index(f"mine  {hard.pr().area():.3f}")]
    assert to_hex(sample.get_color()) == "#ff0000"
    look = sample.get_linestyle(), sample.get_linewidth(), sample.get_alpha(), sample.get_marker()
    assert look == (":", 4, 0.5, "s")
    assert ["mine"] in [cells[0] for cells in shown(artists.legend)]


def test_what_is_made_of_the_legend_stays(hard, other, ax):
    legend = prplot.plot([hard, other], ax=ax).legend
    ax.figure.canvas.draw()
    first, second = legend.get_texts()
    first.set(color="red", fontsize=13)
    second.set_text("said otherwise")
    legend.legend_handles[0].set_linewidth(7)
    legend.set_loc("upper left")
    ax.figure.canvas.draw()
    assert {line.get_color() for line in first.cells[0].lines} == {"red"}
    assert first.get_fontsize() == first.cells[1].lines[0].get_fontsize() == 13
    assert shown(legend)[1] == [["said otherwise"], [""], [""]]
    assert legend.legend_handles[0].get_linewidth() == 7
    assert legend._loc == 2


def test_a_legend_that_the_caller_makes_keeps_the_header(hard, other, ax):
    prplot.plot([hard, other], ax=ax)
    legend = ax.legend(loc="upper left", fontsize=9)
    ax.figure.canvas.draw()
    assert legend.get_title().get_text() == "area, continuous"
    assert legend.get_title().get_visible()
    assert (legend._loc, legend.get_title().get_fontsize()) == (2, 9)
    legend = ax.legend(title="mine")
    ax.figure.canvas.draw()
    assert legend.get_title().get_text() == "mine"
    legend = ax.legend(["a", "b"])
    ax.figure.canvas.draw()
    assert legend.get_title().get_text() == ""


# Several threads, each with figures of its own.


@pytest.mark.slow
def test_threads_draw_the_same_pictures():
    paths = many(4)

    def picture(k):
        figure = Figure(figsize=(2 + k % 3, 2.4), layout="constrained")
        FigureCanvasAgg(figure)
        prplot.plot(paths, ax=figure.add_subplot()).save(file := io.BytesIO(), format="png", dpi=60)
        return file.getvalue()

    wanted, failed = [picture(k) for k in range(3)], []
    before = dict(mpl.rcParams.copy())

    def work(place):
        try:
            for k in range(place, place + 3):
                if picture(k) != wanted[k % 3]:
                    failed.append("another picture")
        except Exception as error:
            failed.append(repr(error))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert dict(mpl.rcParams.copy()) == before


def test_the_order_is_that_of_the_areas_or_of_drawing(hard, other):
    assert hard.pr().area() > other.pr().area()
    assert hard.roc().area() > other.roc().area()
    for sort, names in ((True, ["hard", "other"]), (False, ["other", "hard"])):
        legend = prplot.plot([other, hard], ax=new_axes(), sort=sort).legend
        assert [text.get_text().split()[0] for text in legend.get_texts()] == names
        drawn = prplot.draw.panel([other, hard], thresholds="f1", sort=sort)
        texts = [text.get_text() for text in drawn.legend.get_texts()]
        assert texts[1:3] == names
        assert texts[4:6] == [f"{path.roc().area():.3f}" for path in ([hard, other] if sort else [other, hard])]
        colors = {line.curve.label: line.get_color() for line in drawn.plotted["pr"].lines}
        assert [handle.get_color() for handle in drawn.legend.legend_handles[1:3]] == [colors[name] for name in names]


def test_numbers_are_written_as_the_ticks_are(hard, ax, monkeypatch):
    monkeypatch.setattr(locale, "localeconv", lambda: {"decimal_point": ","})
    with mpl.rc_context({"axes.formatter.use_locale": True}):
        legend = prplot.plot(hard, ax=ax).legend
    assert legend.get_texts()[0].get_text() == f"hard  {hard.pr().area():.3f}".replace(".", ",")
    assert f"{hard.pr().area():.3f}" in prplot.plot(hard, ax=new_axes()).legend.get_texts()[0].get_text()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize("size", [(0.1, 0.1), (0.1, 2.0), (2.0, 0.15), (0.4, 0.3), (1.2, 0.5), (1.5, 1.5)])
def test_the_smallest_figures_are_drawn(size, layout, hard, other):
    artists = prplot.plot({"Random forest": hard, "b": other}, ax=new_axes(size, layout))
    for ending in ("png", "pdf"):
        artists.save(io.BytesIO(), format=ending)


SAVINGS = {
    "drawn before": lambda artists: artists.figure.canvas.draw(),
    "shown before": lambda artists: artists.figure.savefig(io.BytesIO(), dpi=72, bbox_inches="tight"),
    "never drawn": lambda artists: None,  # noqa: ARG005
}
KINDS = {"format": "pdf"}, {"format": "png", "dpi": 200}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "kind", "before"),
    # Every kind meets every count, and everything that was done before.
    [
        (count, KINDS[turn], list(SAVINGS)[(place + turn) % 3])
        for place, count in enumerate((6, 12, 14))
        for turn in range(2)
    ],
    ids=str,
)
def test_a_legend_is_within_the_page_at_every_resolution(count, kind, before, monkeypatch):
    """Letters are as wide as pixels allow, so that the best place at one resolution is not that at another."""
    artists = prplot.plot(many(count, 40))
    legend, seen = artists.legend, []
    draw = legend.draw

    def drawn(renderer):
        draw(renderer)
        box, page = legend.get_window_extent(renderer), artists.figure.bbox
        seen.append((box.x0 - page.x0, box.y0 - page.y0, page.x1 - box.x1, page.y1 - box.y1))

    SAVINGS[before](artists)
    monkeypatch.setattr(legend, "draw", drawn)
    for save in (artists.figure.savefig, artists.save):
        save(io.BytesIO(), **kind)
        assert min(seen[-1]) >= 0


def rows(legend):
    """What is drawn of a legend: the cells of each row, and the sample."""
    return {
        tuple(" ".join(line.get_text() for line in cell.lines) for cell in text.cells[:2]): handle
        for text, handle in zip(legend.get_texts(), legend.legend_handles, strict=True)
        if text.cells[0].get_visible()
    }


def test_a_legend_of_the_callers_own_is_left_as_it_is(hard, other, ax):
    assert hard.pr().area() > other.pr().area()
    artists = prplot.plot({"worse": other, "better": hard}, ax=ax)
    for line, color in zip(artists.lines, ["red", "black"], strict=True):
        line.set_color(color)
    artists.lines[1].set_label("Mine")
    legend = ax.legend(loc="upper left")
    for _ in range(2):
        artists.save(io.BytesIO(), format="png")
    assert [handle.get_color() for handle in legend.legend_handles] == ["red", "black"]
    assert [text.get_text() for text in legend.get_texts()] == [f"worse  {other.pr().area():.3f}", "Mine"]
    legend = ax.legend(artists.lines[:1], ["one"])
    artists.lines[0].set(label="two", color="blue")
    artists.save(io.BytesIO(), format="png")
    assert (legend.get_texts()[0].get_text(), legend.legend_handles[0].get_color()) == ("one", "red")


def test_a_new_label_takes_the_place_of_the_name_and_leaves_the_area(hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    artists.lines[0].set_label("Mine  and yours")
    artists.lines[1].set_label(f"other: {other.pr().area():.3f}")
    artists.figure.canvas.draw()
    area = f"{hard.pr().area():.3f}"
    assert list(rows(artists.legend)) == [("Mine  and yours", area), (f"other: {other.pr().area():.3f}", "")]
    assert artists.legend.get_texts()[0].get_text() == f"Mine  and yours  {area}"
    again = prplot.plot({"third": other}, ax=ax)
    again.figure.canvas.draw()
    assert ("Mine  and yours", area) in rows(again.legend)


@pytest.mark.parametrize(
    "hide", [lambda line: line.remove(), lambda line: line.set_visible(False), lambda line: line.set_label("_none")]
)
def test_a_curve_that_is_not_shown_has_no_row(hide, hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    artists.figure.canvas.draw()
    before = artists.legend.get_window_extent().height
    hide(artists.lines[0])
    artists.figure.canvas.draw()
    assert list(rows(artists.legend)) == [("other", f"{other.pr().area():.3f}")]
    alone = prplot.plot(other, ax=new_axes())
    alone.figure.canvas.draw()
    height = artists.legend.get_window_extent().height
    assert height < before
    assert height == pytest.approx(alone.legend.get_window_extent().height)
    hide(artists.lines[1])
    artists.figure.canvas.draw()
    assert not artists.legend.get_visible()


def test_a_curve_that_is_shown_again_has_its_row_again(hard, other, ax, pixels):
    artists = prplot.plot([hard, other], ax=ax)
    ax.figure.draw_without_rendering()
    before = pixels(ax.figure)
    for visible in (False, True):
        for line in artists.lines:
            line.set_visible(visible)
        after = pixels(ax.figure)
    np.testing.assert_array_equal(after, before)


def beneath(legend, figure, pixels):
    """How far apart the colours are that one sees where the last name is, without its letters."""
    entry = legend.get_texts()[-1]
    entry.set_alpha(0.0)
    picture, box = pixels(figure), entry.cells[0].get_window_extent()
    rows = slice(int(figure.bbox.height - box.y1) + 1, int(figure.bbox.height - box.y0) - 1)
    return np.ptp(picture[rows, int(box.x0) + 1 : int(box.x1) - 1, :3].astype(int), axis=(0, 1)).max()


@pytest.mark.parametrize("look", ["default", "seaborn-v0_8-darkgrid"])
@pytest.mark.parametrize("asked", [{}, {"frameon": False}])
def test_no_line_strikes_through_words(look, asked, hard, other, pixels):
    with mpl.style.context(look):
        ax = new_axes()
        artists = prplot.plot([hard, other], ax=ax, legend={"loc": "lower left", **asked})
        ax.figure.draw_without_rendering()
        box = artists.legend.get_texts()[-1].cells[0].get_window_extent()
        low, high = ax.transData.inverted().transform([(box.x0, box.y0), (box.x1, box.y1)])
        ax.plot([low[0] - 0.1, 1.0], [(low[1] + high[1]) / 2] * 2, color="black", lw=1)
        assert beneath(artists.legend, ax.figure, pixels) < 60


def test_names_are_whole_where_fewer_columns_show_them():
    names = [f"Gradient boosted trees no {k:02d} of this pap" for k in range(12)]
    with style.paper("ieee"):
        artists = prplot.plot(dict(zip(names, many(12).values(), strict=True)))
    artists.figure.savefig(io.BytesIO(), format="pdf")
    assert {row[0] for row in rows(artists.legend)} == set(names)
    assert artists.ax.get_window_extent().width / artists.figure.dpi > 1.9


@pytest.mark.parametrize("loc", ["upper middle", 99, (0.5,)])
@pytest.mark.parametrize("draw", ["plot", "panel", "multiples", "scores"])
def test_places_that_matplotlib_refuses(draw, loc, hard):
    given = {"fold 1": hard} if draw == "multiples" else hard
    before = plt.get_fignums()
    refused = r"^legend\['loc'\] must be a loc of matplotlib's Legend; got .*matplotlib says"
    with pytest.raises(prplot.PrplotError, match=refused):
        getattr(prplot.draw, draw)(given, legend={"loc": loc})
    assert plt.get_fignums() == before


def test_places_of_axes_and_of_figures(hard):
    with pytest.raises(prplot.PrplotValueError, match=r"legend\['loc'\] must be .*only works for figure legends"):
        prplot.plot(hard, legend={"loc": "outside lower center"})
    assert prplot.draw.panel(hard, legend={"loc": "outside upper center"}).legend
    with pytest.raises(prplot.PrplotValueError, match=r"legend\['loc'\] must be .*best"):
        prplot.draw.panel(hard, legend={"loc": "best"})
    assert prplot.plot(hard, legend={"loc": "best"}).legend
    with pytest.raises(prplot.PrplotValueError, match=r"legend\['fontsize'\] must be .*got 'enormous'"):
        prplot.plot(hard, legend={"fontsize": "enormous"})


def test_words_of_a_larger_font_are_measured_anew():
    legend = prplot.plot(many(2, 40), ax=new_axes((3.0, 2.4))).legend
    renderer = legend.figure.canvas.get_renderer()
    words = legend.get_texts()[0].cells[0]
    words.room = 0.6 * words.natural(renderer) * 72 / legend.figure.dpi
    small, wide = words.longest(renderer), words.get_bbox(renderer).width
    assert 0 < small <= wide
    legend.get_texts()[0].set_fontsize(2 * legend.get_texts()[0].get_fontsize())
    assert words.longest(renderer) == pytest.approx(2 * small, rel=0.1)
