"""Styles for papers: what figures made within have, also afterwards, and that all else stays."""

from __future__ import annotations

import io
import re
from hashlib import sha256
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.font_manager import fontManager
from matplotlib.text import Text

import prplot
from prplot import style

# Whether Arial or the like is installed is another question, asked below.
pytestmark = pytest.mark.filterwarnings("ignore:none of Arial")

# In inches, and the sizes of text in points, as the venues' instructions have them.
WIDTHS = {
    ("neurips", 1): 5.5,
    ("icml", 1): 3.25,
    ("icml", 2): 6.75,
    ("iclr", 1): 5.5,
    ("jmlr", 1): 6.0,
    ("ieee", 1): 3.5,
    ("ieee", 2): 7.16,
    ("nature", 1): 89 / 25.4,
    ("nature", 2): 183 / 25.4,
    ("plos", 1): 5.2,
    ("plos", 2): 7.5,
    ("slides", 1): 6.0,
    ("slides", 2): 12.4,
}
SIZES = {"nature": (5, 7), "plos": (8, 12), "ieee": (6, 8), "slides": (12, 18)}
each_venue = pytest.mark.parametrize(("venue", "columns"), WIDTHS)


@pytest.fixture
def path():
    rng = np.random.default_rng(3)
    labels = rng.random(150) < 0.25
    return prplot.from_labels(labels, rng.normal(size=150) + 1.3 * labels, name="hard")


def settings():
    return dict(mpl.rcParams.copy())


def saved(artists, ending, **options):
    file = io.BytesIO()
    artists.save(file, format=ending, **options)
    return file.getvalue()


def digest(artists, ending):
    return sha256(saved(artists, ending)).hexdigest()


# Sizes and fonts, of figures that are saved after the style is left.


@pytest.mark.few(7)
@each_venue
def test_a_pdf_saved_afterwards_has_the_width_and_embedded_truetype_fonts(venue, columns, path):
    with style.paper(venue, columns):
        artists = path.pr().plot()
    content = saved(artists, "pdf")
    left, low, right, high = map(float, re.search(rb"/MediaBox \[([^]]*)\]", content)[1].split())
    assert (left, low) == (0, 0)
    assert right == pytest.approx(72 * WIDTHS[venue, columns], abs=0.5)
    assert 0.6 * min(right, 72 * 4.4) < high <= right
    assert b"/Type3" not in content
    assert b"/FontFile2" in content
    assert mpl.rcParams["pdf.fonttype"] == 3


@each_venue
def test_texts_have_the_sizes_that_the_venue_asks_for(venue, columns, path):
    with style.paper(venue, columns):
        artists = prplot.plot(path, "prg")
        prplot.draw.secondary(path.prg(), ax=artists.ax)
    artists.figure.canvas.draw()
    sizes = {round(t.get_fontsize(), 3) for t in artists.figure.findobj(Text) if t.get_text() and t.get_visible()}
    smallest, largest = SIZES.get(venue, (6, 9))
    assert smallest <= min(sizes)
    assert max(sizes) <= largest
    assert artists.ax.xaxis.label.get_fontsize() == max(sizes)


@each_venue
def test_everything_is_within_the_figure(venue, columns, path):
    with style.paper(venue, columns):
        ax = prplot.plot({"Random forest": path, "Logistic regression": path}, "pr").ax
    ax.figure.draw_without_rendering()
    # Layouts come near at first, and closer with every drawing.
    box, page = ax.get_tightbbox(), ax.figure.bbox.padded(2.0)
    assert page.x0 <= box.x0 < box.x1 <= page.x1
    assert page.y0 <= box.y0 < box.y1 <= page.y1
    assert ax.get_window_extent().width > 0.5 * min(page.width, page.height)


@pytest.mark.parametrize(
    ("venue", "ending"),
    [
        ("neurips", "pdf"),
        ("neurips", "svg"),
        ("nature", "png"),
        ("nature", "pdf"),
        ("slides", "svg"),
    ],
)
def test_the_file_is_the_same_whenever_it_is_saved(venue, ending, path):
    """Inside the style, and after it with all that is read at the time of saving set otherwise."""
    with style.paper(venue):
        inside = digest(path.pr().plot(), ending)
        artists = path.pr().plot()
    late = {
        "savefig.dpi": 50,
        "savefig.bbox": "tight",
        "savefig.facecolor": "red",
        "svg.fonttype": "none",
        "pdf.compression": 0,
        "font.size": 20,
        "xtick.labelsize": 30,
        "ytick.major.size": 12,
        "font.serif": ["DejaVu Sans Mono"],
        "font.sans-serif": ["DejaVu Sans Mono"],
        "mathtext.fontset": "cm",
        "text.hinting": "none",
        "path.simplify": False,
    }
    with mpl.rc_context(late):
        before = settings()
        assert digest(artists, ending) == inside
        assert settings() == before


