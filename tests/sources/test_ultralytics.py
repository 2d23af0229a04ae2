"""Paths from what a validation of Ultralytics collects; numbers are counted by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

import prplot
from prplot.sources import from_ultralytics

# Two images: of class 0 four objects and three detections, of class 2 one object and one detection, of 5 one object.
HITS = np.zeros((4, 10), dtype=bool)
HITS[0], HITS[2, :6], HITS[3, :1] = True, True, True
STATS = {
    "tp": [HITS[:1], HITS[1:]],
    "conf": [np.array([0.9]), np.array([0.8, 0.4, 0.7])],
    "pred_cls": [np.array([0.0]), np.array([0.0, 0.0, 2.0])],
    "target_cls": [np.array([0.0, 0.0, 2.0]), np.array([0.0, 0.0, 5.0])],
}
WHOLE = {name: np.concatenate(values) for name, values in STATS.items()}


@pytest.mark.parametrize(
    "stats",
    [
        STATS,
        WHOLE,
        tuple(WHOLE.values()),
        list(STATS.values()),
        {name: values.tolist() for name, values in WHOLE.items()},
        STATS | {"target_img": [np.array([0])]},
        SimpleNamespace(stats=STATS, names={}),
    ],
)
def test_paths_by_class(stats):
    paths = from_ultralytics(stats)
    assert list(paths) == [0, 2, 5]
    assert [path.positives for path in paths.values()] == [4, 1, 1]
    assert np.isnan(paths[0].negatives)
    # Hits .9 and .4, a miss at .8: precision 1 at recall 1/4, 2/3 at recall 1/2.
    assert paths[0].pr("step").area() == pytest.approx(1 / 4 + 2 / 3 / 4)
    assert (paths[0].reached, paths[2].reached, paths[5].reached) == (0.5, 1, 0)


def test_ious_and_names():
    paths = from_ultralytics(STATS, iou=[0.5, 0.75, 0.95], names={0: "cat", 2: "dog"})
    assert list(paths)[:4] == [("cat", 0.5), ("cat", 0.75), ("cat", 0.95), ("dog", 0.5)]
    assert [paths["cat", iou].reached for iou in (0.5, 0.75, 0.95)] == [0.5, 0.5, 0.25]
    assert paths["dog", 0.75].reached == 0
    named = from_ultralytics(SimpleNamespace(stats=STATS, names={0: "cat"}))
    assert [path.name for path in named.values()] == ["cat", "2", "5"]
    one = from_ultralytics(WHOLE | {"tp": WHOLE["tp"][:, 0]}, iou=0.65)
    assert one[0].reached == 0.5


@pytest.mark.parametrize(
    ("stats", "options", "says"),
    [
        (None, {}, "stats must hold 'tp', 'conf', 'pred_cls', 'target_cls'"),
        ({"tp": [1]}, {}, "stats must hold"),
        (WHOLE | {"conf": [0.5]}, {}, "tp must have one row per detection; got 4 for 1 scores"),
        (WHOLE | {"pred_cls": [0]}, {}, "pred_cls must have one row per detection"),
        (WHOLE | {"tp": np.ones((4, 3))}, {}, "tp must have 10 columns"),
        (WHOLE | {"conf": ["high"] * 4}, {}, "must hold numbers"),
        (WHOLE, {"iou": 0.52}, "iou must be a threshold of the evaluation; got 0.52"),
        ({name: [] for name in WHOLE}, {}, "stats must hold a detection or an object"),
    ],
)
def test_what_is_wrong_is_said(stats, options, says):
    with pytest.raises(prplot.PrplotError, match=says):
        from_ultralytics(stats, **options)
