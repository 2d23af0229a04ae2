"""Tensors of PyTorch, and the short floats that come with Keras."""

import numpy as np
import pytest

import prplot
from prplot.errors import PrplotError

torch = pytest.importorskip("torch")
ml_dtypes = pytest.importorskip("ml_dtypes")

LABELS, SCORES = [1, 0, 1, 0], [0.9, 0.75, 0.5, 0.125]
PLAIN = prplot.from_labels(LABELS, np.float32(SCORES))


@pytest.mark.parametrize(
    "score",
    [
        torch.tensor(SCORES),
        torch.tensor(SCORES, requires_grad=True),
        torch.tensor(SCORES).requires_grad_() * 1,
        torch.stack([torch.tensor(SCORES)] * 2, 1)[:, 1],
        torch.nn.Parameter(torch.tensor(SCORES)),
        [torch.tensor(score, requires_grad=True) for score in SCORES],
        torch.tensor(SCORES).flip(0).flip(0).neg().neg(),
    ],
)
def test_tensors_are_scores_and_labels(score):
    for label in (torch.tensor(LABELS), torch.tensor(LABELS, dtype=torch.bool)):
        path = prplot.from_labels(label, score)
        assert np.array_equal(path.thresholds, PLAIN.thresholds)
        assert np.array_equal(path.tp, PLAIN.tp)


def test_every_kind_of_float_is_read():
    for kind in (torch.float16, torch.bfloat16, torch.float64, torch.float8_e4m3fn):
        path = prplot.from_labels(LABELS, torch.tensor(SCORES).to(kind))
        assert path.thresholds[1:].tolist() == torch.tensor(SCORES).to(kind).double().tolist()


def test_models_and_steps_of_a_training_loop():
    """What a training loop holds: logits with gradients, classes, batches."""
    torch.manual_seed(0)
    model = torch.nn.Linear(4, 3)
    y, logits = torch.arange(60) % 3, model(torch.randn(60, 4))
    for k, path in prplot.one_vs_rest(y, logits.softmax(1), classes=torch.arange(3)).items():
        alone = prplot.from_labels((y == k).numpy(), logits.softmax(1)[:, k].detach().numpy())
        assert path.roc().area() == alone.roc().area()
    marks = torch.rand(60, 3, generator=torch.Generator().manual_seed(1)) > 0.5
    assert len(prplot.multilabel(marks, logits)) == 3
    counts = prplot.Counts(torch.linspace(0, 1, 11))
    for rows in torch.arange(60).split(20):
        counts.update(y[rows] == 0, logits.softmax(1)[rows, 0])
    assert counts.path().positives == 20
    assert logits.requires_grad


def test_labels_of_tensors_are_chosen_by_a_tensor():
    assert prplot.from_labels(torch.tensor(LABELS), SCORES, pos_label=torch.tensor(0)).tp.tolist() == [0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (torch.empty(4, device="meta"), "y_score must be a one-dimensional array-like; got Tensor"),
        (torch.tensor(SCORES) * 1j, "y_score must hold real numbers; got Tensor"),
        (torch.tensor([SCORES, SCORES]), r"y_score must be one-dimensional; got shape \(2, 4\)"),
        (torch.tensor([0.1, 0.2, torch.nan, 0.3]), "y_score must hold no missing scores; got 1 of 4"),
    ],
)
def test_tensors_that_are_no_scores_are_told_of(score, says):
    with pytest.raises(PrplotError, match=says):
        prplot.from_labels(LABELS, score)


def test_short_floats_that_another_package_told_numpy_of_are_numbers():
    class Speaks:
        def __array__(self, *_, **__):
            return np.array([0.875, 0.75, 0.5, 0.125]).astype(ml_dtypes.bfloat16)

        def __dlpack__(self, **_):
            raise BufferError

    assert prplot.from_labels(LABELS, Speaks()).thresholds[1:].tolist() == [0.875, 0.75, 0.5, 0.125]
