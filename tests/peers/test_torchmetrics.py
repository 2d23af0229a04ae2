import numpy as np
import pytest

import prplot

TOOL = "torchmetrics"


def tensors(sample, peer):
    torch = peer("torch")
    return torch.tensor(sample.scores), torch.tensor(sample.labels)


def functional(name, of="classification"):
    def printed(sample, peer):
        return float(getattr(peer(f"torchmetrics.functional.{of}"), name)(*tensors(sample, peer)))

    return printed


def plotted(sample, peer):
    """The score in the legend is rounded, so the number that the legend is given is asked for."""
    module = peer("torchmetrics.classification.precision_recall_curve")
    metric = module.BinaryPrecisionRecallCurve()
    metric.update(*tensors(sample, peer))
    given = []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "plot_curve", lambda *_, score, **__: given.append(float(score)))
        metric.plot(score=True)
    return given[0]


PRINTS = {
    "step": functional("binary_average_precision"),
    "linear, left=one": plotted,
    "ROC": functional("binary_auroc"),
    "eer, nearest threshold": functional("binary_eer"),
    "R-precision": functional("retrieval_r_precision", "retrieval"),
}


def without_ties(sample):
    """The same labels in another order, so that every row has a score of its own."""
    scores = np.arange(len(sample.labels)) / 512
    sample.scores = sample.rng.permutation(scores)
    sample.path = prplot.from_labels(sample.labels, sample.scores)
    return sample


@pytest.mark.parametrize("key", PRINTS)
def test_claim(key, sample, confirm, peer):
    rows = without_ties(sample) if key == "R-precision" else sample
    if key == "eer, nearest threshold" and TOOL not in [each.tool for each in rows.path.areas()[key].claims]:
        pytest.skip("two thresholds are equally near, and single precision decides")
    confirm(rows.path, key, TOOL, PRINTS[key](rows, peer))
