"""Legends: what entries say, that they fit and cover nothing, and what callers do with them; names beside curves."""

from __future__ import annotations

import io
import locale
import warnings

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import prplot
from prplot import draw, style
from prplot.spaces import SPACES

pytestmark = pytest.mark.filterwarnings("ignore:none of Arial")
SPACE_NAMES = [space.name for space in SPACES if space._pointwise]


# What entries say.


@pytest.mark.parametrize(
    ("space", "rule", "header"),
    [
        ("pr", None, "AUPRC (continuous)"),
        ("pr", "step", "AP"),
        ("prg", None, "AUPRG"),
        ("roc", None, "AUROC"),
    ],
)
def test_header_and_entries(space, rule, header, hard, other, ax, entries):
    artists = prplot.plot([other, hard], space, ax, interpolation=rule)
    areas = [path.curve(space, interpolation=rule).area() for path in (hard, other)]
    assert areas[0] > areas[1]
    assert entries(artists) == (header, [f"hard  {areas[0]:.3f}", f"other  {areas[1]:.3f}"])


@pytest.mark.parametrize("space", SPACE_NAMES)
def test_the_best_comes_first_unless_told_otherwise(space, hard, other, new_axes, entries):
    """Whatever the order of drawing; of DET curves the lowest is the best."""
    bad = prplot.from_labels([0, 0, 1], [3, 2, 1], name="bad")
    areas = {path.name: path.curve(space).area() for path in (bad, hard, other)}
    wanted = sorted(areas, key=areas.get, reverse=space != "det")
    ax = new_axes()
    for path in (bad, other, hard):
        artists = prplot.plot(path, space, ax)
    assert [text.split("  ")[0] for text in entries(artists)[1]] == wanted
    drawn = {line.curve.label: line.get_color() for line in ax.lines if hasattr(line, "curve")}
    assert [line.get_color() for line in artists.legend.get_lines()] == [drawn[name] for name in wanted]
    unsorted = prplot.plot([other, bad, hard], space, new_axes(), sort=False)
    assert [text.split("  ")[0] for text in entries(unsorted)[1]] == ["other", "bad", "hard"]


def test_what_else_entries_say(hard, soft, new_axes, entries):
    for space in ("pr", "det"):
        area, most, bound = (
            soft.curve(space).area(),
            soft.best().curve(space).area(),
            {"pr": "max", "det": "min"}[space],
        )
        assert entries(prplot.plot(soft, space, new_axes()))[1] == [f"soft  {area:.3f} ({bound} {most:.3f})"]
    mixed = entries(prplot.plot([hard.pr(), hard.pr("step")], ax=new_axes()))
    areas = hard.pr().area(), hard.pr("step").area()
    assert mixed == ("area", [f"hard  {areas[0]:.3f} AUPRC (continuous)", f"hard  {areas[1]:.3f} AP"])
    rare = prplot.from_labels(np.arange(4000) == 1777, -np.arange(4000.0), name="rare").pr()
    assert entries(rare.plot(new_axes()))[1] == [f"rare  {rare.area():.2g}"]
    for given, name in (({"given": hard}, "given"), (hard.pr(label="curve's"), "curve's"), (hard, "hard")):
        assert entries(prplot.plot(given, ax=new_axes()))[1][0].startswith(f"{name}  ")


def test_numbers_are_written_as_the_ticks_are(hard, ax, monkeypatch, entries):
    monkeypatch.setattr(locale, "localeconv", lambda: {"decimal_point": ","})
    with mpl.rc_context({"axes.formatter.use_locale": True}):
        assert entries(prplot.plot(hard, ax=ax))[1] == [f"hard  {hard.pr().area():.3f}".replace(".", ",")]


PLAIN = ("C:\\models\\", "$5 to $6", r"$\frac{$", "a_b^c", "50 % & {more}", r"cost$x$5", "$ $")
MATHEMATICS = ("$F_1$ model", r"$\alpha$", r"a $x^2$ and $y$")


