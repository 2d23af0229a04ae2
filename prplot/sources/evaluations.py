"""Make paths from evaluations of object detectors by other tools: pycocotools and Ultralytics."""

from __future__ import annotations

import contextlib
import io
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotError, PrplotValueError, by_name, invalid, listed, one_of, short, warn, wrong_type
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import BoolArray, FloatArray
from prplot.rows.checks import number, on_host
from prplot.rows.hard_labels import plain
from prplot.sources.reading_errors import needed

# IoU thresholds are equal if they differ by at most this; evaluations compute theirs by a division.
NEAR = 1e-9
# The keys of an image in an evaluation that are used.
IMAGE_KEYS = {"category_id", "aRng", "gtIds", "gtIgnore", "dtScores", "dtMatches", "dtIgnore"}
# The category id of pycocotools if the evaluation ignores categories.
NO_CATEGORIES = -1


@by_name("The evaluation comes first, or the truth and the detections; all else is passed by name.")
def from_coco(
    evaluation: Any,
    detections: Any = None,
    *,
    category: Any = None,
    iou: float | Iterable[float] = 0.5,
    area: str = "all",
    max_dets: int | None = None,
) -> dict[Any, ConfusionPath]:
    """Make paths from an evaluation of object detection: a `COCOeval` of pycocotools or a compatible class.

    Parameters
    ----------
    evaluation : COCOeval, or path-like or COCO
        The evaluation, after ``evaluate()`` was called; ``accumulate()`` is not needed. With ``detections``, the truth
        instead: a file of annotations in COCO's JSON, or a `COCO` of pycocotools.
    detections : path-like, list or array, optional
        What was detected, in COCO's JSON of results; pycocotools evaluates boxes, at the wanted IoU. It is installed
        by ``prplot-curves[detection]``.
    category : id or sequence of ids, optional
        The categories to make paths of; default: all. If the evaluation ignores categories (``params.useCats = 0``),
        the only category is -1.
    iou : float or sequence of floats
        One or more IoU thresholds of the evaluation: the least overlap with an object at which a detection is a hit.
    area : str
        The size of the objects to count, by its label in the evaluation: "all", "small", "medium" or "large".
    max_dets : int, optional
        The maximal number of detections per image and category, one of the limits of the evaluation; default: the
        largest limit.

    Returns
    -------
    dict of ConfusionPath
        The keys are category ids, in the order of ``evaluation.params.catIds``, or pairs (category id, IoU) if ``iou``
        is a sequence. P is the number of objects; an object that no detection hits is a positive that no threshold
        reaches. The number of negatives is unknown. As in COCO, crowds and objects outside the size ``area`` are not
        counted. Detections matched to them are left out, as are unmatched detections outside this size. A category
        without objects has a path with P = 0; the areas of this path are NaN, with a warning.

    Raises
    ------
    PrplotTypeError
        If ``evaluation`` lacks the attributes of a `COCOeval`.
    PrplotValueError
        If ``evaluate()`` was not called, or if the evaluation does not have the given category, IoU, area or limit; the
        message lists the available ones.

    Notes
    -----
    In plots, all detections with the same score form one operating point. COCO processes these detections one by one,
    in its own order, which is the order of the rows of the path: ``path.ties("given")`` gives the curve of COCO, and
    the area "COCO 101-point" of ``path.areas()`` is the mean of ``evaluation.eval["precision"]`` over the recalls.

    COCO marks a detection without a hit by the id 0, so an annotation whose id is 0 counts as never hit; a
    `PrplotWarning` names the categories with such an annotation.

    References
    ----------
    T.-Y. Lin et al., Microsoft COCO: Common Objects in Context, ECCV 2014; https://cocodataset.org/#detection-eval.

    Examples
    --------
    Two images, two objects of one category, three detections of which the first hits:

    >>> import prplot
    >>> from types import SimpleNamespace
    >>> params = SimpleNamespace(
    ...     catIds=[7], useCats=1, iouThrs=[0.5], areaRng=[[0, 1e10]], areaRngLbl=["all"], maxDets=[100]
    ... )
    >>> one = {"category_id": 7, "aRng": [0, 1e10], "gtIds": [1], "gtIgnore": [0]}
    >>> first = {"dtScores": [0.9, 0.4], "dtMatches": [[1, 0]], "dtIgnore": [[0, 0]]}
    >>> second = {"dtScores": [0.6], "dtMatches": [[0]], "dtIgnore": [[0]]}
    >>> path = prplot.sources.from_coco(SimpleNamespace(params=params, evalImgs=[one | first, one | second]))[7]
    >>> path.reached, round(path.areas()["COCO 101-point"].value, 4)
    (0.5, 0.505)
    >>> artists = prplot.plot(path)
    """
    if detections is not None:
        evaluation = _evaluated(evaluation, detections, _several(iou)[1])

    if not (hasattr(getattr(evaluation, "params", None), "catIds") and hasattr(evaluation, "evalImgs")):
        raise wrong_type("evaluation", "be a COCOeval, with params and evalImgs", evaluation, "See pycocotools.")
    if not (isinstance(evaluation.evalImgs, Sequence) and len(evaluation.evalImgs)):
        raise invalid("evaluation", "be evaluated", "one without results", "Call evaluation.evaluate() first.")

    # Parameters may have changed since the evaluation; evaluate() keeps a copy of those that it used.
    params: Any = getattr(evaluation, "_paramsEval", None)
    params = params if hasattr(params, "catIds") else evaluation.params

    _, known = _several(params.catIds if getattr(params, "useCats", 1) else NO_CATEGORIES)
    _, wanted = _several(known if category is None else category)
    unknown = [each for each in wanted if not (isinstance(each, int | float | str) and each in known)]
    if category is not None and (unknown or not wanted):
        raise invalid(
            "category",
            "be an id of the evaluation",
            short(unknown[0]) if unknown else "none",
            f"They are {listed(known, most=20)}.",
        )

    several, ious = _several(iou)
    positions = _positions("iou", ious, params.iouThrs, "threshold")
    sizes = list(params.areaRngLbl)
    size = tuple(params.areaRng[sizes.index(one_of("area", area, sizes))])
    limits = list(params.maxDets)
    max_dets = max(limits) if max_dets is None else limits[_positions("max_dets", [max_dets], limits, "limit")[0][1]]

    by_category = defaultdict(list)
    for image in evaluation.evalImgs:
        if image is None:
            continue
        if not (isinstance(image, Mapping) and image.keys() >= IMAGE_KEYS):
            raise wrong_type(
                "evaluation",
                f"have evalImgs that are None or hold {listed(sorted(IMAGE_KEYS))}",
                image,
                "See pycocotools.",
            )
        if tuple(image["aRng"]) == size:
            by_category[image["category_id"]].append(image)

    names = getattr(getattr(evaluation, "cocoGt", None), "cats", None) or {}
    paths = {}
    with_id_zero = []
    for each in filter(wanted.__contains__, known):
        name = str((names.get(each) or {}).get("name", each))
        score, matched, ignored, objects = _detections(by_category[each], int(max_dets), len(params.iouThrs))
        if 0 in objects:
            with_id_zero.append(each)
        for threshold, index in positions:
            title = f"{name}, IoU {threshold:g}" if several else name
            counted = ~ignored[index]
            if np.isnan(score[counted]).any():
                raise invalid("evaluation", "have a score for every detection", f"NaN in category {title!r}")
            paths[(each, threshold) if several else each] = from_labels(
                matched[index][counted], score[counted], positives=len(objects), name=title
            )

    if with_id_zero:
        warn(
            f"the annotation of id 0 is counted as never hit, as COCO does, in category {listed(with_id_zero)}. "
            "Number annotations from 1 on."
        )
    return paths


