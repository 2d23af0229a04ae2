"""The operating point of a view, as it is written."""

from __future__ import annotations

import re

import numpy as np
import pytest

from prplot.widgets.state.view import View


@pytest.mark.parametrize("number", [0, 3, 7])
def test_a_threshold_of_the_path_is_written_as_a_number(number, soft, code):
    cut = soft.thresholds[number]
    assert type(cut) is np.float64
    text = code(View(threshold=cut), soft)
    given = re.search(r"operating_point\(line.curve, (.*), ax", text)[1]
    assert eval(given, {}) == cut
    assert "np." not in text