def test_mathematics_that_is_meant_is_set_and_other_names_are_shown_as_they_are(hard, ax, new_axes, words, entries):
    paths = dict.fromkeys((*PLAIN, *MATHEMATICS), hard)
    artists = prplot.plot(paths, ax=ax)
    seen = {word.text: word.mathematics for word in words(ax.figure)}
    assert {name: seen[name] for name in paths} == {name: name in MATHEMATICS for name in paths}
    assert entries(artists)[1] == [f"{name}  {hard.pr().area():.3f}" for name in paths]
    with mpl.rc_context({"text.parse_math": False}):
        ax = prplot.plot({"$F_1$": hard}, ax=new_axes()).ax
        assert [word.mathematics for word in words(ax.figure) if word.text == "$F_1$"] == [False]


@pytest.mark.filterwarnings("ignore:Glyph")
def test_what_no_file_can_hold_is_replaced(hard, other, ax):
    from xml.dom.minidom import parseString

    name = "bell \x07, nothing \x00, half \ud800 letter, a\ttab, two\nlines"
    paths = {name: hard, "b": other}
    artists = prplot.plot(paths, ax=ax)
    draw.operating_point(hard.pr(), "f1", label=name, matrix=True, ax=ax)
    for ending in ("svg", "pdf"):
        artists.save(file := io.BytesIO(), format=ending, **({"editable": True} if ending == "svg" else {}))
        if ending == "svg":
            parseString(file.getvalue())
            assert "\N{REPLACEMENT CHARACTER}" in file.getvalue().decode()
    draw.multiples({name: paths, "x": paths}).figure.canvas.draw()


def test_long_names_are_wrapped_then_shortened_and_kept_whole_in_words(hard, other, ax, many, words):
    name = "letters " * 50 + "end"
    artists = prplot.plot({name: hard, "b": other}, ax=ax)
    seen = [word for word in words(ax.figure) if "letters" in word.text]
    assert 2 <= len(seen) <= 4
    assert "\N{HORIZONTAL ELLIPSIS}" in seen[-1].text
    assert seen[-1].text.endswith("letters end")
    assert min(word.size for word in seen) > 6.9
    assert name in artists.alt_text()
    names = [f"Gradient boosted trees no {k:02d} of this pap" for k in range(12)]
    with style.paper("ieee"):
        artists = prplot.plot(dict(zip(names, many(12).values(), strict=True)))
    seen = " ".join(word.text for word in words(artists.figure))
    assert all(f"no {k:02d}" in seen for k in range(12))
    assert "\N{HORIZONTAL ELLIPSIS}" not in seen


def test_areas_stand_in_one_column(ax, words):
    paths = {n: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, k]) for k, n in enumerate(["ab", "a longer name", "W"])}
    prplot.plot(paths, ax=ax, iso_f=False, chance=False)
    areas = {f"{path.pr().area():.3f}" for path in paths.values()}
    ends = [word.outline.get_extents().x1 for word in words(ax.figure) if word.text in areas]
    assert len(ends) == 3
    assert np.ptp(ends) < 1.5


# They fit, and cover nothing.

SMALLEST = {"neurips": 6, "icml": 6, "iclr": 6, "jmlr": 6, "ieee": 6, "nature": 5, "plos": 8, "slides": 12}


@pytest.mark.parametrize(
    ("what", "venue", "columns", "count", "letters"),
    [
        ("plot", "neurips", 1, 14, 40),
        ("plot", "icml", 1, 6, 40),
        ("plot", "ieee", 1, 12, 10),
        ("plot", "nature", 1, 3, 10),
        ("plot", "plos", 1, 1, 40),
        ("plot", "slides", 1, 6, 10),
        ("panel", "jmlr", 1, 12, 40),
        ("panel", "ieee", 2, 3, 40),
        ("panel", "slides", 2, 2, 40),
    ],
)
def test_legends_of_a_paper_keep_its_promises(what, venue, columns, count, letters, many, clear, on_screen):
    with style.paper(venue, columns) as size:
        drawn = getattr(draw, what)(many(count, letters))
    figure = drawn.figure
    seen = clear(figure, room=2.0)
    assert figure.get_size_inches()[0] == pytest.approx(size[0])
    assert min(word.size for word in seen) >= SMALLEST[venue] - 1e-6
    side = min(min(ax.get_window_extent().size) for ax in figure.axes) / figure.dpi
    assert side >= min(2.1, {"plot": 0.58, "panel": 0.15}[what] * size[0])
    box = drawn.legend.get_window_extent()
    if what == "panel":
        assert not any(ax.bbox.overlaps(box) for ax in figure.axes)
    else:
        assert not any(box.count_contains(on_screen(line)) for line in drawn.lines)


