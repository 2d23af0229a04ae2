"""Evaluations written by hand, in the form that COCOeval has."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import prplot
from prplot.sources import from_coco

EVERY, LARGE = [0, 1e10], [96**2, 1e10]


def image(category, scores, matches, ignored=None, gt=(), gt_ignored=None, size=EVERY):
    """What was found in one image: matches and ignored have a row per IoU."""
    return {
        "category_id": category,
        "aRng": size,
        "gtIds": list(gt),
        "gtIgnore": np.array([0] * len(gt) if gt_ignored is None else gt_ignored),
        "dtScores": scores,
        "dtMatches": np.array(matches, dtype=float).reshape(2, -1),
        "dtIgnore": np.zeros((2, len(scores))) if ignored is None else np.array(ignored).reshape(2, -1),
    }


IMAGES = [
    # Category 4: in the first image one hit at IoU .5 only, and a miss; one that is ignored.
    image(4, [0.9, 0.6, 0.5], [[11, 0, 0], [0, 0, 0]], [[0, 0, 1], [0, 0, 1]], gt=[11, 12, 13], gt_ignored=[0, 0, 1]),
    None,
    # In the third a hit at both, with a score that the first has too, and a hit of something ignored.
    image(4, [0.6, 0.2], [[14, 15], [14, 15]], [[0, 1], [0, 1]], gt=[14, 15], gt_ignored=[0, 1]),
    image(4, [0.6], [[14], [14]], gt=[14], size=LARGE),
    # Category 2: detections, and no object but a crowd.
    image(2, [0.3], [[0], [0]], gt=[16], gt_ignored=[1]),
]


def evaluation(images=IMAGES, **params):
    usual = {"catIds": [4, 2, 9], "useCats": 1, "iouThrs": np.array([0.5, 0.75]), "maxDets": [1, 10]}
    usual |= {"areaRng": [EVERY, LARGE], "areaRngLbl": ["all", "large"]}
    return SimpleNamespace(evalImgs=images, params=SimpleNamespace(**usual | params))


def rows(path):
    return path.sample.score.tolist(), path.sample.fg.tolist()


def test_rows_in_the_order_of_coco():
    paths = from_coco(evaluation())
    assert list(paths) == [4, 2, 9]
    assert rows(paths[4]) == ([0.9, 0.6, 0.6], [1, 0, 1])
    assert (paths[4].positives, paths[4].reached) == (3, 2 / 3)
    assert math.isnan(paths[4].negatives)
    # Two detections of one score are one vertex, and in COCO's order two.
    assert (paths[4].tp.tolist(), paths[4].fp.tolist()) == ([0, 1, 2], [0, 0, 1])
    given = paths[4].ties("given")
    assert (given.tp.tolist(), given.fp.tolist()) == ([0, 1, 1, 2], [0, 0, 1, 1])
    # Precision 1 at the recalls 0 to .33, 2/3 at those up to .66, nothing beyond.
    assert paths[4].areas()["COCO 101-point"].value == pytest.approx((34 + 33 * 2 / 3) / 101, rel=1e-14)
    # Categories without objects.
    assert (rows(paths[2]), len(paths[9])) == (([0.3], [0]), 1)
    assert (paths[2].positives, paths[9].positives) == (0, 0)


def test_other_thresholds_sizes_limits_and_categories():
    other = from_coco(evaluation(), iou=0.75 + 1e-13)[4]
    assert (rows(other), other.name) == (([0.9, 0.6, 0.6], [0, 0, 1]), "4")
    several = from_coco(evaluation(), iou=[0.75, 0.5], category=4)
    assert list(several) == [(4, 0.75), (4, 0.5)]
    assert [rows(path)[1] for path in several.values()] == [[0, 0, 1], [1, 0, 1]]
    assert several[4, 0.75].name == "4, IoU 0.75"
    every = from_coco(evaluation(), iou=np.array([0.5, 0.75]))
    assert list(every) == [(each, iou) for each in (4, 2, 9) for iou in (0.5, 0.75)]
    large = from_coco(evaluation(), area="large")[4]
    assert (rows(large), large.positives) == (([0.6], [1]), 1)
    assert rows(from_coco(evaluation(), max_dets=1)[4]) == ([0.9, 0.6], [1, 1])
    assert rows(from_coco(evaluation(maxDets=[10, 1]))[4]) == rows(from_coco(evaluation(), max_dets=10)[4])
    for given, found in ((2, [2]), ([9, 4], [4, 9]), (np.int64(9), [9])):
        assert list(from_coco(evaluation(), category=given)) == found


def test_names_and_parameters_of_the_evaluation():
    named = evaluation()
    named.cocoGt = SimpleNamespace(cats={4: {"name": "cat"}, 2: {}})
    assert [path.name for path in from_coco(named).values()] == ["cat", "2", "9"]
    alone = [each | {"category_id": -1} for each in IMAGES[:1]]
    assert list(from_coco(evaluation(alone, useCats=0))) == [-1]
    changed = evaluation(catIds=[1])
    changed._paramsEval = evaluation().params
    assert list(from_coco(changed)) == [4, 2, 9]


def test_an_annotation_of_id_0():
    images = [image(4, [0.9], [[0], [0]], gt=[0]), image(2, [0.9], [[0], [0]], [[1], [1]], gt=[0], gt_ignored=[1])]
    with pytest.warns(prplot.PrplotWarning, match=r"id 0 is counted as never hit, .* category 4\. Number .* from 1"):
        assert rows(from_coco(evaluation(images))[4]) == ([0.9], [0])


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (evaluation(), {"category": 5}, r"category must be an id of the evaluation; got 5\. They are 4, 2, 9\."),
        (evaluation(), {"max_dets": 100}, r"max_dets must be a limit of the evaluation; got 100\. They are 1, 10\."),
        (evaluation([]), {}, r"evaluation must be evaluated; .* Call evaluation\.evaluate\(\)"),
        ("results.json", {}, "evaluation must be a COCOeval"),
        (evaluation([image(4, [math.nan], [[0], [0]], gt=[1])]), {}, "for every detection; got NaN in category '4'"),
    ],
)
def test_what_the_evaluation_has_not(given, options, message):
    with pytest.raises(prplot.PrplotError, match=message):
        from_coco(given, **options)
