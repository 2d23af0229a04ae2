from __future__ import annotations

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
    confirm(rows.path, key, TOOL, PRINTS[key](rows, peer))


def test_the_legend_of_its_plot_shows_that_number(peer):
    module = peer("torchmetrics.classification")
    torch = peer("torch")
    labels, scores = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    metric = module.BinaryPrecisionRecallCurve()
    metric.update(torch.tensor(scores), torch.tensor(labels))
    _, ax = metric.plot(score=True)
    shown = ax.get_legend_handles_labels()[1] or [text.get_text() for text in ax.get_legend().get_texts()]
    assert f"{prplot.from_labels(labels, scores).areas()['linear, left=one'].value:.3f}" in shown[0]


def test_scores_outside_0_and_1_go_through_a_sigmoid_that_merges_them(peer):
    """So it is not shown for them."""
    labels, scores = [0, 1, 0, 1], [100.0, 101.0, 102.0, 103.0]
    table = prplot.from_labels(labels, scores).areas()
    printed = peer("torchmetrics.functional.classification").binary_average_precision(
        peer("torch").tensor(scores), peer("torch").tensor(labels)
    )
    assert float(printed) == 0.5
    assert table["step"].value == pytest.approx(5 / 6, abs=0.2)
    assert TOOL not in [claim.tool for claim in table["step"].claims]