def solid(ax):
    """The lines that a legend must not lie over: curves, and lines and marks of reference, but no isolines."""
    return [line for line in ax.lines if line.get_zorder() > 1.25]


@pytest.mark.parametrize(
    ("space", "count", "letters"),
    [
        *(("pr", 1, 10), ("pr", 12, 10), ("roc", 3, 40), ("prg", 3, 10)),
        *(("croc", 3, 10), ("det", 6, 10), ("gains", 3, 10), ("lift", 3, 10), ("cost", 3, 10)),
    ],
)
def test_the_legend_of_a_figure_covers_no_line(space, count, letters, many, on_screen):
    artists = prplot.plot(many(count, letters), space)
    artists.figure.canvas.draw()
    box = artists.legend.get_window_extent()
    assert not [line.get_label() for line in solid(artists.ax) if box.count_contains(on_screen(line))]


@pytest.mark.parametrize(
    ("spaces", "count", "layout"),
    [(("roc", "pr"), 3, None), (("prg", "croc"), 1, "tight"), (("roc", "gains"), 8, "constrained")],
)
def test_two_legends_of_a_figure_cover_no_line_and_no_axes(spaces, count, layout, many, on_screen):
    figure = mpl.figure.Figure(figsize=(7, 3.2), layout=layout)
    mpl.backends.backend_agg.FigureCanvasAgg(figure)
    engine = figure.get_layout_engine()
    for space, ax in zip(spaces, figure.subplots(1, 2), strict=True):
        prplot.plot(many(count), space, ax)
    figure.canvas.draw()
    assert figure.get_layout_engine() is engine
    boxes = [ax.get_legend().get_window_extent() for ax in figure.axes]
    assert not boxes[0].overlaps(boxes[1])
    for ax, box in zip(figure.axes, boxes, strict=True):
        # Axes side by side keep their room, so there a line of reference may be covered, but no curve.
        curves = [line for line in solid(ax) if line.get_zorder() > 2.9]
        assert not [line.get_label() for line in curves if box.count_contains(on_screen(line))]
        assert not any(one.bbox.overlaps(box) for one in figure.axes if one is not ax)


@pytest.mark.filterwarnings("ignore")
def test_the_smallest_figures_are_drawn(two, new_axes):
    for size in ((0.1, 0.1), (0.4, 0.3)):
        prplot.plot(two, ax=new_axes(size)).save(io.BytesIO(), format="png")


@pytest.mark.filterwarnings("ignore:constrained_layout not applied")
def test_a_figure_whose_height_was_asked_for_keeps_it(many):
    said = "the legend is (cut off|larger than the axes) in a figure of 3.25 by 1.6 inches"
    with style.paper("icml", height=1.6):
        artists = prplot.plot(many(14, 40))
    with pytest.warns(prplot.PrplotWarning, match=said):
        artists.figure.canvas.draw()
    assert tuple(artists.figure.get_size_inches()) == (3.25, 1.6)


@pytest.mark.filterwarnings("ignore:constrained_layout not applied")
@pytest.mark.parametrize(("size", "count", "letters"), [((2.5, 2.5), 8, 25), ((2.0, 2.0), 4, 30), ((3.25, 1.6), 4, 30)])
def test_the_warning_of_a_large_legend_says_what_is_seen(size, count, letters, many, new_axes):
    ax = new_axes(size)
    prplot.plot(many(count, letters), ax=ax)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ax.figure.draw_without_rendering()
        ax.figure.draw_without_rendering()
    (text,) = [str(each.message) for each in caught if "the legend" in str(each.message)]
    box, frame = ax.get_legend().get_window_extent(), ax.figure.bbox.padded(1)
    cut = frame.count_contains(box.corners()) < 4
    assert ("the legend is cut off" if cut else "the legend is larger than the axes") in text


