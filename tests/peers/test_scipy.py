"""The one-sided statistic of two samples is KS; the two-sided one is larger where negatives score higher."""

import pytest
from scipy.stats import ks_2samp

TOOL = "SciPy"


def statistic(sample):
    by_class = (sample.scores[sample.labels == label] for label in (0, 1))
    return ks_2samp(*by_class, alternative="greater", method="asymp").statistic


PRINTS = {"ks": statistic}


@pytest.mark.parametrize("key", PRINTS)
def test_claim(key, sample, confirm):
    confirm(sample.path, key, TOOL, PRINTS[key](sample))
