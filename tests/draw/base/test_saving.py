"""Saving figures: what files say of what they show, and that the same figure gives the same file."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import zlib
from html import unescape

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

import prplot
from prplot import draw
from prplot.draw.base.figure import own_figure, png_of

FORMATS = ("pdf", "svg", "png")


def saved(artists, ending, **options):
    file = io.BytesIO()
    artists.save(file, format=ending, **options)
    return file.getvalue()


def plain(pdf_string):
    """Return the text of a string of a PDF file, of ASCII letters or UTF-16."""
    raw = re.sub(rb"\\([()\\])", rb"\1", pdf_string)
    return raw.decode("utf-16") if raw.startswith(b"\xfe\xff") else raw.decode("ascii")


def told(artists, ending, **options):
    """Return the metadata of a saved figure."""
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


METHODS = {"pdf": "Subject", "svg": "Description", "png": "Comment"}


# What files say.


@pytest.mark.parametrize("ending", FORMATS)
def test_files_say_how_every_curve_was_computed(ending, hard, other, soft, ax):
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
def test_files_hold_the_alternative_text(ending, hard, ax):
    artists = hard.roc().plot(ax)
    assert artists.alt_text() in told(artists, ending)["Description"]


def test_curves_of_all_axes_are_told(hard, soft):
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
def test_metadata_of_the_caller_wins(ending, hard, ax):
    found = told(hard.pr().plot(ax), ending, metadata={"Title": "Figure 1"})
    assert found["Title"] == "Figure 1"
    assert hard.pr().methods() in found[METHODS[ending]]


@pytest.mark.parametrize("ending", FORMATS)
def test_letters_of_any_language_and_signs_of_markup(ending, hard, ax):
    curve = hard.curve("pr", label="Größe <π & µ>")
    assert told(curve.plot(ax), ending)["Title"] == "Precision-Recall curve of Größe <π & µ>"


@pytest.mark.parametrize("ending", FORMATS)
def test_without_curves_there_is_nothing_to_tell(ending, ax):
    drawn = draw.iso_f(prplot.PR(0.2), ax=ax)
    assert drawn.alt_text() == ""
    assert {"Title", "Subject", "Comment", "Description"} & set(told(drawn, ending)) == set()


@pytest.mark.parametrize("ending", ["eps", "ps", "jpg", "tif", "webp", "svgz", "PNG"])
def test_other_formats(ending, hard, ax, tmp_path):
    file = tmp_path / f"figure.{ending}"
    hard.pr().plot(ax).save(file)
    starts = {
        "eps": b"%!PS",
        "ps": b"%!PS",
        "jpg": b"\xff\xd8",
        "svgz": b"\x1f\x8b",
        "PNG": b"\x89PNG",
        "webp": b"RIFF",
    }
    assert file.read_bytes().startswith(starts.get(ending, b"II*\0"))
    if ending in ("eps", "ps"):
        assert f"%%Creator: prplot {prplot.__version__}".encode() in file.read_bytes()


def test_without_an_ending_the_format_is_that_of_the_style(hard, ax, tmp_path):
    with mpl.rc_context({"savefig.format": "svg"}):
        artists = hard.pr().plot(ax)
    artists.save(tmp_path / "figure")
    assert "<dc:title>Precision-Recall curve of hard</dc:title>" in (tmp_path / "figure.svg").read_text()


def test_one_class_is_saved_without_a_word(ax):
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


# The same figure gives the same file.

SCRIPT = """
import sys, prplot
artists = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine").pr().plot()
for file in sys.argv[1:]:
    artists.save(file)
