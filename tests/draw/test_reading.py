"""What a page says of a threshold: the script is run by node."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.resources import files
from typing import Any

import matplotlib.pyplot as plt
import pytest

import prplot
from prplot.draw.page.places import picture_facts

NODE = shutil.which("node")
SCRIPT = """
import {{ reading }} from {script};
const [curve, row, times] = {given};
console.log(JSON.stringify(reading(curve, row, times)));
"""
WORDS = ["of", "100,000 at this prevalence; negatives are weighted"]


def read(path: prplot.ConfusionPath, row: int, times: float = 1.0) -> list[list[str]]:
    """What the script reads from the facts of a figure of a path."""
    figure = prplot.plot(path).figure
    figure.draw_without_rendering()
    curve = picture_facts(figure, 96)[0]["curves"][0]
    plt.close(figure)
    script: Any = files("prplot").joinpath("draw/page/face.mjs")
    code = SCRIPT.format(script=json.dumps(script.as_uri()), given=json.dumps([curve, row, times]))
    ran = subprocess.run([NODE, "--input-type=module", "-e", code], capture_output=True, check=True, text=True)
    found: list[list[str]] = json.loads(ran.stdout)
    return found


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("prevalence", [0.0001, 0.01, 0.5])
def test_counts_at_another_prevalence_are_of_so_many_rows_and_say_so(prevalence: float) -> None:
    path = prplot.from_labels([1] * 2 + [0] * 3 + [1] * 2 + [0] * 5, [9.0] * 5 + [1.0] * 7, name="model")
    given = [["TP", "2"], ["FP", "3"], ["FN", "2"], ["TN", "5"]]
    assert read(path, 1)[1:] == [*given, ["precision", "0.400"], ["recall", "0.500"], ["F\N{SUBSCRIPT ONE}", "0.444"]]
    # Recall is 1/2 and the false positive rate 3/8.
    positives, negatives = 1e5 * prevalence, 1e5 * (1 - prevalence)
    cells = {"TP": positives / 2, "FP": negatives * 3 / 8, "FN": positives / 2, "TN": negatives * 5 / 8}
    wanted = [*([name, f"{cell:.0f}"] for name, cell in cells.items()), WORDS]
    precision = cells["TP"] / (cells["TP"] + cells["FP"])
    # The prevalence is that of the path, or is chosen on the page.
    for said in (read(path.at_prevalence(prevalence), 1), read(path, 1, (1 - prevalence) / prevalence * 4 / 8)):
        assert said[1:6] == wanted
        assert dict(said[6:])["precision"] == f"{precision:.3f}"


def test_the_matrix_in_a_figure_says_the_same() -> None:
    path = prplot.from_labels([1] * 2 + [0] * 3 + [1] * 2 + [0] * 5, [9.0] * 5 + [1.0] * 7)
    for one, wanted in (
        (path, ["threshold 9", "TP 2  FP 3", "FN 2  TN 5"]),
        (path.at_prevalence(0.01), ["threshold 9", *WORDS[1:], "TP 500  FP 37125", "FN 500  TN 61875"]),
    ):
        drawn = prplot.draw.operating_point(one.pr(), 9.0, matrix=True)
        text = drawn.texts[0].get_text()
        assert " ".join(text.split()) == " ".join(" ".join(wanted).replace("100,000", "of 100,000").split())
        plt.close("all")
