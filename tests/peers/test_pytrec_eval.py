"""Runs made at random: scores tied, also in single precision only, and relevant documents that are not returned."""

import numpy as np
import pytest

import prplot

TOOL = "pytrec_eval"
PRINTS = {"trec map": "map", "trec 11pt_avg": "11pt_avg", "trec Rprec": "Rprec"}
KINDS = ("untied", "tied", "tied in single precision", "all tied")


def made(kind, seed):
    rng = np.random.default_rng(seed)
    qrels, run = {}, {}
    for query in range(6):
        names = [f"doc{number}" for number in rng.permutation(200)]
        judged, returned = names[: int(rng.integers(5, 80))], rng.permutation(names)[: int(rng.integers(1, 120))]
        qrels[f"q{query}"] = {each: int(rng.choice([-1, 0, 0, 1, 2])) for each in judged}
        scores = rng.normal(size=len(returned))
        if kind == "tied":
            scores = scores.round(1)
        elif kind == "tied in single precision":
            scores = scores.round(1) + rng.uniform(0, 1e-10, len(scores))
        elif kind == "all tied":
            scores[:] = 0.5
        run[f"q{query}"] = dict(zip(map(str, returned), scores.tolist(), strict=True))
    # Nothing relevant; nothing returned that is; not in the run; not judged.
    qrels |= {"none": {"doc1": 0}, "missed": {"other": 1}, "left out": {"doc1": 1}}
    run |= {"none": run["q0"], "missed": run["q1"], "unknown": run["q2"]}
    return qrels, run


@pytest.mark.parametrize(("kind", "relevant"), [*((kind, 1) for kind in KINDS), (KINDS[1], 2)])
@pytest.mark.parametrize("key", PRINTS)
def test_claim(key, kind, relevant, peer, confirm):
    qrels, run = made(kind, 1)
    tool = peer("pytrec_eval")
    printed = tool.RelevanceEvaluator(qrels, set(PRINTS.values()), relevance_level=relevant).evaluate(run)
    paths = prplot.sources.from_run(qrels, run, relevant=relevant)
    assert set(paths) == set(printed)
    for query, path in paths.items():
        confirm(path, key, TOOL, printed[query][PRINTS[key]])
        assert path.areas()[key].value == pytest.approx(printed[query][PRINTS[key]], abs=1e-12, rel=0)
    mean = np.mean([numbers[PRINTS[key]] for numbers in printed.values()])
    assert prplot.identify(paths, f"{mean:.4f}")[key].members == (8, 8)


def test_nothing_returned(peer):
    qrels, run = {"q": {"a": 1}}, {"q": {}}
    printed = peer("pytrec_eval").RelevanceEvaluator(qrels, set(PRINTS.values())).evaluate(run)["q"]
    (path,) = prplot.sources.from_run(qrels, run).values()
    for key, measure in PRINTS.items():
        assert path.areas()[key].value == pytest.approx(printed[measure], nan_ok=True)


def test_shares_of_every_number_of_relevant_documents(peer):
    """The cutoffs are whole documents, made of floats."""
    tool = peer("pytrec_eval")
    for total in range(1, 41):
        qrels = {"q": {f"d{each:03}": 1 for each in range(total)}}
        run = {"q": {f"d{each:03}": -each for each in range(0, total, 2)} | {"x": -2.5}}
        (path,) = prplot.sources.from_run(qrels, run).values()
        printed = tool.RelevanceEvaluator(qrels, {"11pt_avg"}).evaluate(run)["q"]["11pt_avg"]
        assert path.areas()["trec 11pt_avg"].value == pytest.approx(printed, abs=1e-12, rel=0)