@pytest.mark.parametrize(
    ("layout", "way_out"),
    [
        (None, r"Make the figure larger or with layout='constrained', give"),
        ("constrained", "Make the figure larger, give"),
    ],
)
def test_the_warning_of_a_legend_that_hides_curves(layout, way_out, many, on_screen):
    figure = Figure(figsize=(7, 2.6), layout=layout)
    for ax in figure.subplots(1, 3):
        prplot.plot(many(4, 20), ax=ax)
    with pytest.warns(
        prplot.PrplotWarning, match=f"the legend covers curves in a figure of 7 by 2.6 inches. {way_out}"
    ):
        figure.draw_without_rendering()
    ax = figure.axes[0]
    assert any(ax.get_legend().get_window_extent().count_contains(on_screen(line)) for line in solid(ax))


def test_large_texts_leave_the_axes_more_than_half_of_the_width(many):
    talk = {"font.size": 18.0, "axes.labelsize": 18.0, "xtick.labelsize": 16.5, "ytick.labelsize": 16.5}
    for look in (mpl.rc_context(talk), style.paper("slides")):
        with look:
            artists = prplot.plot(many(3, 40), "roc")
        artists.figure.canvas.draw()
        assert artists.ax.get_window_extent().width > 0.6 * artists.figure.bbox.width


# It is placed when the figure is drawn.


def box_of(ax):
    """The legend after the figure was drawn, in inches from the axes, which layouts bring to their place slowly."""
    ax.figure.canvas.draw()
    return (ax.get_legend().get_window_extent().get_points() - ax.bbox.min) / ax.figure.dpi


def annotated(ax):
    x, y = ax.transAxes.inverted().transform(ax.get_legend().get_window_extent().get_points()).mean(axis=0)
    return ax.annotate("here", (x, y), xycoords="axes fraction").remove


def marked(ax):
    middle = ax.get_legend().get_window_extent().get_points().mean(axis=0)
    return ax.axvline(ax.transData.inverted().transform(middle)[0], color="k").remove


def smaller(ax):
    before = ax.figure.get_size_inches().copy()
    ax.figure.set_size_inches(3, 3)
    return lambda: ax.figure.set_size_inches(before)


def on_a_logarithmic_scale(ax):
    before = ax.get_xlim()
    ax.set(xscale="log", xlim=(1e-3, 1))
    return lambda: ax.set(xscale="linear", xlim=before)


@pytest.mark.filterwarnings("ignore:the legend is larger than the axes in a figure of 3 by 3")
@pytest.mark.parametrize(
    ("change", "layout", "space"),
    [
        (annotated, None, "pr"),
        (annotated, "constrained", "roc"),
        (annotated, "tight", "pr"),
        (marked, None, "roc"),
        (marked, "constrained", "pr"),
        (marked, "tight", "roc"),
        (smaller, None, "pr"),
        (smaller, "constrained", "roc"),
        (smaller, "tight", "pr"),
        (on_a_logarithmic_scale, None, "roc"),
        (on_a_logarithmic_scale, "constrained", "pr"),
        (on_a_logarithmic_scale, "tight", "roc"),
    ],
)
def test_it_follows_what_is_done_later_and_back(change, layout, space, many, on_screen):
    figure = mpl.figure.Figure(figsize=(5, 4.4), layout=layout)
    mpl.backends.backend_agg.FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    prplot.plot(many(3), space, ax)
    before = box_of(ax)
    assert box_of(ax) == pytest.approx(before, abs=0.01)
    back = change(ax)
    # After a change of size layouts need another drawing.
    box_of(ax)
    after = box_of(ax)
    assert box_of(ax) == pytest.approx(after, abs=0.02)
    box = ax.get_legend().get_window_extent()
    # Without a layout nothing makes room, and the least bad corner may cover a line of reference.
    lines = solid(ax) if layout else [line for line in solid(ax) if line.get_zorder() > 2.9]
    assert not [line.get_label() for line in lines if box.count_contains(on_screen(line))]
    assert not [text for text in ax.texts if text.get_text() == "here" and text.get_window_extent().overlaps(box)]
    back()
    assert box_of(ax) == pytest.approx(before, abs=0.04)


