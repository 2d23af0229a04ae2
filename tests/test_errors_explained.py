"""The page of errors and warnings: the code below each heading still says what the heading says."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import prplot

PAGE = Path(__file__).resolve().parents[1] / "docs" / "errors-explained.md"
CELL = re.compile(r"```\{code-cell\}\n(?::[^\n]*\n)*(.*?)```", flags=re.DOTALL)


def test_each_heading_is_the_message_of_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before, *sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    names: dict[str, object] = {}
    exec(CELL.findall(before)[-1], names)
    assert len(sections) >= 15
    for section in sections:
        [code] = CELL.findall(section)
        heading = section.partition("\n")[0].rstrip(" .")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", prplot.PrplotWarning)
            error = ""
            try:
                exec(code, names)
            except prplot.PrplotError as raised:
                error = str(raised)
        said = " ".join([error, *(str(each.message) for each in caught)])
        assert set(re.findall(r"\w+", heading.lower())) <= set(re.findall(r"\w+", said.lower())), heading
        plt.close("all")
