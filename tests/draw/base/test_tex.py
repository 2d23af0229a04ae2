"""Figures in LaTeX documents: the example of the docs at its true size, and pgf."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import matplotlib as mpl
import pytest

import prplot

EXAMPLE = Path(__file__).parents[3] / "docs" / "paper"
# TeX has 72.27 points to the inch.
POINTS = 72.27
IN_CI = os.environ.get("CI", "").lower() in ("1", "true")


def needed(what, there):
    """Skip what TeX is too small for; where the tests are to be complete, that is a failure."""
    if not there:
        (pytest.fail if IN_CI else pytest.skip)(
            f"{what} is missing: install TeX, on Debian with apt-get install texlive-latex-base texlive-pictures"
        )


@pytest.fixture(scope="module", autouse=True)
def _tex():
    for program in ("pdflatex", "kpsewhich"):
        needed(program, shutil.which(program))


@pytest.fixture(scope="module")
def pgf():
    """What TeX reads a figure of pgf with, if it has it."""
    for style in ("pgf.sty", "underscore.sty"):
        needed(style, subprocess.run(["kpsewhich", style], capture_output=True, check=False).returncode == 0)


def compiled(folder, name):
    """Compile a document; return the log and the objects of the PDF that are not compressed."""
    plain = rf"\pdfcompresslevel=0\pdfobjcompresslevel=0\input{{{name}}}"
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-jobname={name}", plain]
    environment = {**os.environ, "max_print_line": "1000"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    log = (folder / f"{name}.log").read_text(errors="replace")
    assert done.returncode == 0, log
    return log, (folder / f"{name}.pdf").read_bytes()


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """The example of the docs: the log, the PDF, and the figure alone."""
    folder = tmp_path_factory.mktemp("paper")
    command = [sys.executable, "-W", "error", str(EXAMPLE / "make_figure.py")]
    said = subprocess.run(
        command, cwd=folder, env={**os.environ, "MPLBACKEND": "agg"}, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert "Precision-Recall curves" in said.stdout
    shutil.copy(EXAMPLE / "example.tex", folder)
    return *compiled(folder, "example"), (folder / "figure.pdf").read_bytes()


def test_the_figure_is_as_wide_as_the_text_and_not_scaled(paper):
    log, document, _ = paper
    natural = re.search(r"<figure\.pdf, id=\d+, ([\d.]+)pt x ([\d.]+)pt>", log)
    requested = re.search(r"Requested size: ([\d.]+)pt x ([\d.]+)pt", log)
    size = [float(points) for points in natural.groups()]
    assert size[0] == pytest.approx(5.5 * POINTS, abs=0.5)
    assert [float(points) for points in requested.groups()] == pytest.approx(size, abs=0.01)
    # The form is placed by a shift alone.
    matrix = re.search(rb"([-\d. ]+) cm\s*/Im\d+ Do", document)[1].split()
    assert [float(part) for part in matrix[:4]] == [1, 0, 0, 1]
    assert "Overfull" not in log
    assert "Output written on example.pdf (1 page" in log


def test_labels_have_the_size_of_the_caption(paper):
    _, document, figure = paper
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", figure, re.DOTALL)
    pages = [page for s in streams if s[:1] == b"x" and b" Tf" in (page := zlib.decompress(s))]
    sizes = {round(float(size), 2) for page in pages for size in re.findall(rb"/F\S+ ([\d.]+) Tf", page)}
    caption = min(float(size) for size in re.findall(rb"/F\d+ ([\d.]+) Tf", document))
    # 9 pt of TeX are 8.97 of a PDF.
    assert caption == pytest.approx(9 * 72 / POINTS, abs=0.01)
    assert max(sizes) == pytest.approx(caption, rel=0.005)


def test_fonts_of_the_figure_are_embedded_as_truetype(paper):
    for content in paper[1:]:
        assert b"/FontFile2" in content
        assert b"/Type3" not in content


@pytest.fixture
def in_neurips():
    """A figure whose name has what TeX takes for commands."""
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="model_1 at 50%")
    with prplot.style.paper("neurips"):
        return path.pr().plot()


@pytest.mark.usefixtures("pgf")
def test_a_pgf_figure_takes_the_size_and_the_fonts_of_the_document(in_neurips, tmp_path):
    file = tmp_path / "figure.pgf"
    in_neurips.save(file)
    assert r"\pgfqpoint{5.500000in}" in file.read_text()
    assert "setmainfont" not in file.read_text().partition(r"\begingroup")[2]


@pytest.mark.usefixtures("pgf")
def test_a_pgf_figure_is_set_in_the_fonts_of_the_document(in_neurips, tmp_path):
    in_neurips.save(tmp_path / "figure.pgf")
    document = (
        r"\documentclass{article}\usepackage{pgf}\usepackage[strings]{underscore}\def\mathdefault#1{#1}"
        r"\begin{document}\setbox0\hbox{\input{figure.pgf}}\typeout{WIDTH \the\wd0}\noindent\box0\end{document}"
    )
    (tmp_path / "with_pgf.tex").write_text(document)
    log, content = compiled(tmp_path, "with_pgf")
    assert float(re.search(r"WIDTH ([\d.]+)pt", log)[1]) == pytest.approx(5.5 * POINTS, abs=0.5)
    assert b"CMR" in content
    assert b"/FontFile2" not in content


@pytest.mark.usefixtures("pgf")
def test_a_pgf_figure_of_several_curves(tmp_path):
    paths = {
        name: prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, last])
        for name, last in {"forest": 0.1, "a longer name with many words": 0.85, "$F_1$ model": 0.5}.items()
    }
    with prplot.style.paper("icml"):
        prplot.plot(paths).save(tmp_path / "figure.pgf")
        prplot.draw.panel(paths, ("roc", "pr")).save(tmp_path / "panel.pgf")
    for file in ("figure.pgf", "panel.pgf"):
        assert "hspace" not in (tmp_path / file).read_text()
        document = (
            r"\documentclass{article}\usepackage{pgf}\usepackage[strings]{underscore}\def\mathdefault#1{#1}"
            rf"\begin{{document}}\input{{{file}}}\end{{document}}"
        )
        (tmp_path / "with_pgf.tex").write_text(document)
        compiled(tmp_path, "with_pgf")


def test_a_style_that_tex_lacks_is_named(tmp_path):
    with mpl.rc_context({"pgf.texsystem": "pdflatex", "pgf.preamble": r"\usepackage{no-such-style}"}):
        artists = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).pr().plot()
    text = r"TeX cannot set the texts; got .*pdflatex says: File `no-such-style\.sty' not found\..*includegraphics"
    with pytest.raises(prplot.PrplotValueError, match=text):
        artists.save(tmp_path / "figure.pgf")


@pytest.mark.usefixtures("pgf")
def test_what_tex_says_of_a_text_is_quoted(tmp_path):
    with mpl.rc_context({"pgf.texsystem": "pdflatex"}):
        artists = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="A & B").pr().plot()
    with pytest.raises(prplot.PrplotValueError, match=r"pdflatex says: Misplaced alignment tab character &\."):
        artists.save(tmp_path / "figure.pgf")