def _evaluated(truth: Any, detections: Any, ious: Sequence[Any]) -> Any:
    """Return the evaluation of boxes by pycocotools at these IoU thresholds, without what pycocotools prints."""
    coco = needed("pycocotools.coco", "from_coco with detections", "detection")
    cocoeval = needed("pycocotools.cocoeval", "from_coco with detections", "detection")
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            objects = coco.COCO(os.fspath(truth)) if isinstance(truth, str | os.PathLike) else truth
            found = os.fspath(detections) if isinstance(detections, str | os.PathLike) else detections
            evaluation = cocoeval.COCOeval(objects, objects.loadRes(found), "bbox")
            evaluation.params.iouThrs = np.array(sorted({number("iou", each) for each in ious}))
            evaluation.evaluate()
        except PrplotError:
            raise
        except Exception as error:
            raise PrplotValueError(
                f"evaluation and detections must be annotations and results in COCO's JSON; got {type(error).__name__} "
                f"from pycocotools, which says:\n{error}"
            ) from error
    return evaluation


def _several(value: Any) -> tuple[bool, list[Any]]:
    """Return whether a value is a sequence, and a list of its members, or of the value itself."""
    several = isinstance(value, Iterable) and not isinstance(value, str | bytes) and getattr(value, "ndim", 1) > 0
    members = value if several else [value]
    return several, [*map(plain, members)]