def test_names_are_wrapped_to_fit_where_nothing_is_covered(on_screen):
    """A free place for a legend that is a little too wide does not make all places of the wrapped one look free."""
    rng = np.random.default_rng(3)
    curves = []
    for name, blur in (("Detector", 0.15), ("Detector, compressed", 0.3)):
        overlap = rng.beta(4, 2, 150)
        score = overlap + rng.normal(0, blur, 150)
        curves.append(prplot.from_labels(overlap > 0.6, score, positives=110, name=name).froc(images=25))
    ax = prplot.plot(curves).ax
    ax.figure.canvas.draw()
    box = ax.get_legend().get_window_extent()
    assert not [line for line in solid(ax) if box.count_contains(on_screen(line))]


def test_nobody_but_the_figure_runs_its_layout(many, monkeypatch):
    engine, runs = mpl.layout_engine.ConstrainedLayoutEngine(), []
    monkeypatch.setattr(engine, "execute", lambda figure: runs.append(figure))
    figure = mpl.figure.Figure(layout=engine)
    for ax in figure.subplots(1, 2):
        prplot.plot(many(3, 40), "pr", ax)
    assert not runs


@pytest.mark.parametrize(
    ("spaces", "layout"),
    [
        (("pr", "roc"), None),
        (("pr", "roc"), "constrained"),
        (("pr", "roc", "prg"), "tight"),
        (("pr", "roc", "prg"), "compressed"),
    ],
)
def test_panels_keep_their_room_and_grow_with_the_figure(spaces, layout):
    known = prplot.datasets.load("digits").paths()
    paths = {name: known[name] for name in ("Logistic regression", "Random forest", "Naive Bayes")}

    def wide(inches, legend):
        figure = mpl.figure.Figure(figsize=(inches, inches * 0.94 / len(spaces)), layout=layout)
        mpl.backends.backend_agg.FigureCanvasAgg(figure)
        axes = figure.subplots(1, len(spaces))
        for space, ax in zip(spaces, axes, strict=True):
            prplot.plot(paths, space, ax, legend=legend)
        # Axes without legends are at rest after one drawing.
        for _ in range(1 if legend is False else 2):
            figure.canvas.draw()
        return np.array([ax.get_window_extent().width / figure.dpi for ax in axes])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sizes = [2.0 * len(spaces), 7.0, 7.5, 11.5, 12.0]
        with_legend, without = ([wide(inches, legend) for inches in sizes] for legend in (None, False))
    assert (np.array(with_legend) >= 0.85 * np.array(without)).all()
    for small, large in ((1, 2), (3, 4)):
        assert (with_legend[large] > with_legend[small] - 0.02).all()


@pytest.mark.parametrize("move", [{"loc": "center"}, {"bbox_to_anchor": (0.9, 0.2)}])
def test_a_legend_that_is_moved_stays_there(move, many, ax):
    legend = prplot.plot(many(3), "pr", ax).legend
    box_of(ax)
    for name, value in move.items():
        getattr(legend, f"set_{name}")(value)
    placed = (legend.get_window_extent().get_points() - ax.bbox.min) / ax.figure.dpi
    ax.axvline(0.5)
    assert box_of(ax) == pytest.approx(placed, abs=0.02)


@pytest.mark.parametrize("loc", ["lower left", "lower right", "upper right"])
@pytest.mark.parametrize("layout", [None, "constrained"])
def test_a_place_that_is_chosen_before_the_first_drawing_is_kept(loc, layout, many):
    figure = mpl.figure.Figure(figsize=(4.8, 4.2), layout=layout)
    mpl.backends.backend_agg.FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    prplot.plot(many(4), "pr", ax).legend.set_loc(loc)
    (left, low), (right, high) = box_of(ax)
    wide, tall = np.array(ax.bbox.size) / figure.dpi
    assert ("lower" in loc, "left" in loc) == (low < tall - high, left < wide - right)


