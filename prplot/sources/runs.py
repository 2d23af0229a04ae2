"""From judgements and a run of a retrieval system, as the tools of TREC have them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from prplot.errors import by_name, invalid, listed, short, wrong_type
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number, number_that

Judgements = Mapping[Any, Mapping[Any, float]]


@by_name()
def from_run(qrels: Judgements, run: Judgements, *, relevant: float = 1) -> dict[Any, ConfusionPath]:
    """Make paths from relevance judgements and a run: one per query.

    Parameters
    ----------
    qrels : mapping
        By query, a mapping from documents to judgements, as ``pytrec_eval.parse_qrel`` returns it.
    run : mapping
        By query, a mapping from the documents returned to their scores, as ``pytrec_eval.parse_run`` returns it.
    relevant : float
        The lowest judgement that counts as relevant; not negative.

    Returns
    -------
    dict of ConfusionPath
        By query, in the order of ``qrels``; queries that are missing from the run are left out, as in trec_eval. P is
        the number of relevant documents, of which those that were not returned are unreached. Documents without a
        judgement are not relevant. The number of negatives is unknown.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If either is no mapping of mappings, the run has none of the queries, or a score or judgement is no number.

    Notes
    -----
    Rows are in the order of trec_eval: by falling score, in single precision as it reads them, and by falling name
    of the document among equal scores. In curves, equal scores form one operating point; ``path.ties("given")`` takes
    them one by one, and so do the areas "trec map", "trec 11pt_avg" and "trec Rprec" of ``path.areas()``.

    References
    ----------
    C. Buckley and E. Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005.

    Examples
    --------
    Of three relevant documents the first and the third that are returned:

    >>> import prplot
    >>> qrels = {"q1": {"a": 1, "b": 0, "c": 1, "d": 1}}
    >>> run = {"q1": {"a": 9.5, "b": 7.1, "c": 3.0, "x": 2.2}}
    >>> path = prplot.sources.from_run(qrels, run)["q1"]
    >>> path.positives, round(path.reached, 4), round(path.areas()["trec map"].value, 4)
    (3.0, 0.6667, 0.5556)
    """
    way_out = "It is the least judgement that is relevant."
    level = number_that("relevant", relevant, lambda given: given >= 0, "not be negative", way_out)
    for argument, given in (("qrels", qrels), ("run", run)):
        if not isinstance(given, Mapping):
            raise wrong_type(argument, "be a mapping from queries to mappings of documents", given)
    queries = [query for query in qrels if query in run]
    if not queries:
        named = [listed(queries, most=4) if queries else "none" for queries in (run, qrels)]
        got = f"queries {named[0]} for judgements of {named[1]}"
        raise invalid("run", "have one of the queries of qrels", got, "Are their names of one type?")
    paths = {}
    for query in queries:
        judgements, scores = _numbers("qrels", query, qrels[query]), _numbers("run", query, run[query])
        documents = sorted(scores, key=str, reverse=True)
        with np.errstate(over="ignore"):
            score = np.array([scores[each] for each in documents], dtype=np.float32).astype(np.float64)
        order = np.argsort(-score, kind="stable")
        hits = np.array([judgements.get(each, -1.0) >= level for each in documents], dtype=bool)
        total = sum(judgement >= level for judgement in judgements.values())
        paths[query] = from_labels(hits[order], score[order], positives=total, name=str(query))
    return paths


def _numbers(argument: str, query: Any, values: Any) -> dict[Any, float]:
    """Return the numbers of the documents of a query."""
    if not isinstance(values, Mapping):
        raise wrong_type(f"{argument}[{short(query)}]", "be a mapping from documents to numbers", values)
    read = {each: number(f"{argument}[{short(query)}][{short(each)}]", value) for each, value in values.items()}
    for each, value in read.items():
        if math.isnan(value):
            raise invalid(f"{argument}[{short(query)}]", "not hold NaN", f"NaN for {short(each)}")
    return read
