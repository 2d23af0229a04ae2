"""Execute the notebooks and their solutions in place, so that nbval has outputs to compare with.

Widget state (random ids, pictures in base64) is left out: it would change with every run. Of cells that are tagged as
checks or as folded code, nbconvert is told to leave out the source, since Jupyter reads no configuration of a folder.

Run with ``python scripts/execute_notebooks.py [NAME.ipynb ...]``; needs nbclient and ipykernel. The solutions of a
notebook have its name, and are executed with it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def main(*names: str) -> None:
    for place in [*sorted(FOLDER.glob("*.ipynb")), *sorted(FOLDER.glob("solutions/*.ipynb"))]:
        if names and place.name not in names:
            continue
        notebook = nbformat.read(place, as_version=4)
        client = NotebookClient(notebook, timeout=120, kernel_name="python3", store_widget_state=False)
        client.execute(cwd=str(place.parent))
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
            if {"remove-cell", "hide-input"}.intersection(cell.metadata.get("tags", [])):
                cell.metadata |= {"jupyter": {"source_hidden": True}, "transient": {"remove_source": True}}
        notebook.metadata = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
        nbformat.write(notebook, place)
        print(place.relative_to(FOLDER))


if __name__ == "__main__":
    main(*sys.argv[1:])
