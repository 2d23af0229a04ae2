"""Labels apart from scores, positives apart from negatives, runs and judgments in files and frames."""

import json
import re

import pandas as pd
import polars as pl
import pytest

import prplot
from prplot.cli.commands import main
from prplot.sources import from_run

TRIALS = "enrolled tested label\na x target\na y other\nb x other\nb y target\n"
# In another order, and with one trial less; the pairs are in order but for (b y) and (a y).
SCORES = "tested enrolled score\ny b 0.4\nx a 0.9\ny a 0.6\nx b 0.1\n"


def area(arguments, capsys, key="AUROC"):
    """Return the numbers that the command prints, and the last line that it says."""
    assert main(["area", *map(str, arguments), "--space", "roc", "--json"]) == 0
    said = capsys.readouterr()
    return [row[key] for row in json.loads(said.out)], said.err.splitlines()[-1]


def test_trials_and_scores(tmp_path, capsys):
    trials, scores = tmp_path / "trials.txt", tmp_path / "scores.txt"
    trials.write_text(TRIALS)
    scores.write_text(SCORES)
    options = [scores, "--score", "score", "--truth", trials, "--on", "enrolled,tested", "--label", "label"]
    numbers, said = area([*options, "--pos-label", "target"], capsys)
    assert numbers == [0.75]
    assert said.endswith("n 4, P 2, N 2, positive 'target' (2), negative 'other' (2)")
    scores.write_text(SCORES.replace("x b 0.1\n", ""))
    assert main(["area", *map(str, options), "--pos-label", "target"]) == 2
    assert "must have a score in every row; 1 are missing" in capsys.readouterr().err
    numbers, _ = area([*options, "--pos-label", "target", "--missing", "lowest"], capsys)
    assert numbers == [0.75]
    for text, says in (
        (SCORES + "z c 0.2\n", "must have a label for every row of .*; got none for 'c', 'z'"),
        (SCORES + "y b 0.5\n", "must have one row for each enrolled, tested; got 'b', 'y' twice"),
    ):
        scores.write_text(text)
        assert main(["area", *map(str, options), "--pos-label", "target"]) == 2
        assert re.search(says, capsys.readouterr().err)
    assert main(["area", str(scores), "--score", "score", "--truth", str(trials), "--label", "label"]) == 2
    assert "--truth must come with --on" in capsys.readouterr().err


def test_positives_and_negatives_in_two_files(tmp_path, capsys):
    presences, background = tmp_path / "presences.csv", tmp_path / "background.csv"
    presences.write_text("site,suitability\na,0.9\nb,0.7\n")
    background.write_text("suitability,note\n0.8,x\n0.1,y\n0.2,z\n")
    numbers, said = area([presences, "--negatives-file", background, "--score", "suitability"], capsys)
    # Of 6 pairs only (.7, .8) is in the wrong order.
    assert numbers == [pytest.approx(5 / 6)]
    assert said.endswith("n 5, P 2, N 3")
    command = ["area", str(presences), "--negatives-file", str(background), "--score", "suitability"]
    assert main([*command, "--label", "site"]) == 2
    assert "--negatives-file says which rows are negative" in capsys.readouterr().err
    background.write_text("other\n0.8\n")
    assert main(command) == 2
    assert re.search("background.csv has no column 'suitability'; its columns are 'other'", capsys.readouterr().err)
    assert main([*command[:3], str(presences), *command[4:]]) == 2
    assert "must be two files" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("truth", "options"),
    [
        # The lists of edges of a DREAM challenge; trials that begin with their label; a column of the same name.
        ("a\tx\t1\na\ty\t0\nb\tx\t1\nb\ty\t0\n", ["--no-header", "--score", "3", "--label", "3", "--on", "1,2"]),
        ("1 a x\n0 a y\n1 b x\n0 b y\n", ["--no-header", "--score", "3", "--label", "1", "--on", "1=2,2=3"]),
        ("q r v\na x 1\na y 0\nb x 1\nb y 0\n", ["--score", "v", "--label", "v", "--on", "q, r"]),
    ],
)
def test_labels_are_those_of_the_truth_where_scores_have_such_a_column(truth, options, tmp_path, capsys):
    files = tmp_path / "truth.txt", tmp_path / "scores.txt"
    files[0].write_text(truth)
    files[1].write_text("q r v\n" * ("--no-header" not in options) + "b y 0.9\nb x 0.2\na x 0.8\na y 0.7\n")
    numbers, said = area([files[1], "--truth", files[0], *options], capsys)
    assert numbers == [0.25]
    assert said.endswith("n 4, P 2, N 2")


QRELS = {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"a": 1}}
RUN = {"q1": {"a": 0.9, "x": 0.8, "c": 0.7}, "q2": {"b": 3.0, "a": 2.0}}