def _positions(argument: str, wanted: list[Any], known: Iterable[float], what: str) -> list[tuple[float, int]]:
    """Return (number, index) pairs: each wanted number with its index among those of the evaluation."""
    pairs = []
    way_out = f"They are {', '.join(f'{each:g}' for each in known)}."
    for value in (number(argument, each) for each in wanted):
        near = [index for index, each in enumerate(known) if abs(each - value) <= NEAR]
        if not near:
            raise invalid(argument, f"be a {what} of the evaluation", f"{value:g}", way_out)
        pairs.append((value, near[0]))
    if not pairs:
        raise invalid(argument, f"hold at least one {what}", "none", way_out)
    return pairs


def _detections(
    images: list[Any], max_dets: int, thresholds: int
) -> tuple[FloatArray, BoolArray, BoolArray, list[Any]]:
    """Return all scores of a category, which are hits and which ignored (by IoU threshold), and the ids of its objects.

    Scores are in falling order, and equal scores in the order of the evaluation, as in COCO.
    """
    (scores,), matched, ignored = (
        np.hstack([np.zeros((rows, 0)), *(np.reshape(image[key], (rows, -1))[:, :max_dets] for image in images)])
        for key, rows in (("dtScores", 1), ("dtMatches", thresholds), ("dtIgnore", thresholds))
    )
    order = np.argsort(-scores, kind="stable")
    pairs = (pair for image in images for pair in zip(image["gtIds"], image["gtIgnore"], strict=True))
    return scores[order], matched[:, order] != 0, ignored[:, order] != 0, [each for each, ignore in pairs if not ignore]


# The IoU thresholds of Ultralytics; its hits have one column for each.
ULTRALYTICS_IOUS = tuple(round(0.5 + 0.05 * k, 2) for k in range(10))
# What the stats of Ultralytics hold: hits, scores, predicted classes, and the classes of all objects.
DETECTION_KEYS = ("tp", "conf", "pred_cls", "target_cls")


