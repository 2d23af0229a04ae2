"""Legends: what entries say and how they look, that they fit, and what callers do with them afterwards."""

from __future__ import annotations

import io
import threading

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

import prplot
from prplot import style

# Whether Arial or the like is installed is another question.
pytestmark = pytest.mark.filterwarnings("ignore:none of Arial")

# The smallest text in points that each venue takes.
SMALLEST = {"neurips": 6, "icml": 6, "iclr": 6, "jmlr": 6, "ieee": 6, "nature": 5, "plos": 8, "slides": 12}
EVERY = [(name, columns) for name, venue in style.VENUES.items() for columns in venue.widths]


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


# Whatever the names are.


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


# They fit.


# How many classifiers there are, and how long their names.
LEGENDS = [(count, letters) for count in (1, 2, 3, 6, 12, 14) for letters in (10, 40)]
# Every venue with two legends, every legend in two venues; the first of each venue are not slow.
PAPERS = [
    pytest.param(*paper, *LEGENDS[(5 * k + 7 * turn) % 12], marks=[pytest.mark.slow] if turn else [])
    for turn in range(2)
    for k, paper in enumerate(EVERY)
]


@pytest.mark.few(9)
@pytest.mark.parametrize(("venue", "columns", "count", "letters"), PAPERS)
def test_legends_of_a_paper_keep_its_promises(venue, columns, count, letters, many):
    check_figure(venue, columns, lambda: prplot.plot(many(count, letters)).figure, least=0.58)


@pytest.mark.few(9)
@pytest.mark.slow
@pytest.mark.parametrize(("venue", "columns", "count", "letters"), PAPERS)
def test_panels_of_a_paper_keep_its_promises(venue, columns, count, letters, many):
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


@pytest.mark.slow
def test_one_by_one_they_give_the_same_figure(many):
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
    assert shown(legend)[1] == [["said otherwise"], [""], [""], [""]]
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
def test_threads_draw_the_same_pictures(many):
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
            for k in range(place, place + 2):
                if picture(k) != wanted[k % 3]:
                    failed.append("another picture")
        except Exception as error:
            failed.append(repr(error))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert dict(mpl.rcParams.copy()) == before


def test_the_order_is_that_of_the_areas_or_of_drawing(hard, other, new_axes):
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
def test_a_curve_that_is_not_shown_has_no_row(hide, hard, other, ax, new_axes):
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


def test_names_are_whole_where_fewer_columns_show_them(many):
    names = [f"Gradient boosted trees no {k:02d} of this pap" for k in range(12)]
    with style.paper("ieee"):
        artists = prplot.plot(dict(zip(names, many(12).values(), strict=True)))
    artists.figure.savefig(io.BytesIO(), format="pdf")
    assert {row[0] for row in rows(artists.legend)} == set(names)
    assert artists.ax.get_window_extent().width / artists.figure.dpi > 1.9
