"""The cheat sheet: every line of its code runs, and the PDF is of the page as it is."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot

ROOT = Path(__file__).resolve().parents[1]
spec = importlib.util.spec_from_file_location("make_cheat_sheet", ROOT / "scripts" / "make_cheat_sheet.py")
make_cheat_sheet = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_cheat_sheet)
TEXT = make_cheat_sheet.PAGE.read_text(encoding="utf-8")
PDF = make_cheat_sheet.PAGE.with_suffix(".pdf")


def test_every_line_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    model_selection = pytest.importorskip("sklearn.model_selection")
    pandas = pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    y_true = rng.random(300) < 0.3
    y_score = np.clip(0.4 * y_true + 0.6 * rng.random(300), 0, 1)
    features = y_score[:, None]
    model = linear_model.LogisticRegression().fit(features, y_true)
    results = model_selection.cross_validate(model, features, y_true, cv=3, return_estimator=True, return_indices=True)
    frame = pandas.DataFrame({"s": y_score, "y": y_true.astype(int)})
    frame.to_csv("scores.csv", index=False)
    names = {
        "prplot": prplot,
        "y_true": y_true,
        "y_score": y_score,
        "y_text": np.where(y_true, "sick", "well"),
        "share": rng.random(300),
        "model": model,
        "X": features,
        "results": results,
        "frame": frame,
        "classes": rng.integers(0, 3, 300),
        "S": rng.random((300, 3)),
        "site": rng.choice(["north", "south"], 300),
        "b": prplot.from_labels(y_true, rng.permutation(y_score)),
        "ax": plt.subplots()[1],
    }
    found = make_cheat_sheet.sections(TEXT)
    assert list(found) == ["1. Path", "2. Curve", "3. Number", "4. Figure"]
    lines = [code for rows in found.values() for code, _ in rows]
    assert len(lines) == sum(line.startswith("| `") for line in TEXT.splitlines())
    for code in lines:
        exec(compile(code, code, "exec"), names)
        plt.close("all")
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")


def test_the_pdf_is_of_the_page() -> None:
    """After a change of the page run ``python scripts/make_cheat_sheet.py``."""
    assert hashlib.sha256(TEXT.encode()).hexdigest().encode() in PDF.read_bytes()
    assert len(PDF.read_bytes()) < 100_000


def test_nothing_on_the_sheet_overlaps_or_is_cut_off() -> None:
    figure = make_cheat_sheet.sheet(make_cheat_sheet.sections(TEXT))
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.texts]
    assert all(figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1 and box.y0 > 0 for box in boxes)
    assert not [
        (first.get_text(), second.get_text())
        for k, (first, box) in enumerate(zip(figure.texts, boxes, strict=True))
        for second, other in zip(figure.texts[k + 1 :], boxes[k + 1 :], strict=True)
        if box.overlaps(other)
    ]
