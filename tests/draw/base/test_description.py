"""What files say of the figures that they hold, and the alternative text."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from matplotlib.figure import Figure
from PIL import Image

import prplot
from prplot import draw

FORMATS = ("pdf", "svg", "png")


def plain(pdf_string):
    """Return the text of a string of a PDF file, of ASCII letters or UTF-16."""
    raw = re.sub(rb"\\([()\\])", rb"\1", pdf_string)
    return raw.decode("utf-16") if raw.startswith(b"\xfe\xff") else raw.decode("ascii")


@pytest.fixture
def told(saved):
    """Return the metadata of a saved figure."""

    def read(artists, ending, **options):
        content = saved(artists, ending, **options)
        if ending == "pdf":
            reference = re.search(rb"/Info (\d+) 0 R", content)[1]
            info = re.search(rb"\n" + reference + rb" 0 obj\n<<(.*?)>>\nendobj", content, re.DOTALL)[1]
            found = re.findall(rb"/(\w+) \(((?:[^()\\]|\\.)*)\)", info, re.DOTALL)
            return {key.decode(): plain(value) for key, value in found}
        if ending == "png":
            return dict(Image.open(io.BytesIO(content)).text)
        found = re.findall(r"<dc:(\w+)>(.*?)</dc:\1>", content.decode(), re.DOTALL)
        return {key.capitalize(): unescape(re.sub("<.*?>", "", value)).strip() for key, value in found}

    return read


METHODS = {"pdf": "Subject", "svg": "Description", "png": "Comment"}


# What files say.


@pytest.mark.parametrize("ending", FORMATS)
def test_files_say_how_every_curve_was_computed(ending, hard, other, soft, ax, told):
    curves = [hard.pr(), other.pr("step", ties="pessimistic"), soft.pr()]
    found = told(prplot.plot(curves, ax=ax), ending)
    for curve in curves:
        assert curve.methods() in found[METHODS[ending]]
    text = found[METHODS[ending]]
    for fact in ("n = 150", "prevalence 0.233", "tied scores were mixed evenly", "no score was missing"):
        assert fact in text
    assert "within tied scores background came first" in text
    assert f"prplot {prplot.__version__}" in text
    assert found["Title"] == "Precision-Recall curves of hard, other, soft"
    assert prplot.__version__ in found[{"pdf": "Creator", "svg": "Creator", "png": "Software"}[ending]]


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_files_hold_the_alternative_text(ending, hard, ax, told):
    artists = hard.roc().plot(ax)
    assert artists.alt_text() in told(artists, ending)["Description"]


def test_curves_of_all_axes_are_told(hard, soft, told):
    figure = Figure(figsize=(8, 4))
    left, right = figure.subplots(1, 2)
    hard.roc().plot(left)
    artists = soft.prg().plot(right)
    found = told(artists, "pdf")
    assert found["Title"] == "ROC, Precision-Recall-Gain curves of hard, soft"
    assert hard.roc().methods() in found["Subject"]
    assert soft.prg().methods() in found["Subject"]
    assert told(draw.Drawn(left), "pdf") == found


@pytest.mark.parametrize("ending", FORMATS)
def test_metadata_of_the_caller_wins(ending, hard, ax, told):
    found = told(hard.pr().plot(ax), ending, metadata={"Title": "Figure 1"})
    assert found["Title"] == "Figure 1"
    assert hard.pr().methods() in found[METHODS[ending]]


@pytest.mark.parametrize("ending", FORMATS)
def test_letters_of_any_language_and_signs_of_markup(ending, hard, ax, told):
    curve = hard.curve("pr", label="Größe <π & µ>")
    assert told(curve.plot(ax), ending)["Title"] == "Precision-Recall curve of Größe <π & µ>"


@pytest.mark.parametrize("ending", FORMATS)
def test_without_curves_there_is_nothing_to_tell(ending, ax, told):
    drawn = draw.iso_f(prplot.PR(0.2), ax=ax)
    assert drawn.alt_text() == ""
    assert {"Title", "Subject", "Comment", "Description"} & set(told(drawn, ending)) == set()


def test_one_class_is_saved_without_a_word(ax, told):
    with pytest.warns(prplot.PrplotWarning):
        artists = prplot.from_labels([0, 0], [2, 1], name="nothing").pr().plot(ax)
    assert "area (continuous) undefined" in told(artists, "pdf")["Subject"]


# Alternative text.


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_the_alternative_text_of_one_curve_is_its_description(space, hard, ax):
    curve = hard.curve(space)
    assert curve.plot(ax).alt_text() == curve.describe()


def test_the_alternative_text_of_several_curves_has_their_areas(hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    assert artists.alt_text() == (
        "2 Precision-Recall curves. Horizontal axis: recall. Vertical axis: precision. The areas (continuous) are: "
        f"hard {hard.pr().area():.3f}, other {other.pr().area():.3f}."
    )


def test_the_alternative_text_says_which_area_is_which(hard, ax):
    curves = {"a": hard.pr(), "b": hard.pr("step")}
    text = prplot.plot(curves, ax=ax).alt_text()
    assert f"a {hard.pr().area():.3f} (continuous), b {hard.pr('step').area():.3f} (step)." in text
