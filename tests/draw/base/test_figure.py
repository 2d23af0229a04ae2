"""Figures: their layout, and their picture on a screen."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from prplot.draw.base.figure import own_figure, pixels_of, png_of


def test_the_layout_has_come_to_rest(hard, saved):
    """With square axes, constrained layout is still far away at the first drawing."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots(1, 2)
    for ax in axes:
        ax.set_xscale("gain", prevalence=hard.prevalence)
        ax.set_yscale("gain", prevalence=hard.prevalence)
        artists = hard.pr().plot(ax)
    saved(artists, "pdf")
    places = [ax.bbox.bounds for ax in axes]
    for _ in range(3):
        figure.draw_without_rendering()
    np.testing.assert_allclose([ax.bbox.bounds for ax in axes], places, rtol=0, atol=1.0)
    assert axes[0].get_tightbbox().x1 <= axes[1].get_tightbbox().x0


@pytest.mark.parametrize("face", ["white", (1.0, 1.0, 1.0, 0.4)])
def test_pictures_of_the_screen_lose_nothing(face, hard):
    figure = own_figure(2.1, 1.7)
    hard.pr().plot(figure.add_subplot())
    figure.set(dpi=110, facecolor=face)
    picture = Image.open(io.BytesIO(png_of(pixels_of(figure.canvas), 110)))
    pixels = np.asarray(figure.canvas.buffer_rgba())
    np.testing.assert_array_equal(np.asarray(picture.convert("RGBA")), pixels)
    assert (picture.mode == "RGB") == (pixels[..., 3] == 255).all() == (face == "white")
    assert picture.info["dpi"] == pytest.approx((110, 110), rel=1e-4)
