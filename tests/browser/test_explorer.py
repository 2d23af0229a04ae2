"""The explorer in JupyterLab, driven through the page as a person would."""

from __future__ import annotations

import io
import os
import time
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "01-first-curve.ipynb"
PICTURE = ".widget-image"
ERRORS = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"


def settled(page: Any) -> bytes:
    """A screenshot of the picture that was the same twice."""
    before = b""
    for _ in range(60):
        now = page.locator(PICTURE).first.screenshot(animations="disabled")
        if now == before:
            return bytes(now)
        before = now
        time.sleep(0.25)
    raise AssertionError("the picture never settled")


def share_changed(one: bytes, other: bytes) -> float:
    from PIL import Image, ImageChops

    first, second = (Image.open(io.BytesIO(data)).convert("L") for data in (one, other))
    if first.size != second.size:
        return 1.0
    difference = ImageChops.difference(first, second).point(lambda v: 255 if v > 8 else 0)
    return difference.histogram()[255] / (first.width * first.height)


def changed_from(page: Any, before: bytes) -> bytes:
    for _ in range(40):
        now = settled(page)
        if share_changed(before, now) > 0.0005:
            return now
        time.sleep(0.25)
    raise AssertionError("the control changed nothing in the picture")


def choose(page: Any, label: str, option: str) -> None:
    box = page.locator(".widget-dropdown", has=page.locator("label", has_text=label)).first
    box.locator("select").select_option(label=option)


@pytest.mark.browser
@pytest.mark.slow
def test_every_control_redraws_one_picture(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(NOTEBOOK)
    picture = page.locator(PICTURE).first
    picture.wait_for(state="visible", timeout=60_000)
    picture.scroll_into_view_if_needed()
    shots = [settled(page)]

    # The notebook leaves the explorer with hard labels and steps.
    choose(page, "Weighting", "weights as given (soft)")
    shots.append(changed_from(page, shots[-1]))
    choose(page, "Weighting", "hard labels at the cut")
    shots.append(changed_from(page, shots[-1]))
    cut = page.locator(".widget-hslider", has=page.locator("label", has_text="Cut")).first
    cut.locator(".widget-readout").fill("0.2")
    cut.locator(".widget-readout").press("Enter")
    shots.append(changed_from(page, shots[-1]))
    choose(page, "Interpolation", "continuous")
    shots.append(changed_from(page, shots[-1]))
    choose(page, "Space", "PR-Gain")
    shots.append(changed_from(page, shots[-1]))
    choose(page, "Space", "ROC")
    shots.append(changed_from(page, shots[-1]))
    choose(page, "Space", "PR")
    shots.append(changed_from(page, shots[-1]))

    page.locator(".jupyter-widget-Collapse-header, .jupyter-widgets-accordion .lm-Collapse-header").first.click()
    for name in ("Baselines", "Unachievable region", "PR-Gain grid"):
        page.locator(".widget-checkbox", has_text=name).locator("input").click()
        shots.append(changed_from(page, shots[-1]))
    lines = page.locator(".widget-hslider", has=page.locator("label", has_text="F1 lines")).first
    lines.locator(".widget-readout").fill("9")
    lines.locator(".widget-readout").press("Enter")
    shots.append(changed_from(page, shots[-1]))

    assert page.locator(PICTURE).count() == 1
    assert page.locator(ERRORS).all_inner_texts() == []
    assert troubles == []
    kept = Path(os.environ.get("PRPLOT_SCREENSHOTS", tmp_path))
    kept.mkdir(parents=True, exist_ok=True)
    for number, shot in enumerate(shots):
        (kept / f"explorer-{number:02}.png").write_bytes(shot)
    page.screenshot(path=kept / "explorer-page.png")