@by_name("Options are passed by name: iou=, names=.")
def from_ultralytics(
    stats: Any, *, iou: float | Iterable[float] = 0.5, names: Mapping[Any, str] | None = None
) -> dict[Any, ConfusionPath]:
    """Make paths from a validation of Ultralytics' YOLO: one per class.

    Parameters
    ----------
    stats : mapping, sequence or object
        Which detections are hits (``tp``, a column for each IoU threshold from 0.5 to 0.95, or one column), their
        scores (``conf``) and classes (``pred_cls``), and the classes of all objects (``target_cls``): a mapping with
        these keys, a sequence of the four, or an object with an attribute ``stats``, such as ``validator.metrics``.
        Each may be a list of arrays, one per image.
    iou : float or sequence of floats
        One or more of the IoU thresholds 0.5, 0.55, ..., 0.95: the least overlap at which a detection is a hit.
        Ignored if ``tp`` has one column.
    names : mapping, optional
        Names of the classes. Default: ``names`` of the object, where it has some.

    Returns
    -------
    dict of ConfusionPath
        The keys are the names of the classes, or their numbers where they have none, or pairs of these and an IoU if
        ``iou`` is a sequence. P is the number of objects of a class; an object that no detection hits is a positive
        that no threshold reaches. The number of negatives is unknown. A class without objects has a path with P = 0.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If one of the four is missing, lengths differ, or there is no such IoU.

    Notes
    -----
    Ultralytics' own curves (``px`` and ``prec_values``) go on in a straight line to precision 0 at recall 1, where
    there are no detections; its ``ap`` is the area of precision at 101 recalls with that line below.

    See Also
    --------
    from_coco : evaluations by pycocotools.

    Examples
    --------
    >>> import prplot
    >>> stats = {"tp": [[1], [0], [1]], "conf": [0.9, 0.8, 0.4], "pred_cls": [0, 0, 0], "target_cls": [0, 0, 0, 0]}
    >>> path = prplot.sources.from_ultralytics(stats, names={0: "cat"})["cat"]
    >>> path.positives, path.reached
    (4.0, 0.5)
    >>> artists = prplot.plot(path)
    """
    if not isinstance(stats, Mapping | list | tuple):
        names = getattr(stats, "names", None) if names is None else names
        stats = getattr(stats, "stats", stats)
    if isinstance(stats, list | tuple) and len(stats) == len(DETECTION_KEYS):
        stats = dict(zip(DETECTION_KEYS, stats, strict=True))
    if not (isinstance(stats, Mapping) and stats.keys() >= set(DETECTION_KEYS)):
        way_out = "They are the stats of a validator; Ultralytics empties them when a validation ends."
        raise wrong_type("stats", f"hold {listed(DETECTION_KEYS)}", stats, way_out)
    hits = _joined("tp", stats["tp"])
    hits = hits[:, None] if hits.ndim == 1 else hits
    score, found, objects = (_joined(name, stats[name]).ravel() for name in DETECTION_KEYS[1:])
    if hits.ndim != 2:
        raise invalid("tp", "have one or two dimensions", f"shape {hits.shape}")
    for name, column in (("tp", hits), ("pred_cls", found)):
        if len(column) != len(score):
            raise invalid(name, "have one row per detection", f"{len(column)} for {len(score)} scores")
    if not len(score) and not len(objects):
        way_out = "Ultralytics empties them when a validation ends: keep a copy in a callback."
        raise invalid("stats", "hold a detection or an object", "none", way_out)
    several, ious = _several(iou)
    if hits.shape[1] == 1:
        positions = [(number("iou", each), 0) for each in ious]
    elif hits.shape[1] == len(ULTRALYTICS_IOUS):
        positions = _positions("iou", ious, ULTRALYTICS_IOUS, "threshold")
    else:
        raise invalid("tp", "have 10 columns, one per IoU threshold, or one", f"{hits.shape[1]}")
    paths = {}
    for each in np.unique(np.concatenate([found, objects])).tolist():
        of_class = found == each
        label = int(each) if each == int(each) else each
        key = (names or {}).get(label, label)
        for level, place in positions:
            paths[(key, level) if several else key] = from_labels(
                hits[of_class, place] != 0,
                score[of_class],
                positives=float(np.count_nonzero(objects == each)),
                name=f"{key}, IoU {level:g}" if several else str(key),
            )
    return paths


def _joined(name: str, values: Any) -> NDArray[Any]:
    """Return the numbers of all images as one array: hits ("tp") have two dimensions, the others one."""
    dimensions = 2 if name == "tp" else 1
    try:
        values = on_host(values)
        if isinstance(values, list | tuple):
            images = [np.asarray(on_host(each), dtype=float) for each in values]
            if images and all(image.ndim == dimensions for image in images):
                return np.concatenate(images)
        return np.asarray(values, dtype=float)
    except Exception as error:
        # Foreign classes may raise any exception.
        raise wrong_type(f"stats[{name!r}]", "hold numbers", values, f"({error})") from None
