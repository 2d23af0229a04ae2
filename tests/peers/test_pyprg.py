"""It calls a NumPy function that is gone, which the test gives back to it."""

import numpy as np
import pytest
from prg import prg

TOOL = "pyprg"


def signed_area(sample):
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(prg.calc_auprg(prg.create_prg_curve(sample.labels, sample.scores)))


PRINTS = {"PRG": signed_area}


@pytest.fixture(autouse=True)
def _given_back(monkeypatch):
    monkeypatch.setattr(np, "alen", lambda a: len(a) if hasattr(a, "__len__") else 1, raising=False)


@pytest.mark.parametrize("key", PRINTS)
def test_claim(key, sample, confirm):
    confirm(sample.path, key, TOOL, PRINTS[key](sample))
