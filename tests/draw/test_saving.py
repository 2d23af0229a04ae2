"""Files: formats, what they say of the figure, that they are the same each time; styles of venues, TeX, copies."""

from __future__ import annotations

import copy
import html
import io
import os
import pickle
import re
import shutil
import subprocess
import sys
import zlib
from html import unescape
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from PIL import Image

import prplot
from prplot import draw, style
from prplot.writing import written_whole

# Whether Arial or the like is installed is another question, asked below.
pytestmark = pytest.mark.filterwarnings("ignore:none of Arial")
FORMATS = ("pdf", "svg", "png")


def saved(artists, ending, **options):
    artists.save(file := io.BytesIO(), format=ending, **options)
    return file.getvalue()


# Formats.


@pytest.mark.parametrize(
    ("ending", "start"),
    [
        *(("eps", b"%!PS"), ("webp", b"RIFF"), ("svgz", b"\x1f\x8b"), ("PNG", b"\x89PNG")),
    ],
)
def test_formats(ending, start, hard, ax, tmp_path):
    hard.pr().plot(ax).save(tmp_path / f"figure.{ending}")
    assert (tmp_path / f"figure.{ending}").read_bytes().startswith(start)


def test_formats_and_sizes_of_the_style(hard, new_axes, tmp_path):
    with mpl.rc_context({"savefig.format": "svg", "savefig.dpi": 50}):
        artists = hard.pr().plot(new_axes())
    artists.save(tmp_path / "figure")
    assert "<svg" in (tmp_path / "figure.svg").read_text()
    widths = [saved(hard.pr().plot(new_axes()), "png"), saved(artists, "png"), saved(artists, "png", dpi=100)]
    assert [int.from_bytes(png[16:20]) for png in widths] == [1040, 260, 520]
    for drawn in (artists.surroundings["chance"], draw.scores(hard), draw.panel(hard, "roc")):
        drawn.savefig(tmp_path / "other.png", dpi=30)
    with pytest.raises(prplot.PrplotError, match=r"path must (end in|have as its format) one of .*html.*got 'docx'"):
        artists.save(tmp_path / "figure.docx")
    for error, option in (
        (prplot.PrplotValueError, {"metadata": {"Title": "x"}}),
        (prplot.PrplotTypeError, {"dip": 1}),
    ):
        with pytest.raises(
            error, match=r"options must be keywords of matplotlib's Figure.savefig for this format; got"
        ):
            artists.save(tmp_path / "figure.jpg", **option)


