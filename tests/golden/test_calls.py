"""Natural wrong calls say what they said."""

import re

import pytest
from golden.calls import calls, kind, said
from golden.recorders import golden

SAID = golden("calls.json")


def test_all_are_recorded():
    assert list(SAID) == calls()


@pytest.mark.parametrize("call", SAID)
def test_what_is_said(call, tmp_path):
    wanted, *words = SAID[call]
    category, text, place = said(call, tmp_path)
    assert kind(category) == wanted
    assert [word for word in words if word not in text] == []
    assert "\n" not in text
    assert "got got" not in text
    # What is listed may be long; of many names three at most are near.
    assert len(re.sub(r"\(.*?\)|'[^']*',?|\w+,", "", text)) < 350
    assert len(re.findall("'[^']*'", text.partition("The nearest are ")[2].partition(". ")[0])) <= 3
    # A warning points to the line of whoever called.
    assert place == "<call>"