def test_on_the_screen_it_stays_as_it_was_made_too():
    with style.paper("nature"):
        ax = prplot.draw.iso_f(prplot.PR(0.2)).ax
    ax.figure.canvas.draw()
    labels = [tick.label1 for axis in (ax.xaxis, ax.yaxis) for tick in axis.get_major_ticks()]
    assert len(labels) > 6
    assert {round(label.get_fontsize(), 1) for label in labels} == {6.0}


def test_any_style_of_the_caller_is_kept_when_saving(path):
    with plt.style.context("dark_background"):
        inside = digest(path.pr().plot(), "png")
        artists = path.pr().plot()
    assert digest(artists, "png") == inside
    with mpl.rc_context({"savefig.dpi": 50}):
        small = path.pr().plot()
    assert int.from_bytes(saved(small, "png")[16:20]) == 260
    assert int.from_bytes(saved(small, "png", dpi=100)[16:20]) == 520


def test_a_file_need_not_be_saved_in_the_size_of_the_venue_if_the_caller_says_so(path):
    with style.paper("icml"):
        artists = path.pr().plot()
    padded = saved(artists, "pdf", bbox_inches="tight", pad_inches=1.0)
    assert float(re.search(rb"/MediaBox \[ ?0 0 (\S+)", padded)[1]) > 72 * (3.25 + 1.5)


def test_figures_of_several_axes_have_the_width_too(path):
    with style.paper("ieee", 2, height=2.5) as size:
        figure, axes = plt.subplots(1, 2, layout="constrained")
        _, artists = (path.curve(space).plot(ax) for space, ax in zip(("pr", "roc"), axes, strict=True))
    assert size == (7.16, 2.5)
    assert tuple(figure.get_size_inches()) == size
    assert b"/MediaBox [ 0 0 515.52 180 ]" in saved(artists, "pdf")


@pytest.mark.parametrize(("size", "made"), [((3.0, 2.5), (3.0, 2.5)), ((6.4, 4.8), (5.2, 4.4))])
def test_figures_have_the_size_of_the_callers_style_or_the_usual_one(size, made, path):
    with mpl.rc_context({"figure.figsize": size}):
        assert tuple(path.pr().plot().figure.get_size_inches()) == made


@pytest.mark.parametrize(("venue", "width"), [(None, 1.8), ("neurips", 1.62), ("nature", 1.26), ("slides", 3.24)])
def test_lines_go_with_the_size_of_the_text(venue, width, path):
    made = path.pr().plot() if venue is None else style.paper(venue)(path.pr().plot)()
    assert made.lines[0].get_linewidth() == pytest.approx(width)


# Fonts.


def fonts(*files):
    return [SimpleNamespace(name=name, fname=f"/fonts/{file}") for name, file in files]


@pytest.mark.parametrize(
    ("venue", "installed", "families"),
    [
        ("nature", [("Liberation Sans", "l.ttf"), ("Arial", "arial.TTF")], ["Arial", "DejaVu Sans"]),
        ("nature", [("Arial", "arial.otf"), ("Liberation Sans", "l.ttf")], ["Liberation Sans", "DejaVu Sans"]),
        ("plos", [("Helvetica", "Helvetica.ttc")], ["Helvetica", "DejaVu Sans"]),
        ("neurips", [("Arial", "arial.ttf"), ("Times New Roman", "times.ttf")], ["Times New Roman", "DejaVu Sans"]),
    ],
)
def test_the_first_truetype_font_of_the_venue_is_taken(venue, installed, families, monkeypatch):
    monkeypatch.setattr(fontManager, "ttflist", fonts(*installed))
    with style.paper(venue):
        assert mpl.rcParams["font.family"] == families


def test_a_font_like_times_comes_with_matplotlib():
    with style.paper("neurips"):
        assert mpl.rcParams["font.family"][0] in style.TIMES


def test_a_font_that_was_installed_since_is_found(monkeypatch):
    """matplotlib looks once and keeps the list in a file; here is a file that the list has lost."""
    file = next(entry.fname for entry in fontManager.ttflist if entry.name == "STIXGeneral")
    monkeypatch.setattr(style, "findSystemFonts", lambda: [file, __file__])
    monkeypatch.setattr(fontManager, "ttflist", fonts(("Arial", "arial.otf")))
    with style.paper("neurips"):
        assert mpl.rcParams["font.family"] == ["STIXGeneral", "DejaVu Sans"]


@pytest.mark.parametrize(
    ("venue", "asked", "text"), [("nature", None, True), ("nature", False, False), ("icml", True, True)]
)
def test_texts_of_an_svg_are_text_where_that_is_asked_for(venue, asked, text, path):
    with style.paper(venue):
        artists = path.pr().plot()
    assert (b">Precision</text>" in saved(artists, "svg", editable=asked)) is text


