"""Saving figures: formats, and that the same figure gives the same file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib

import matplotlib as mpl
import pytest

import prplot
from prplot.errors import PrplotError, PrplotValueError

FORMATS = ("pdf", "svg", "png")


# Formats.


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


def test_savefig_saves(hard, ax, tmp_path):
    artists = hard.pr().plot(ax)
    histogram = prplot.draw.scores(hard)
    panels = prplot.draw.panel(hard)
    for number, drawn in enumerate((artists, artists.surroundings["chance"], histogram, panels)):
        drawn.savefig(tmp_path / f"{number}.png", dpi=30)
        assert (tmp_path / f"{number}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("name", "options"), [("figure.docx", {}), ("figure.png", {"format": "docx"})])
def test_an_unknown_format_names_those_that_there_are(name, options, hard, ax, tmp_path):
    with pytest.raises(PrplotValueError, match=r"path must (end in|have as its format) one of .*html.*pdf.*got 'docx'"):
        hard.pr().plot(ax).save(tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["pdf", "png", "svg", "html"])
def test_a_full_disk_leaves_the_old_file(ending, hard, ax, tmp_path):
    resource = pytest.importorskip("resource")
    file = tmp_path / f"figure.{ending}"
    file.write_text("old")
    artists = hard.pr().plot(ax)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Files of more than 500 bytes do not fit.
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, limits[1]))
    try:
        with pytest.raises(PrplotError, match=f"figure.{ending} cannot be written: File too large.") as caught:
            artists.save(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert isinstance(caught.value, OSError)
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    assert file.read_text() == "old"


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
def test_no_date_but_that_of_the_source(ending, hard, ax, monkeypatch, saved):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    artists = hard.pr().plot(ax)
    date = {"pdf": b"/CreationDate (D:2001", "svg": b"<dc:date>2001-09-09"}[ending]
    assert date[:12] not in saved(artists, ending)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert date in saved(artists, ending)


@pytest.mark.parametrize("ending", FORMATS)
def test_saving_changes_no_settings(ending, hard, ax, saved):
    artists, before = hard.pr().plot(ax), dict(mpl.rcParams.copy())
    saved(artists, ending)
    assert dict(mpl.rcParams.copy()) == before


@pytest.mark.parametrize("ending", FORMATS)
def test_nothing_is_cut_off_beside_a_wide_legend(ending, saved):
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


def test_text_of_a_pdf_is_text(hard, ax, saved):
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
