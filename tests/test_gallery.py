"""The gallery: every script runs by itself, its page is up to date, and every helper is shown."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from golden import figures

import prplot

ROOT = Path(__file__).resolve().parents[1]
spec = importlib.util.spec_from_file_location("make_gallery", ROOT / "scripts" / "make_gallery.py")
make_gallery = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_gallery)
# Not pictures, but what they are made of.
RESULTS = {
    "CalibrationPlot",
    "Drawn",
    "Histogram",
    "Measures",
    "Panels",
    "Plotted",
    "Secondary",
    "SoftLabels",
    "ThresholdColors",
}
NOT_SHOWN = {*RESULTS, "GainScale", "ProbitScale", "plot"}


# The others are drawn and looked at as golden figures.
ALONE = [script for script in make_gallery.scripts() if script.stem not in figures.SCRIPTS]


def test_every_script_has_its_title_and_text():
    for script in make_gallery.scripts():
        title, text, code = make_gallery.told(script)
        assert title
        assert text
        assert "import prplot" in code
        assert all(len(line) <= 100 for line in code.splitlines())


@pytest.mark.parametrize("script", ALONE, ids=lambda script: script.stem)
def test_script_draws_a_figure_and_leaves_matplotlib_as_it_was(script):
    settings = dict(mpl.rcParams)
    figure = make_gallery.run(script, layouts=0)
    assert dict(mpl.rcParams) == settings
    figure.set_dpi(60)
    figure.canvas.draw()
    picture = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert np.mean(picture != picture[0, 0]) > 0.01


def test_the_page_shows_every_script():
    assert sorted(make_gallery.scripts()) == sorted(make_gallery.SCRIPTS.glob("*.py"))
    assert (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8") == make_gallery.page()
    for script in make_gallery.scripts():
        assert (ROOT / "docs" / "gallery" / f"{script.stem}.png").read_bytes().startswith(b"\x89PNG")


def test_thumbnails_lead_to_their_sections():
    title, text, code = make_gallery.told(script := make_gallery.scripts()[0])
    anchor = {"One PR curve, all defaults": "one-pr-curve-all-defaults"}[title]
    assert f"](#{anchor})" in make_gallery.thumbnail(script)
    assert f"## {title}\n\n{text}\n\n![{title}](gallery/{script.stem}.png)" in make_gallery.page()
    assert code in make_gallery.page()


def test_every_helper_is_in_the_gallery():
    code = "\n".join(script.read_text(encoding="utf-8") for script in make_gallery.scripts())
    missing = [name for name in prplot.draw.__all__ if name not in NOT_SHOWN and f"draw.{name}(" not in code]
    assert not missing


def test_a_figure_without_a_script_or_a_group_is_refused(tmp_path, monkeypatch):
    with pytest.raises(SystemExit, match=r"docs/gallery has no script nothing\.py"):
        make_gallery.main(tmp_path, "nothing")
    monkeypatch.setattr(make_gallery, "GROUPS", {"Curves of classifiers": ("a_first_figure",)})
    with pytest.raises(SystemExit, match=r"baselines\.py is in no group of GROUPS"):
        make_gallery.main(tmp_path, "a_first_figure", "baselines")
    assert not [*tmp_path.iterdir()]
