"""What is written beside a picture, as HTML."""

from __future__ import annotations

import html

__all__ = ["code_html", "notes_html", "status_html", "still_html"]

VISUALLY_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
# Works without a secure connection, where navigator.clipboard does not.
COPY_SCRIPT = (
    "const code=this.parentNode.querySelector('pre'),all=getSelection(),range=document.createRange();"
    "range.selectNodeContents(code);all.removeAllRanges();all.addRange(range);"
    "this.textContent=document.execCommand('copy')?'Copied':'Select and copy';"
)
# Notebooks break lines of outputs within words; code is broken between them.
CODE_STYLE = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere;line-height:1.3"


def status_html(words: str) -> str:
    """Return words that a screen reader reads out when they change, and nobody sees."""
    return f"<div role='status' style='{VISUALLY_HIDDEN}'>{html.escape(words)}</div>"


def code_html(code: str) -> str:
    """Return code with a button that copies it."""
    return (
        f"<button type='button' class='jupyter-button widget-button' onclick=\"{COPY_SCRIPT}\">Copy</button>"
        f"<pre style='{CODE_STYLE}'>{html.escape(code)}</pre>"
    )


def notes_html(notes: list[str]) -> str:
    """Return what went wrong or is undefined, a line each; nothing where all is well."""
    if not notes:
        return ""
    return f"<div role='alert' style='margin:2px 8px;line-height:1.3'>{'<br>'.join(map(html.escape, notes))}</div>"


def still_html(name: str, description: str, png: str, width: float) -> str:
    """Return a still picture, a base64 PNG of so many pixels, that hides where a widget of this class is alive."""
    still = name.replace("prplot-", "prplot-still-")
    return (
        f"<style>body:has(.{name}) .{still} {{ display: none }}</style>"
        f"<img class='{still}' alt='{html.escape(description)}' "
        f"style='max-width:{width:.0f}px;width:100%' src='data:image/png;base64,{png}'>"
    )
