"""Writes what ``search.js`` searches: of each section its place, titles, synonyms, first sentence and words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

SYNONYMS = ("Also called: ", "Also asked: ")
PARTS = (nodes.section, addnodes.desc)
# An excerpt has about so many characters.
LONGEST = 200


def _texts(node: nodes.Element) -> Iterator[nodes.Element]:
    """Yield what a section says itself, without its title, the sections beneath it, and what its code printed."""
    for child in node.children:
        hidden = isinstance(child, (*PARTS, nodes.title, addnodes.desc_signature, nodes.raw, nodes.math_block))
        if not isinstance(child, nodes.Element) or hidden or "cell_output" in child["classes"]:
            continue
        if isinstance(child, (nodes.TextElement, nodes.table)):
            yield child
        else:
            yield from _texts(child)


def _plain(node: nodes.Node) -> str:
    return " ".join(node.astext().split())


def _excerpt(texts: list[nodes.Element]) -> str:
    for text in texts:
        if isinstance(text, nodes.paragraph):
            words = _plain(text)
            sentences = re.match(rf".{{,{LONGEST}}}[.?!:](?= |$)", words)
            return re.sub(":$", ".", sentences[0]) if sentences else words[:LONGEST].rpartition(" ")[0] + " ..."
    return ""


def sections(doctree: nodes.document, url: str, page: str) -> Iterator[tuple[str, ...]]:
    """Yield address, titles, synonyms, first sentence and text of each section and of each documented name."""
    for node in doctree.findall(lambda node: isinstance(node, PARTS)):
        texts = list(_texts(node))
        named = [text for text in texts if _plain(text).startswith(SYNONYMS)]
        synonyms = " ".join(_plain(text).partition(": ")[2] for text in named)
        texts = [text for text in texts if text not in named]
        if isinstance(node, nodes.section):
            anchor, title = node["ids"][0], _plain(node.next_node(nodes.title))
        else:
            [signature, *_] = node.findall(addnodes.desc_signature)
            anchor = title = signature["ids"][0] if signature["ids"] else ""
        top = isinstance(node.parent, nodes.document)
        if anchor:
            place = url if top else f"{url}#{anchor}"
            yield place, page, title, synonyms, _excerpt(texts), " ".join(map(_plain, texts))


def _write(app: Sphinx, failure: Exception | None) -> None:
    if failure or app.builder.name != "html":
        return
    found = [
        section
        for name in sorted(app.env.found_docs)
        for section in sections(
            app.env.get_doctree(name), app.builder.get_target_uri(name), _plain(app.env.titles[name])
        )
    ]
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / "_static" / "search_pages.js").write_text(f"const searchPages = {text};\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the file when all pages are built."""
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