def test_a_legend_outside_is_in_the_file_and_another_plot_leaves_it_there(many, hard):
    figure = mpl.figure.Figure(figsize=(4.8, 4.2))
    mpl.backends.backend_agg.FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    legend = prplot.plot(many(3), "roc", ax).legend
    legend.set_loc("upper left")
    legend.set_bbox_to_anchor((1.15, 1))
    figure.savefig(io.BytesIO(), bbox_inches="tight")
    assert figure.get_tightbbox().x1 * figure.dpi > legend.get_window_extent().x1 - 1
    before = box_of(ax)
    prplot.plot(hard, "roc", ax)
    assert box_of(ax)[0] == pytest.approx(before[0], abs=0.02)
    # Nor is one moved that was placed by keywords.
    other = mpl.figure.Figure().add_subplot()
    prplot.plot(many(3), "roc", other, legend={"loc": "upper left"})
    prplot.plot(hard, "roc", other)
    box = other.get_legend().get_window_extent()
    assert box.x0 - other.bbox.x0 == pytest.approx(other.bbox.y1 - box.y1, abs=1)


@pytest.mark.filterwarnings("ignore:the legend is")
@pytest.mark.parametrize(("shape", "size", "layout"), [((2, 5), (12, 5.5), "constrained"), ((1, 3), (9, 3.2), "tight")])
def test_files_that_are_saved_one_after_another_agree(shape, size, layout, many):
    figure = mpl.figure.Figure(figsize=size, layout=layout)
    mpl.backends.backend_agg.FigureCanvasAgg(figure)
    for ax in figure.subplots(*shape).flat:
        prplot.plot(many(4), "pr", ax)
    places = []
    for _ in range(3):
        figure.savefig(io.BytesIO())
        places.append(figure.axes[-1].get_legend().get_window_extent().min - figure.axes[-1].bbox.min)
    for later in places[1:]:
        assert later == pytest.approx(places[0], abs=1)


# What callers do next.


def entries_of(legend):
    return sorted(text for text in (label.get_text() for label in legend.get_texts()) if text)


def test_parts_are_named_for_who_asks(hard, ax):
    plain = entries_of(prplot.plot(hard, "pr", ax).legend)
    named = prplot.plot(hard, "pr", ax.figure.add_subplot(), band={"rng": 1}, legend={"parts": True}).legend
    new = {*entries_of(named)} - {*plain}
    assert new == {"Unachievable region", "Equal F1", "Chance", "Always positive", "95 % band, pointwise"}
    # What the caller calls a part stays; one entry stands for all lines of a part.
    own = {"chance": {"label": "guessing"}, "iso_f": {"label": "F1 = 0.2 to 0.8"}}
    assert {*entries_of(prplot.plot(hard, "pr", ax.figure.add_subplot(), **own).legend)} == {
        *plain,
        "guessing",
        "F1 = 0.2 to 0.8",
    }
    both = prplot.plot(hard, "pr", ax.figure.add_subplot(), **own, legend={"parts": True}).legend
    assert "Chance" not in entries_of(both)
    assert entries_of(both).count("F1 = 0.2 to 0.8") == 1


def test_entries_follow_what_is_made_of_their_lines(hard, other, ax, rows):
    artists = prplot.plot([hard, other], ax=ax)
    artists.lines[0].set(color="red", linestyle=":", linewidth=4, alpha=0.5, marker="s", label="mine")
    assert rows(artists.legend)[1] == f"mine {hard.pr().area():.3f}"
    sample = artists.legend.legend_handles[0]
    assert to_hex(sample.get_color()) == "#ff0000"
    look = sample.get_linestyle(), sample.get_linewidth(), sample.get_alpha(), sample.get_marker()
    assert look == (":", 4, 0.5, "s")
    again = prplot.plot({"third": other}, ax=ax)
    assert f"mine {hard.pr().area():.3f}" in rows(again.legend)


@pytest.mark.parametrize(
    "hide",
    [
        lambda line: line.remove(),
        lambda line: line.set_visible(False),
        lambda line: line.set_label("_none"),
        lambda line: line.set_label("_" + line.get_label()),
    ],
)
def test_a_curve_that_is_not_shown_has_no_row(hide, hard, other, ax, rows):
    artists = prplot.plot([hard, other], ax=ax)
    hide(artists.lines[0])
    assert rows(artists.legend)[1:] == [f"other {other.pr().area():.3f}"]
    hide(artists.lines[1])
    assert rows(artists.legend)[1:] == []


