"""Make paths from relevance judgments and runs of search engines, given as mappings, files of TREC or frames."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import numpy as np

from prplot.errors import PrplotValueError, by_name, invalid, listed, short, wrong_type, yes_or_no
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number_that, threshold_of
from prplot.sources.reading_errors import needed
from prplot.sources.text_layout import TextFormat, number_of
from prplot.sources.text_tables import rows_of

Judgments = Mapping[Any, Mapping[Any, float]]
# The accepted names of columns; for files without a header, the number of columns of TREC's format, and the positions
# of query, document and number.
QUERY, DOCUMENT = ("query", "query_id", "qid", "topic"), ("document", "document_id", "doc", "docid", "doc_id", "docno")
NUMBERS = {"qrels": ("relevance", "rel", "label", "judgment", "judgement"), "run": ("score", "sim", "scores")}
IN_ORDER = {"qrels": (4, (0, 2, 3)), "run": (6, (0, 2, 4))}


def read_judgments(argument: str, value: Any) -> Judgments:
    """Return judgments or scores, given as a mapping, file or frame, as {query: {document: number}}."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, str | os.PathLike):
        return _by_query(argument, *_of_file(argument, os.fspath(value)))
    if not (hasattr(value, "columns") or hasattr(value, "column_names")):
        raise wrong_type(argument, "be a mapping from queries to mappings of documents, a file or a frame", value)
    nw = needed("narwhals.stable.v2", f"from_run with {argument} as a frame", "frames")
    frame = nw.from_native(value).lazy().collect()
    return _by_query(argument, frame.columns, frame.iter_rows())


def _of_file(argument: str, name: str) -> tuple[list[str], Iterable[Sequence[Any]]]:
    """Return the column names of a text table and its rows; without a header, columns are named by number."""
    rows = (cells for _, cells in rows_of(name, name, TextFormat(header=False)))
    # The first item has the columns of a table without header, which are numbers.
    next(rows)
    first = next(rows, None)
    if first is None:
        raise invalid(argument, "hold at least one row", "none", f"It is {name}.")
    if {each.lower() for each in first} & set(QUERY):
        return list(first), rows
    return [str(k) for k in range(len(first))], chain([first], rows)


def _by_query(argument: str, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Judgments:
    places = [
        next((k for k, name in enumerate(names) if str(name).lower() in known), -1)
        for known in (QUERY, DOCUMENT, NUMBERS[argument])
    ]
    count, in_order = IN_ORDER[argument]
    if -1 in places:
        if len(names) != count:
            raise invalid(
                argument,
                f"have the columns query, document and {NUMBERS[argument][0]}, or the {count} of TREC's files",
                listed(names, most=20),
                "Rename the columns.",
            )
        places = list(in_order)
    judgments: dict[Any, dict[Any, float]] = defaultdict(dict)
    query, document, value = places
    for row in rows:
        number = row[value]
        with suppress(ValueError, AttributeError):
            number = number_of(number)
        if row[document] in judgments[row[query]]:
            raise PrplotValueError(
                f"{argument} must have one row for each query and document; got {short(row[document])} twice for "
                f"{short(row[query])}."
            )
        judgments[row[query]][row[document]] = number
    return judgments


@by_name()
def from_run(
    qrels: Judgments | Any, run: Judgments | Any, *, relevant: float = 1, lower_is_positive: bool = False
) -> dict[Any, ConfusionPath]:
    """Make paths from relevance judgments and a run: one per query.

    Parameters
    ----------
    qrels, run : mapping, path-like or data frame
        Judgments, and what was returned: by query, a mapping from documents to judgments or scores, as
        ``pytrec_eval`` reads them; a file; or a frame that narwhals reads. Files and frames have the columns query,
        document, and relevance or score, in any order; else the columns of TREC's files in their order, without a
        header: query, iteration, document, relevance, and query, Q0, document, rank, score, tag.
    relevant : float
        The lowest judgment that counts as relevant; not negative.
    lower_is_positive : bool
        Whether small scores mean relevant, as distances and ranks do; as in `from_labels`.

    Returns
    -------
    dict of ConfusionPath
        One path per query, in the order of ``qrels``; queries that are missing from the run are left out, as in
        trec_eval. P is the number of relevant documents. Relevant documents that were not returned count in P, but no
        threshold reaches them. Documents without a judgment are not relevant. The number of negatives is unknown.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If ``qrels`` or ``run`` is not a mapping of mappings, the run contains none of the queries, or a score or
        judgment is not a number.

    Notes
    -----
    Rows are sorted as in trec_eval: by descending score, rounded to single precision, and documents with equal scores
    by descending name. (With ``lower_is_positive``, by ascending score.) In curves, equal scores form one operating
    point. ``path.ties("given")`` counts documents with equal scores one by one; the areas "trec map", "trec 11pt_avg"
    and "trec Rprec" of ``path.areas()`` do the same.

    References
    ----------
    C. Buckley and E. Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005.

    Examples
    --------
    Three documents are relevant; the run returns two of them, at ranks 1 and 3:

    >>> import prplot
    >>> qrels = {"q1": {"a": 1, "b": 0, "c": 1, "d": 1}}
    >>> run = {"q1": {"a": 9.5, "b": 7.1, "c": 3.0, "x": 2.2}}
    >>> path = prplot.sources.from_run(qrels, run)["q1"]
    >>> path.positives, round(path.reached, 4), round(path.areas()["trec map"].value, 4)
    (3.0, 0.6667, 0.5556)
    >>> artists = prplot.plot(path)
    """
    level = number_that(
        "relevant",
        relevant,
        lambda value: value >= 0,
        "not be negative",
        "It is the least judgment that is relevant.",
    )
    qrels, run = read_judgments("qrels", qrels), read_judgments("run", run)
    queries = [query for query in qrels if query in run]
    if not queries:
        raise invalid(
            "run",
            "have one of the queries of qrels",
            f"queries {listed(run, most=4) or 'none'} for judgments of {listed(qrels, most=4) or 'none'}",
            "Are their names of one type?",
        )
    paths, way = {}, 1 if yes_or_no("lower_is_positive", lower_is_positive) else -1
    for query in queries:
        judgments, scores = _numbers("qrels", query, qrels[query]), _numbers("run", query, run[query])
        documents = sorted(scores, key=str, reverse=True)
        with np.errstate(over="ignore"):
            score = np.array([scores[each] for each in documents], dtype=np.float32).astype(np.float64)
        order = np.argsort(way * score, kind="stable")
        hits = np.array([judgments.get(each, -1.0) >= level for each in documents], dtype=bool)
        total = sum(judgment >= level for judgment in judgments.values())
        paths[query] = from_labels(
            hits[order], score[order], lower_is_positive=lower_is_positive, positives=total, name=str(query)
        )
    return paths


def _numbers(argument: str, query: Any, values: Any) -> dict[Any, float]:
    """Return the judgments or scores of one query as floats, by document."""
    name = f"{argument}[{short(query)}]"
    if not isinstance(values, Mapping):
        raise wrong_type(name, "be a mapping from documents to numbers", values)
    return {each: threshold_of(f"{name}[{short(each)}]", value) for each, value in values.items()}