def written(folder, kind):
    """Return judgments and a run as files of TREC, with a header, or as frames."""
    if kind == "TREC":
        qrels = "\n".join(f"{q} 0 {d} {r}" for q, docs in QRELS.items() for d, r in docs.items())
        run = "\n".join(f"{q}\tQ0\t{d}\t1\t{s}\tmine" for q, docs in RUN.items() for d, s in docs.items())
        (folder / "qrels.txt").write_text(qrels)
        (folder / "run.txt").write_text(run)
        return str(folder / "qrels.txt"), folder / "run.txt"
    tables = [
        pl.DataFrame(
            [{name: value, "document": d, "query": q} for q, docs in each.items() for d, value in docs.items()]
        )
        for name, each in (("relevance", QRELS), ("score", RUN))
    ]
    if kind == "frames":
        return tables[0], tables[1].to_pandas()
    for table, name in zip(tables, ("qrels.csv", "run.csv"), strict=True):
        table.write_csv(folder / name)
    return folder / "qrels.csv", folder / "run.csv"


@pytest.mark.parametrize("kind", ["TREC", "CSV", "frames"])
def test_judgments_and_runs(kind, tmp_path):
    paths, wanted = from_run(*written(tmp_path, kind)), from_run(QRELS, RUN)
    assert {query: path.table()["tp"].tolist() for query, path in paths.items()} == {
        query: path.table()["tp"].tolist() for query, path in wanted.items()
    }
    # Relevant at ranks 1 and 3 of 2; at rank 2 of 1.
    assert [path.areas()["trec map"].value for path in paths.values()] == pytest.approx([(1 + 2 / 3) / 2, 0.5])


def test_runs_in_a_terminal(tmp_path, capsys):
    qrels, run = written(tmp_path, "TREC")
    assert main(["area", str(run), "--qrels", qrels, "--json", "--space", "pr"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["score"], row["AP"]) for row in rows] == [("q1", pytest.approx(5 / 6)), ("q2", 0.5)]
    for option in ("--score s", "--weight w", "--missing drop", "--pos-label 2", "--tolerance 0.1", "--decimal ,"):
        assert main(["area", str(run), "--qrels", qrels, *option.split()]) == 2
        assert "--qrels says what is positive" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("qrels", "says"),
    [
        (3, "qrels must be a mapping from queries to mappings of documents, a file or a frame"),
        (
            pd.DataFrame({"query": ["q"], "text": ["a"], "relevance": [1]}),
            "qrels must have the columns query, document",
        ),
        (pd.DataFrame({"query": ["q"] * 2, "doc": ["a"] * 2, "rel": [1, 0]}), "one row for each query and document"),
        (pd.DataFrame({"query": ["q"], "doc": ["a"], "rel": ["high"]}), "must be one real number"),
        ("nowhere.txt", "nowhere.txt"),
    ],
)
def test_judgments_that_cannot_be_read(qrels, says):
    with pytest.raises((prplot.PrplotError, FileNotFoundError), match=says):
        from_run(qrels, {"q": {"a": 1.0}})


TRUTH = {
    "images": [{"id": 1, "width": 100, "height": 100}],
    "categories": [{"id": 7, "name": "cat"}],
    "annotations": [
        {"id": k + 1, "image_id": 1, "category_id": 7, "bbox": [20 * k, 0, 10, 10], "area": 100, "iscrowd": 0}
        for k in range(3)
    ],
}
DETECTIONS = [
    {"image_id": 1, "category_id": 7, "bbox": [0, 0, 10, 10], "score": 0.9},
    {"image_id": 1, "category_id": 7, "bbox": [80, 80, 10, 10], "score": 0.8},
    {"image_id": 1, "category_id": 7, "bbox": [20, 0, 10, 7], "score": 0.4},
]


def test_annotations_and_detections_of_coco(tmp_path, capsys):
    pytest.importorskip("pycocotools")
    truth, found = tmp_path / "truth.json", tmp_path / "found.json"
    truth.write_text(json.dumps(TRUTH))
    found.write_text(json.dumps(DETECTIONS))
    path = prplot.sources.from_coco(truth, found)[7]
    assert (path.name, path.positives, path.tp.tolist(), path.fp.tolist()) == ("cat", 3, [0, 1, 1, 2], [0, 0, 1, 1])
    # The third box overlaps by .7.
    assert prplot.sources.from_coco(truth, found, iou=0.75)[7].reached == pytest.approx(1 / 3)
    assert capsys.readouterr().out == ""
    assert main(["area", str(found), "--coco", str(truth), "--iou", "0.75", "--space", "pr", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["AP"] == pytest.approx(1 / 3)
    with pytest.raises(prplot.PrplotError, match="annotations and results in COCO's JSON"):
        prplot.sources.from_coco(found, truth)