def test_names_that_no_file_can_have_are_refused_and_nothing_is_written(hard, ax, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    os.mkfifo("pipe")
    artists, read_only = hard.pr().plot(ax), io.BufferedReader(io.BytesIO())
    refused = {
        "folder": "folder cannot be written: it is a folder",
        **dict.fromkeys(["", ".", "..", "new/", "new.html/", "folder/."], "path must end in the name of a file; got '"),
        **dict.fromkeys(["a\0b.pdf", "a\0b.html"], "path must be the name of a file, without null characters; got 'a"),
        **dict.fromkeys(["/dev/null", "/dev/stdout", "pipe"], "path must be the name of a file, not of a device"),
        "x" * 300: "cannot be written: File name too long",
        io.StringIO(): "path must be .* a binary file for this format; got StringIO .* Open it with mode 'wb'",
        read_only: "path must be the name of a file or a file that is open for writing",
    }
    for path, text in refused.items():
        with pytest.raises(prplot.PrplotError, match=text):
            artists.save(path)
    with pytest.raises(prplot.PrplotError, match="path must end in the name of a file"):
        prplot.explore.skew().save("new.html/")
    assert sorted(map(str, Path().iterdir())) == ["folder", "pipe"]


def test_an_ending_is_added_where_nothing_has_the_name(hard, ax, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("old").write_text("old")
    artists = hard.pr().plot(ax)
    for name, options in (("new", {}), ("dot.", {}), ("page", {"format": "html"}), ("old", {"format": "svg"})):
        artists.save(name, **options)
    assert sorted(map(str, Path().iterdir())) == ["dot.png", "new.png", "old", "page.html"]
    assert "<svg" in Path("old").read_text()
    artists.save(text := io.StringIO(), format="svg")
    assert "<svg" in text.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed there as here")
@pytest.mark.parametrize("alive", [False, True])
def test_the_next_save_removes_what_a_killed_process_has_left(alive, tmp_path):
    script = """import sys, time; from pathlib import Path; from prplot.writing import written_whole
with written_whole(Path(sys.argv[1])) as place:
    place.write_text("half"); print("now", flush=True); time.sleep(60)"""
    file = tmp_path / "figure.pdf"
    process = subprocess.Popen([sys.executable, "-c", script, str(file)], stdout=subprocess.PIPE)
    process.stdout.readline()
    assert len(list(tmp_path.iterdir())) == 1
    if not alive:
        process.kill()
        process.wait()
    for name in ("other.pdf", "figure.pdf"):
        with written_whole(tmp_path / name) as place:
            place.write_text("whole")
    # What another process is still writing stays.
    assert len(list(tmp_path.iterdir())) == 2 + alive
    process.kill()
    process.communicate()
    assert file.read_text() == "whole"


@pytest.mark.parametrize("ending", ["pdf", "html"])
def test_a_full_disk_leaves_the_old_file(ending, hard, ax, tmp_path):
    resource = pytest.importorskip("resource")
    (file := tmp_path / f"figure.{ending}").write_text("old")
    artists, limits = hard.pr().plot(ax), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, limits[1]))
    try:
        with pytest.raises(prplot.PrplotError, match=f"figure.{ending} cannot be written: File too large.") as caught:
            artists.save(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert isinstance(caught.value, OSError)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old"]


def test_another_process_writes_the_same_bytes_and_no_date_but_that_of_the_source(tmp_path, hard, ax, monkeypatch):
    script = """import matplotlib, sys, prplot; matplotlib.use("agg")
artists = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine").pr().plot()
[artists.save(file) for file in sys.argv[1:]]"""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    here, there = ([str(tmp_path / f"{place}.{ending}") for ending in FORMATS] for place in ("here", "there"))
    subprocess.run(
        [sys.executable, "-W", "error", "-c", script, *there], check=True, env={**os.environ, "MPLBACKEND": "agg"}
    )
    monkeypatch.setattr(sys, "argv", ["", *here])
    exec(script, {})
    for one, two in zip(here, there, strict=True):
        assert Path(one).read_bytes() == Path(two).read_bytes()
    artists = hard.pr().plot(ax)
    for ending, date in (("pdf", b"/CreationDate (D:2001"), ("svg", b"<dc:date>2001-09-09")):
        monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
        assert date[:12] not in saved(artists, ending)
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
        assert date in saved(artists, ending)


# What files say.


def told(artists, ending, **options):
    """The metadata of a saved figure."""
    content = saved(artists, ending, **options)
    if ending == "png":
        return dict(Image.open(io.BytesIO(content)).text)
    if ending == "svg":
        found = re.findall(r"<dc:(\w+)>(.*?)</dc:\1>", content.decode(), re.DOTALL)
        return {key.capitalize(): unescape(re.sub("<.*?>", "", value)).strip() for key, value in found}
    reference = re.search(rb"/Info (\d+) 0 R", content)[1]
    info = re.search(rb"\n" + reference + rb" 0 obj\n<<(.*?)>>\nendobj", content, re.DOTALL)[1]
    found = re.findall(rb"/(\w+) \(((?:[^()\\]|\\.)*)\)", info, re.DOTALL)
    strings = {key.decode(): re.sub(rb"\\([()\\])", rb"\1", value) for key, value in found}
    return {key: s.decode("utf-16" if s.startswith(b"\xfe\xff") else "ascii") for key, s in strings.items()}


@pytest.mark.parametrize(("ending", "methods"), [("pdf", "Subject"), ("svg", "Description"), ("png", "Comment")])
def test_files_say_how_every_curve_was_computed(ending, methods, hard, other, ax, new_axes):
    curves = [hard.pr(label="Größe <π & µ>"), other.pr("step", ties="pessimistic")]
    artists = prplot.plot(curves, ax=ax)
    found = told(artists, ending)
    for fact in (*(curve.methods() for curve in curves), "n = 150", f"prplot {prplot.__version__}"):
        assert fact in found[methods]
    assert found["Title"] == "Precision-Recall curves of Größe <π & µ>, other"
    if ending != "pdf":
        assert artists.alt_text() in found["Description"]
    mine = told(artists, ending, metadata={"Title": "Figure 1"})
    assert (mine["Title"], curves[0].methods() in mine[methods]) == ("Figure 1", True)
    assert {"Title", "Subject", "Comment"} & set(told(draw.iso_f(prplot.PR(0.2), ax=new_axes()), ending)) == set()


def test_the_alternative_text(hard, other, soft, new_axes):
    for space in ("pr", "prg", "roc", "cost"):
        assert hard.curve(space).plot(new_axes()).alt_text() == hard.curve(space).describe()
    assert prplot.plot([hard, other], ax=new_axes()).alt_text() == (
        "2 Precision-Recall curves. Horizontal axis: recall. Vertical axis: precision. AUPRC (continuous): "
        f"hard {hard.pr().area():.3f}, other {other.pr().area():.3f}."
    )
    text = prplot.plot({"a": hard.pr(), "b": hard.pr("step")}, ax=new_axes()).alt_text()
    assert f"a AUPRC (continuous) {hard.pr().area():.3f}, b AP {hard.pr('step').area():.3f}." in text
    left, right = Figure(figsize=(8, 4)).subplots(1, 2)
    hard.roc().plot(left)
    found = told(soft.prg().plot(right), "pdf")
    assert found["Title"] == "ROC, Precision-Recall-Gain curves of hard, soft"
    assert draw.iso_f(prplot.PR(0.2), ax=new_axes()).alt_text() == ""


# Styles of venues: in inches, and the sizes of text in points, as the venues' instructions have them.

VENUES = {
    "neurips": ((5.5,), 6, 9),
    "icml": ((3.25, 6.75), 6, 9),
    "iclr": ((5.5,), 6, 9),
    "jmlr": ((6.0,), 6, 9),
    "ieee": ((3.5, 7.16), 6, 8),
    "nature": ((89 / 25.4, 183 / 25.4), 5, 7),
    "plos": ((5.2, 7.5), 8, 12),
    "slides": ((6.0, 12.4), 12, 18),
}


@pytest.mark.parametrize("venue", VENUES)
def test_a_figure_has_the_width_the_texts_and_the_fonts_of_its_venue_also_afterwards(venue, hard, words):
    before, (widths, smallest, largest) = dict(mpl.rcParams.copy()), VENUES[venue]
    for columns, width in enumerate(widths, 1):
        with style.paper(venue, columns) as size:
            assert size[0] == pytest.approx(width)
            # Ticks are smaller than the labels of axes, but where that would be less than the venue's least.
            assert mpl.rcParams["xtick.labelsize"] == pytest.approx(max(0.833 * mpl.rcParams["font.size"], smallest))
    with style.paper(venue):
        artists = prplot.plot({"Random forest": hard, "Logistic regression": hard}, "prg")
    assert dict(mpl.rcParams.copy()) == before
    content = saved(artists, "pdf")
    left, low, right, high = map(float, re.search(rb"/MediaBox \[([^]]*)\]", content)[1].split())
    assert (left, low, right) == (0, 0, pytest.approx(72 * widths[0], abs=0.5))
    assert 0.6 * min(right, 72 * 4.4) < high <= right
    assert b"/Type3" not in content
    assert b"/FontFile2" in content
    seen = words(artists.figure)
    sizes = {word.size for word in seen}
    # An index is 0.7 times the size of its text.
    assert smallest - 1e-6 <= min(sizes) <= max(sizes) <= largest + 1e-6
    for word in seen:
        assert word.size * (0.7 if "_" in word.text else 1) >= smallest - 1e-6


@pytest.mark.parametrize(("venue", "ending"), [("neurips", "pdf"), ("nature", "png")])
def test_the_file_is_the_same_whenever_it_is_saved(venue, ending, hard):
    """Inside the style, and after it with all that is read at the time of saving set otherwise."""
    with style.paper(venue):
        inside, artists = saved(hard.pr().plot(), ending), hard.pr().plot()
    late = {"savefig.dpi": 50, "savefig.bbox": "tight", "savefig.facecolor": "red", "svg.fonttype": "none"}
    late |= {"pdf.compression": 0, "font.size": 20, "xtick.labelsize": 30, "font.sans-serif": ["DejaVu Sans Mono"]}
    with mpl.rc_context(late):
        before = dict(mpl.rcParams.copy())
        assert saved(artists, ending) == inside
        assert dict(mpl.rcParams.copy()) == before
    with plt.style.context("dark_background"):
        inside, artists = saved(hard.pr().plot(), "png"), hard.pr().plot()
    assert saved(artists, "png") == inside


def test_sizes_of_figures_lines_and_heights(hard):
    with style.paper("ieee", 2, height=2.5) as size:
        figure, axes = plt.subplots(1, 2, layout="constrained")
        _, artists = (hard.curve(space).plot(ax) for space, ax in zip(("pr", "roc"), axes, strict=True))
    assert tuple(figure.get_size_inches()) == size == (7.16, 2.5)
    assert b"/MediaBox [ 0 0 515.52 180 ]" in saved(artists, "pdf")
    for size, made in (((3.0, 2.5), (3.0, 2.5)), ((6.4, 4.8), (5.2, 4.4))):
        with mpl.rc_context({"figure.figsize": size}):
            assert tuple(hard.pr().plot().figure.get_size_inches()) == made
    for venue, width in ((None, 1.8), ("neurips", 1.62), ("nature", 1.26), ("slides", 3.24)):
        made = hard.pr().plot() if venue is None else style.paper(venue)(hard.pr().plot)()
        assert made.lines[0].get_linewidth() == pytest.approx(width)
    with style.paper(style.Venue({1: 4.0, 3: 8.0}, text=12.0, smallest=10.0), columns=3) as (width, _):
        assert (width, mpl.rcParams["axes.labelsize"]) == (8.0, 12.0)
    with pytest.raises(prplot.PrplotValueError, match=r"columns must be 1; got 2\. That is how many columns"):
        style.paper("NeurIPS", 2)
    with pytest.raises(prplot.PrplotValueError, match=r"height must be at most 20 inches; got 200\. An inch is"):
        style.paper("icml", height=200)


@pytest.mark.filterwarnings("default")
def test_the_first_truetype_font_of_the_venue_is_taken(monkeypatch):
    class Font:
        def __init__(self, name, file):
            self.name, self.fname = name, f"/fonts/{file}"

    for venue, fonts, families in (
        ("nature", [Font("Liberation Sans", "l.ttf"), Font("Arial", "arial.TTF")], ["Arial", "DejaVu Sans"]),
        ("nature", [Font("Arial", "arial.otf"), Font("Liberation Sans", "l.ttf")], ["Liberation Sans", "DejaVu Sans"]),
        ("neurips", [Font("Arial", "a.ttf"), Font("Times New Roman", "t.ttf")], ["Times New Roman", "DejaVu Sans"]),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(fontManager, "ttflist", fonts)
            with style.paper(venue):
                assert mpl.rcParams["font.family"] == families
    monkeypatch.setattr(style, "findSystemFonts", list)
    monkeypatch.setattr(fontManager, "ttflist", [Font("Arial", "arial.otf")])
    text = "none of Arial, Helvetica, .* is installed as a TrueType font, so DejaVu Sans stands in.*fonts-liberation"
    with pytest.warns(prplot.PrplotWarning, match=text), style.paper("nature"):
        assert mpl.rcParams["font.family"] == ["DejaVu Sans"]


def test_texts_of_an_svg_are_text_where_that_is_asked_for(hard):
    for venue, asked, text in (("nature", None, True), ("nature", False, False), ("icml", True, True)):
        with style.paper(venue):
            artists = hard.pr().plot()
        assert (b">Precision</text>" in saved(artists, "svg", editable=asked)) is text


# TeX.

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
EXAMPLE = Path(__file__).parents[2] / "docs" / "paper"


@pytest.fixture
def compiled(tmp_path):
    """Compile a document; return the log, and the PDF with objects that are not compressed."""
    if shutil.which("pdflatex") is None:
        (pytest.fail if IN_CI else pytest.skip)("install TeX: apt-get install texlive-latex-base texlive-pictures")

    def compile_(name):
        plain = rf"\pdfcompresslevel=0\pdfobjcompresslevel=0\input{{{name}}}"
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-jobname={name}", plain]
        environment = {**os.environ, "max_print_line": "1000"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        return (tmp_path / f"{name}.log").read_text(errors="replace"), (tmp_path / f"{name}.pdf").read_bytes()

    return compile_


@pytest.mark.release
def test_the_example_of_the_docs_has_the_width_and_the_letters_of_its_document(compiled, tmp_path):
    command = [sys.executable, "-W", "error", str(EXAMPLE / "make_figure.py")]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, "MPLBACKEND": "agg"}, check=True, capture_output=True)
    shutil.copy(EXAMPLE / "example.tex", tmp_path)
    log, document = compiled("example")
    requested = re.search(r"Requested size: ([\d.]+)pt x ([\d.]+)pt", log)
    assert float(requested[1]) == pytest.approx(5.5 * 72.27, abs=0.5)
    # The form is placed by a shift alone.
    matrix = re.search(rb"([-\d. ]+) cm\s*/Im\d+ Do", document)[1].split()
    assert [float(part) for part in matrix[:4]] == [1, 0, 0, 1]
    assert "Overfull" not in log
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", (tmp_path / "figure.pdf").read_bytes(), re.DOTALL)
    pages = [page for s in streams if s[:1] == b"x" and b" Tf" in (page := zlib.decompress(s))]
    sizes = {round(float(size), 2) for page in pages for size in re.findall(rb"/F\S+ ([\d.]+) Tf", page)}
    # 9 pt of TeX are 8.97 of a PDF.
    assert max(sizes) == pytest.approx(9 * 72 / 72.27, rel=0.005)
    assert b"/Type3" not in document


@pytest.mark.release
def test_pgf_figures_take_the_fonts_of_the_document(compiled, tmp_path, hard, other):
    with style.paper("neurips"):
        prplot.plot({"model_1 at 50%": hard, "$F_1$ and a longer name with words": other}).save(tmp_path / "figure.pgf")
    assert r"\pgfqpoint{5.500000in}" in (tmp_path / "figure.pgf").read_text()
    (tmp_path / "with_pgf.tex").write_text(
        r"\documentclass{article}\usepackage{pgf}\usepackage[strings]{underscore}\def\mathdefault#1{#1}"
        r"\begin{document}\input{figure.pgf}\end{document}"
    )
    content = compiled("with_pgf")[1]
    assert b"CMR" in content
    assert b"/FontFile2" not in content
    with mpl.rc_context({"pgf.texsystem": "pdflatex"}):
        artists = prplot.plot({"A & B": hard})
    with pytest.raises(prplot.PrplotValueError, match=r"pdflatex says: Misplaced alignment tab character &\."):
        artists.save(tmp_path / "other.pgf")


def test_without_tex_the_error_names_the_way_out(hard, ax, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda *_: None)
    text = r"path must end in pdf, svg or png where there is no TeX; got .*figure\.pgf.*install TeX .*includegraphics"
    with pytest.raises(prplot.PrplotValueError, match=text):
        hard.pr().plot(ax).save(tmp_path / "figure.pgf")
    assert list(tmp_path.iterdir()) == []


# Copies.


def test_figures_that_are_pickled_or_copied_are_the_same_pictures(hard, other, soft):
    artists = prplot.plot(hard)
    for part in (draw.hull, draw.threshold_ticks, draw.random_band, draw.threshold_colors):
        part(hard.pr(), ax=artists.ax)
    draw.operating_point(hard.pr(), 0.5, matrix=True, ax=artists.ax)
    panel = draw.panel([hard, other], ("roc", "det"), thresholds="f1", scores=True)
    for result in (artists, panel, prplot.plot(soft, "prg"), draw.soft_labels(soft)):
        result.figure.draw_without_rendering()
        result.figure.set_layout_engine("none")
        wanted = saved(result, "png", dpi=60)
        for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            assert repr(again) == repr(result)
            assert again.figure is not result.figure
            assert saved(again, "png", dpi=60) == wanted


RESULTS = {
    "plot": lambda p: prplot.plot(p),
    "curve": lambda p: p["a"].roc().plot(),
    "panel": lambda p: draw.panel(p, ["pr", "roc"], scores=True),
    "multiples": lambda p: draw.multiples({"x": p, "y": p}),
    "measures": lambda p: draw.measures(p, ["precision", "f1"]),
    "scores": lambda p: draw.scores(p["a"], threshold=0.5),
    "ranks": lambda p: draw.ranks(p),
    "differences": lambda p: prplot.compare(p, n=400, rng=1).plot(),
    "soft labels": lambda _: draw.soft_labels(prplot.from_weights([3.0, 2.0, 1.0], fg=[0.9, 0.5, 0.2])),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_every_saved_figure_has_its_description(kind, hard, other, tmp_path):
    drawn = RESULTS[kind]({"a": hard, "b": other})
    assert drawn.alt_text()
    drawn.save(tmp_path / "figure.svg")
    said = (tmp_path / "figure.svg").read_text()
    first = drawn.alt_text().split(".")[0]
    assert html.escape(first, quote=False) in said
    plt.close("all")


def test_bands_are_told_of_in_words(hard):
    drawn = prplot.plot(hard, band={"n": 400, "rng": 1, "level": 0.9})
    assert "Shaded: 90 % band, pointwise." in drawn.alt_text()
    assert "90 % band, pointwise" in drawn.legend.get_title().get_text()
