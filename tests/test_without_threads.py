"""Python within a browser starts no threads and no processes; what users need first runs there for all that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import prplot

CODE = """
import os, subprocess, threading

def no_thread(*args, **kwargs):
    raise RuntimeError("can't start new thread")

def no_process(*args, **kwargs):
    raise OSError("emscripten does not support processes")

threading.Thread.start = no_thread
subprocess.Popen.__init__ = no_process
for name in ("fork", "posix_spawn", "forkpty", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)

import matplotlib
matplotlib.use("agg")
import prplot

paths = prplot.datasets.load("digits").paths()
path = paths["Random forest"]
print(len(path.areas()) > 40, 0.6 < path.pr().area() < 0.8)
print(path.pr().interval(n=50, rng=1).low < path.pr().area(), path.roc().interval(method="delong").low < 1)
print(0 < prplot.compare(paths, n=50, rng=1).rows[0].p <= 1)
artists = path.pr().plot(band=True)
for ending in ("pdf", "png", "svg", "html"):
    artists.save(f"figure.{ending}")
view = prplot.explore(path)
view.controls["space"].value = "roc"
view.controls["band"].value = True
print(len(view.figure.axes) > 0, view.image is not None)
"""


def test_areas_intervals_figures_and_explorers(tmp_path):
    found = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(prplot.__file__).parents[1]), "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert set(found.stdout.split()) == {"True"}
    assert {file.suffix for file in tmp_path.glob("figure.*")} == {".pdf", ".png", ".svg", ".html"}
    assert all(file.stat().st_size > 1000 for file in tmp_path.glob("figure.*"))
