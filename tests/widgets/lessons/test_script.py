"""The script of a lesson's page says of a guess what Python says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.resources import files

import numpy as np
import pytest

from prplot.widgets.lessons.lesson import Guess

SCRIPT = files("prplot.widgets.lessons").joinpath("lesson.mjs")


def run(expression, **given):
    node = shutil.which("node")
    if node is None:
        reason = "no node on the PATH: apt-get install nodejs"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    program = f"""
    import * as lesson from {json.dumps(SCRIPT.as_uri())};
    const given = {json.dumps(given)};
    console.log(JSON.stringify({expression}));"""
    done = subprocess.run(
        [node, "--input-type=module", "-e", program], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert not done.stderr, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("digits", [0, 1, 3])
def test_a_guess_is_answered_as_in_python(digits):
    rng = np.random.default_rng(digits)
    truth = float(np.round(rng.uniform(-5, 20_000), 5))
    values = [*np.round(rng.uniform(-30_000, 30_000, 40), digits), round(truth, digits), 0.0, 999.0, 1e6, -1234.0]
    guess = Guess("?", lambda: truth, low=-1e6, high=1e6, digits=digits, at={})
    given = {"values": [float(value) for value in values], "truth": truth, "digits": digits}
    found = run("given.values.map((value) => lesson.answer(value, given.truth, given.digits))", **given)
    assert found == [guess.answer(float(value)) for value in values]
    found = run("given.values.map((value) => lesson.written(value, given.digits))", **given)
    assert found == [guess.written(float(value)) for value in values]


def test_positions_are_numbered_as_python_draws_them():
    controls = [{"words": ["a"] * count} for count in (3, 1, 4)]
    every = [[i, 0, k] for i in range(3) for k in range(4)]
    found = run("given.every.map((at) => lesson.numberOf(at, given.controls))", every=every, controls=controls)
    assert found == list(range(12))