@pytest.mark.filterwarnings("default")
def test_a_missing_font_is_said(monkeypatch):
    monkeypatch.setattr(style, "findSystemFonts", list)
    monkeypatch.setattr(fontManager, "ttflist", fonts(("Arial", "arial.otf")))
    text = "none of Arial, Helvetica, .* is installed as a TrueType font, so DejaVu Sans stands in.*fonts-liberation"
    with pytest.warns(prplot.PrplotWarning, match=text), style.paper("nature"):
        assert mpl.rcParams["font.family"] == ["DejaVu Sans"]


def test_slides_keep_the_callers_font():
    with mpl.rc_context({"font.family": ["monospace"]}), style.paper("slides"):
        assert mpl.rcParams["font.family"] == ["monospace"]


# All else stays as it was.


@each_venue
def test_settings_are_restored(venue, columns):
    before = settings()
    with style.paper(venue, columns):
        assert settings() != before
    assert settings() == before


def test_settings_are_restored_after_an_error():
    before = settings()
    with pytest.raises(ZeroDivisionError), style.paper("icml"):
        _ = 1 / 0
    assert settings() == before


def test_styles_nest():
    with style.paper("slides") as outer:
        within = settings()
        with style.paper("nature") as inner:
            assert mpl.rcParams["figure.figsize"] == list(inner)
        assert settings() == within
        assert mpl.rcParams["figure.figsize"] == list(outer)


def test_as_a_decorator_of_several_calls():
    @style.paper("icml")
    def width():
        return mpl.rcParams["figure.figsize"][0]

    assert (width(), width()) == (3.25, 3.25)
    assert mpl.rcParams["figure.figsize"][0] == 6.4


def test_a_venue_of_ones_own():
    with style.paper(style.Venue({1: 4.0, 3: 8.0}, text=12.0, smallest=10.0), columns=3):
        assert mpl.rcParams["figure.figsize"] == [8.0, 4.4]
        assert mpl.rcParams["axes.labelsize"] == 12.0
        assert mpl.rcParams["font.size"] * 0.694 >= 10.0


def test_names_are_read_in_any_case():
    with style.paper("NeurIPS") as size:
        assert size[0] == 5.5


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (("cvpr",), ValueError, "venue must be one of 'neurips', 'icml', 'iclr', 'jmlr', 'ieee', 'nature', 'plos', "),
        ((None,), ValueError, "venue must be one of"),
        (("neurips", 2), ValueError, "columns must be 1; got 2. That is how many columns figures span at 'neurips'."),
        (("ieee", 3), ValueError, "columns must be 1 or 2; got 3."),
        (("ieee", "two"), ValueError, "columns must be 1 or 2; got 'two'."),
    ],
)
def test_wrong_input_is_said_before_anything_is_entered(arguments, error, text):
    with pytest.raises(error, match=text) as raised:
        style.paper(*arguments)
    assert isinstance(raised.value, prplot.PrplotError)


@pytest.mark.parametrize(
    ("height", "error", "text"),
    [
        (
            200,
            prplot.PrplotValueError,
            "height must be at most 20 inches; got 200. An inch is 25.4 mm: .* height=7.87.",
        ),
        (0, prplot.PrplotValueError, "height must be a positive number of inches; got 0."),
        (np.inf, prplot.PrplotValueError, "height must be a positive number of inches; got inf."),
        ("3in", prplot.PrplotTypeError, "height must be one real number"),
    ],
)
def test_wrong_height(height, error, text):
    with pytest.raises(error, match=text):
        style.paper("icml", height=height)


def test_a_height_in_the_range_of_pages_and_posters_is_taken():
    with style.paper("ieee", height=11.0) as (_, high):
        assert high == 11.0
    with style.paper(style.Venue({1: 36.0}, 24.0), height=48.0) as (_, high):
        assert high == 48.0


def test_other_arguments_are_told_what_there_is():
    with pytest.raises(
        prplot.PrplotTypeError, match=r"the call must be paper\(venue, columns=1.*'width'.*columns=1 or 2"
    ):
        style.paper("ieee", width=3)


@pytest.mark.parametrize("venue", list(style.VENUES))
@pytest.mark.filterwarnings("ignore:none of Arial")
def test_levels_are_said_without_letters_below_the_least_of_the_venue(venue):
    """matplotlib sets an index at 0.7 times the size of its text."""
    path = prplot.datasets.load("digits").paths()["Random forest"]
    with style.paper(venue):
        artists = path.pr().plot()
    artists.figure.canvas.draw()
    texts = [text for text in artists.ax.texts if text.get_visible()]
    assert any(text.get_text().startswith("F1 ") for text in texts)
    for text in texts:
        least = text.get_fontsize() * (0.7 if "_" in text.get_text() else 1.0)
        assert least >= style.VENUES[venue].smallest - 1e-6