"""


def in_a_new_process(files, **environment):
    known = {key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"}
    command = [sys.executable, "-W", "error", "-c", SCRIPT, *map(str, files)]
    subprocess.run(command, check=True, env={**known, "MPLBACKEND": "agg", **environment})
    return [file.read_bytes() for file in files]


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(tmp_path):
    one, other = (
        in_a_new_process([tmp_path / f"{seed}.{ending}" for ending in FORMATS], PYTHONHASHSEED=seed) for seed in "12"
    )
    assert [mine == theirs for mine, theirs in zip(one, other, strict=True)] == [True] * len(FORMATS)


@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_no_date_but_that_of_the_source(ending, hard, ax, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    artists = hard.pr().plot(ax)
    date = {"pdf": b"/CreationDate (D:2001", "svg": b"<dc:date>2001-09-09"}[ending]
    assert date[:12] not in saved(artists, ending)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert date in saved(artists, ending)


@pytest.mark.parametrize("ending", FORMATS)
def test_saving_changes_no_settings(ending, hard, ax):
    artists, before = hard.pr().plot(ax), dict(mpl.rcParams.copy())
    saved(artists, ending)
    assert dict(mpl.rcParams.copy()) == before


def test_cleared_axes_take_the_style_in_which_they_are_drawn_again(hard, ax):
    hard.pr().plot(ax)
    ax.clear()
    with mpl.rc_context({"savefig.dpi": 50}):
        again = hard.pr().plot(ax)
    assert int.from_bytes(saved(again, "png")[16:20]) == 260


def test_the_layout_has_come_to_rest(hard):
    """With square axes, constrained layout is still far away at the first drawing."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots(1, 2)
    for ax in axes:
        ax.set_xscale("gain", prevalence=hard.prevalence)
        ax.set_yscale("gain", prevalence=hard.prevalence)
        artists = hard.pr().plot(ax)
    saved(artists, "pdf")
    places = [ax.bbox.bounds for ax in axes]
    for _ in range(3):
        figure.draw_without_rendering()
    np.testing.assert_allclose([ax.bbox.bounds for ax in axes], places, rtol=0, atol=1.0)
    assert axes[0].get_tightbbox().x1 <= axes[1].get_tightbbox().x0


@pytest.mark.parametrize("ending", FORMATS)
def test_nothing_is_cut_off_beside_a_wide_legend(ending):
    """The layout and the drawing agree on where the legend is, whatever fonts are measured with in a format."""
    four = list(prplot.datasets.load("digits").paths().values())
    many = {f"Gradient boosted trees no {k + 1:02d} of this pap": four[k % 4] for k in range(12)}
    with prplot.style.paper("jmlr"):
        artists = prplot.plot(many)
    for _ in range(2):
        saved(artists, ending)
        page, axes = artists.figure.bbox, artists.ax.yaxis.get_tightbbox()
        assert axes.x0 >= page.x0
        assert artists.ax.get_window_extent().x1 <= page.x1


def test_text_of_a_pdf_is_text(hard, ax):
    """Letters of embedded fonts, rather than outlines."""
    content = saved(hard.pr().plot(ax), "pdf")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    pages = [zlib.decompress(s) for s in streams if s[:1] == b"x"]
    assert any(b" Tf" in page and b"Tj" in page.replace(b"TJ", b"Tj") for page in pages)


# PGF needs TeX.


def test_without_tex_the_error_names_the_way_out(hard, ax, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda *_: None)
    text = r"path must end in pdf, svg or png where there is no TeX; got .*figure\.pgf.*install TeX .*includegraphics"
    with pytest.raises(prplot.PrplotValueError, match=text):
        hard.pr().plot(ax).save(tmp_path / "figure.pgf")
    assert not (tmp_path / "figure.pgf").exists()


def test_the_program_of_the_style_is_taken_if_it_is_there(monkeypatch):
    from prplot.draw.base.saving import _tex

    monkeypatch.setattr(shutil, "which", lambda program: program if program in ("lualatex", "xelatex") else None)
    with mpl.rc_context({"pgf.texsystem": "lualatex"}):
        assert _tex("figure.pgf") == "lualatex"
    with mpl.rc_context({"pgf.texsystem": "pdflatex"}):
        assert _tex("figure.pgf") == "xelatex"


@pytest.mark.parametrize("face", ["white", (1.0, 1.0, 1.0, 0.4)])
def test_pictures_of_the_screen_lose_nothing(face, hard):
    figure = own_figure(2.1, 1.7)
    hard.pr().plot(figure.add_subplot())
    figure.set(dpi=110, facecolor=face)
    picture = Image.open(io.BytesIO(png_of(figure.canvas, 110)))
    pixels = np.asarray(figure.canvas.buffer_rgba())
    np.testing.assert_array_equal(np.asarray(picture.convert("RGBA")), pixels)
    assert (picture.mode == "RGB") == (pixels[..., 3] == 255).all() == (face == "white")
    assert picture.info["dpi"] == pytest.approx((110, 110), rel=1e-4)