def test_names_may_look_like_what_legends_say_of_areas(hard, other, ax, new_axes, rows):
    names = ["_one", "two 0.5 [0.1, 0.9] (max 0.9)"]
    artists = prplot.plot(dict(zip(names, (hard, other), strict=True)), ax=ax)
    areas = [f"{path.pr().area():.3f}" for path in (hard, other)]
    assert sorted(rows(artists.legend)[1:]) == sorted(map(" ".join, zip(names, areas, strict=True)))
    # Nor need there be an area.
    curves = [path.net_benefit("best", label=name) for name, path in zip(names, (hard, other), strict=True)]
    assert sorted(rows(prplot.plot(curves, ax=new_axes()).legend)[-2:]) == names


def test_legends_of_the_caller(hard, other, ax, new_axes, entries):
    mine = prplot.plot(hard, ax=new_axes(), legend={"loc": "upper left", "title": "mine"})
    assert entries(mine)[0] == "mine"
    mine.figure.canvas.draw()
    frame, box = mine.ax.get_window_extent(), mine.legend.get_window_extent()
    assert max(box.x0 - frame.x0, frame.y1 - box.y1) < 20
    assert prplot.plot(hard, ax=new_axes(), legend=False).legend is None
    artists = prplot.plot({"worse": other, "better": hard}, ax=ax)
    legend = ax.legend(loc="upper left", fontsize=9)
    ax.figure.canvas.draw()
    # In matplotlib's order, and left as it is when a line changes.
    artists.lines[1].set_label("Mine")
    ax.figure.canvas.draw()
    wanted = [f"{name}  {path.pr().area():.3f}" for name, path in (("worse", other), ("better", hard))]
    assert [text.get_text() for text in legend.get_texts()] == wanted


# Names beside the curves.


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "cost", "det"])
def test_names_beside_curves_have_their_colours_and_cover_nothing(space, new_axes, clear, many):
    artists = prplot.plot(many(4), space, new_axes(), legend=False)
    texts = draw.direct_labels(artists.ax).texts
    for text, line in zip(texts, artists.lines, strict=True):
        assert (text.get_text(), text.get_color()) == (line.get_label(), line.get_color())
    seen = {word.text: word for word in clear(artists.figure, artists.lines)}
    for text in texts:
        box = seen[text.get_text()].outline.get_extents()
        assert artists.ax.bbox.padded(1).count_contains(box.get_points()) == 2


def test_names_are_written_on_the_current_axes(hard):
    artists = prplot.plot(hard, legend=False)
    assert [text.axes for text in draw.direct_labels().texts] == [artists.ax]


def test_each_name_is_nearest_to_its_own_curve(ax, words, on_screen):
    levels = {f"level {k}": prplot.from_counts([2, 1], tp=[k, 10], fp=[0.2, 10]) for k in (0.5, 5, 9.9)}
    artists = prplot.plot(levels, "roc", ax, legend=False)
    draw.direct_labels(ax, fontsize=6)
    (again,) = {len(draw.direct_labels(ax, fontsize=6).texts)}
    seen = [word for word in words(ax.figure) if word.text.startswith("level")]
    assert len(seen) == again == 3
    for word in seen:
        middle = word.outline.vertices[:4].mean(axis=0)
        away = [np.hypot(*(on_screen(line) - middle).T).min() for line in artists.lines]
        assert artists.lines[int(np.argmin(away))].get_label() == word.text
        assert word.size == 6


def test_names_that_fit_nowhere_and_axes_without_curves(hard, ax, new_axes, words):
    prplot.plot({"x" * 200: hard}, "pr", ax, legend=False)
    draw.direct_labels(ax)
    with pytest.warns(prplot.PrplotWarning, match=r"direct_labels finds no room for 'xxx.* it is not shown\. Make"):
        assert not [word for word in words(ax.figure) if "xxx" in word.text]
    with pytest.raises(prplot.PrplotValueError, match=r"ax must show a curve to be labeled; got none\. Draw it first"):
        draw.direct_labels(new_axes())
