"""The page of the papers' figures and tables is what its script writes."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import prplot

ROOT = Path(__file__).resolve().parents[1]
spec = spec_from_file_location("make_reproductions", ROOT / "scripts" / "make_reproductions.py")
script = module_from_spec(spec)
sys.modules[spec.name] = script  # where dataclasses look for it
spec.loader.exec_module(script)

PAGE = (ROOT / "docs" / "reproductions.md").read_text(encoding="utf-8")
NUMBERS = script.numbers()


def written():
    """Our numbers as they are on the page, by paper, figure and what they are."""
    found = {}
    for section in PAGE.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        for line in text.split("| | number |")[1].splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 5:
                found[title, cells[0], cells[1]] = cells[3]
    return found


def test_the_page_is_what_the_script_writes():
    # Numbers that are drawn or fitted are taken from the page; the slow test makes them anew.
    ours = written()
    computed = {key: ours.get(key, "") if number.error else number.text() for key, number in NUMBERS.items()}
    assert script.page(computed) == PAGE


@pytest.mark.release
def test_drawn_numbers_are_those_of_the_page_within_their_error():
    ours = written()
    drawn = {key: number for key, number in NUMBERS.items() if number.error}
    assert len(drawn) > 20
    for key, number in drawn.items():
        *before, error = (float(each) for each in re.findall(r"-?[\d.]+", ours[key]))
        *again, _ = (float(each) for each in re.findall(r"-?[\d.]+", number.text()))
        assert error == number.error
        assert again == pytest.approx(before, rel=0, abs=4 * error), key


def test_every_figure_and_table_has_its_line():
    asked = {
        "Keilwagen": {"Figure": 8, "Table": 3},
        "Boyd": {"Figure": 4, "Table": 3},
        "Flach": {"Figure": 5},
        "Saito": {"Figure": 7, "Table": 5},
    }
    for paper in script.PAPERS:
        names = [item.name for item in paper.items]
        assert len(names) == len(set(names))
        kinds = asked.get(paper.title.split()[0].strip(","), {})
        needed = {f"{kind} {k}" for kind, last in kinds.items() for k in range(1, last + 1)} or {"Figure 2", "Figure 3"}
        assert needed <= set(names)
        for item in paper.items:
            assert item.verdict in (script.REPRODUCED, script.OTHER, script.NOT)
            assert bool(item.notebook or item.numbers) == (item.verdict != script.NOT)
            assert item.remark or item.verdict == script.REPRODUCED


def test_differences_are_bold_where_rounding_does_not_explain_them():
    number = script.Number("", "0.2 / ≈ 0.31 / 2", lambda: [0.24, 0.32, 1.4], 2)
    assert number.difference(number.text()) == "+0.04 / **+0.01** / **-0.60**"
    assert script.Number("", "0–2", lambda: "0–2–6").difference("0–2–6") == ""
    within = script.Number("", "up to 0.3", lambda: 0.4, 2, 0.06)
    assert within.text() == "0.40 ± 0.06"
    assert within.difference("0.40 ± 0.06") == "+0.10"


def test_algorithm_1_is_not_prplots_own():
    path = prplot.from_counts([2, 1], tp=[1, 3], fp=[0, 2])
    assert script.algorithm_1(path) == pytest.approx(path.pr().area(), rel=1e-13)
    # One positive after very many negatives: what is added up in the paper's way is rubbish.
    needle = prplot.from_counts([2, 1], tp=[0, 1], fp=[1e8, 1e8])
    assert needle.pr().area() == pytest.approx(5e-9, rel=1e-7)
    assert abs(script.algorithm_1(needle) / 5e-9 - 1) > 0.5
