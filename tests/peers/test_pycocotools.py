"""Detections made at random are evaluated by COCOeval, and read from it."""

import contextlib
import io

import numpy as np
import pytest

import prplot

TOOL = "pycocotools"
KEY = "COCO 101-point"
IMAGES, CATEGORIES = 12, (3, 7, 8, 20)
# Detections of one score, of few scores, and of all different ones.
TIES = {"all tied": None, "tied": 1, "untied": 15}


def boxes(rng, count):
    # Small, medium and large ones: COCO draws the line at 32 and 96 pixels.
    size = np.exp(rng.uniform(np.log(8), np.log(300), (count, 2)))
    return np.column_stack([rng.uniform(0, 300, (count, 2)), size])


def annotations(rng):
    every = []
    for image in range(1, IMAGES + 1):
        # The last category but one has detections only, the last neither.
        for category in CATEGORIES[:2]:
            for box in boxes(rng, int(rng.integers(0, 6))).tolist():
                every.append(
                    {
                        "id": 1 + len(every),
                        "image_id": image,
                        "category_id": category,
                        "bbox": box,
                        "area": box[2] * box[3],
                        "iscrowd": int(len(every) > 3 and rng.random() < 0.15),
                    }
                )
    return every


def results(rng, objects, digits):
    found = []
    for one in objects:
        for _ in range(int(rng.integers(0, 4))):
            shaken = (np.array(one["bbox"]) * rng.uniform(0.94, 1.06, 4)).tolist()
            found.append({"image_id": one["image_id"], "category_id": one["category_id"], "bbox": shaken})
    for image in range(1, IMAGES + 1):
        for category in CATEGORIES[:3]:
            for box in boxes(rng, int(rng.integers(0, 3))).tolist():
                found.append({"image_id": image, "category_id": category, "bbox": box})
    rng.shuffle(found)
    return [one | {"score": 0.5 if digits is None else round(float(rng.random()), digits)} for one in found]


def evaluated(peer, seed, digits):
    coco, cocoeval = peer("pycocotools.coco"), peer("pycocotools.cocoeval")
    rng = np.random.default_rng(seed)
    objects = annotations(rng)
    with contextlib.redirect_stdout(io.StringIO()):
        truth = coco.COCO()
        truth.dataset = {
            "info": {},
            "images": [{"id": image} for image in range(1, IMAGES + 1)],
            "categories": [{"id": each, "name": f"thing {each}"} for each in CATEGORIES],
            "annotations": objects,
        }
        truth.createIndex()
        evaluation = cocoeval.COCOeval(truth, truth.loadRes(results(rng, objects, digits)), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
    return evaluation


@pytest.fixture(scope="module", params=TIES)
def evaluation(request, peer):
    return evaluated(peer, 1, TIES[request.param])


def read(evaluation, place, area, most):
    """The paths of an IoU, and the mean precision that COCO has for each category."""
    params = evaluation.params
    threshold, label, limit = params.iouThrs[place], params.areaRngLbl[area], params.maxDets[most]
    paths = prplot.sources.from_coco(evaluation, iou=threshold, area=label, max_dets=limit)
    precision = evaluation.eval["precision"][place, :, :, area, most]
    return paths, precision.mean(axis=0), evaluation.eval["recall"][place, :, area, most]


PRINTS = {KEY: lambda evaluation: read(evaluation, 0, 0, 2)[1][0]}


@pytest.mark.parametrize("key", PRINTS)
def test_claim(key, evaluation, confirm):
    paths = prplot.sources.from_coco(evaluation)
    confirm(paths[CATEGORIES[0]], key, TOOL, PRINTS[key](evaluation))


@pytest.mark.parametrize("most", range(3))
@pytest.mark.parametrize("area", range(4))
def test_every_number(evaluation, area, most):
    for place in range(len(evaluation.params.iouThrs)):
        paths, precision, recall = read(evaluation, place, area, most)
        assert list(paths) == list(evaluation.params.catIds)
        for path, printed, reached in zip(paths.values(), precision, recall, strict=True):
            row = path.areas()[KEY]
            if printed == -1:
                assert path.positives == 0
                assert row.undefined == "needs positive weight"
            else:
                assert row.value == pytest.approx(printed, abs=1e-12, rel=0)
                assert path.reached == pytest.approx(reached, rel=1e-15)


def test_the_samples_have_what_matters(evaluation):
    paths = prplot.sources.from_coco(evaluation)
    assert [path.positives > 0 for path in paths.values()] == [True, True, False, False]
    assert [len(path) > 1 for path in paths.values()] == [True, True, True, False]
    assert any(0 < path.reached < 1 for path in paths.values())
    ignored = [image["dtIgnore"].any() for image in evaluation.evalImgs if image is not None]
    assert any(ignored)


def test_the_mean_that_coco_prints(evaluation):
    paths = prplot.sources.from_coco(evaluation, iou=evaluation.params.iouThrs)
    with contextlib.redirect_stdout(io.StringIO()):
        evaluation.summarize()
    found = prplot.identify(paths, f"{evaluation.stats[0]:.6f}")
    assert found[KEY].members == (20, 40)
    assert [claim.tool for claim in found[KEY].claims] == [TOOL]
