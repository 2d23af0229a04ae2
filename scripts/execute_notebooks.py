"""Execute the notebooks in place, so that nbval has outputs to compare with.

Widget state (random ids, pictures in base64) is left out: it would change with every run.

Run with ``python scripts/execute_notebooks.py [NAME.ipynb ...]``; needs nbclient and ipykernel.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def main(*names: str) -> None:
    for place in sorted(FOLDER.glob("*.ipynb")):
        if names and place.name not in names:
            continue
        notebook = nbformat.read(place, as_version=4)
        NotebookClient(notebook, timeout=120, kernel_name="python3", store_widget_state=False).execute(cwd=str(FOLDER))
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        notebook.metadata = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
        nbformat.write(notebook, place)
        print(place.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
