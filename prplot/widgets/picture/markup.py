"""What is written beside a picture, as HTML."""

from __future__ import annotations

import html

# Pixels beneath the figure of a page, until the page says how high it is.
ROOM_FOR_CONTROLS = 250
VISUALLY_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
# Works without a secure connection, where navigator.clipboard does not.
COPY_SCRIPT = (
    "const code=this.parentNode.querySelector('pre'),all=getSelection(),range=document.createRange();"
    "range.selectNodeContents(code);all.removeAllRanges();all.addRange(range);"
    "this.textContent=document.execCommand('copy')?'Copied':'Select and copy';"
)
# Notebooks break lines of outputs within words; code is broken between them.
CODE_STYLE = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere;line-height:1.3"
# Grey, of a contrast of 7 on the grounds of light and of dark pages.
REASON_STYLE = "opacity:0.75"
NOTE_STYLE = "border-left:3px solid var(--jp-warn-color0, #b25a00);padding-left:6px"
BENEATH_STYLE = (
    "margin:0 2px 4px 8px;max-width:360px;font-size:12px;line-height:1.25;white-space:normal;"
    "color:var(--jp-ui-font-color1, inherit)"
)


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


def said_html(name: str, own: str, reason: str, note: str) -> str:
    """Return what is said beneath the control of a field: why it is off, and what is wrong with its value."""
    if not reason and not note:
        return ""
    lines = f"<div style='{REASON_STYLE}'>{html.escape(reason)}</div>" if reason else ""
    lines += f"<div role='alert' style='{NOTE_STYLE}'>{html.escape(note)}</div>" if note else ""
    return f"<div id='{own}-{name}' data-of='{name}' style='{BENEATH_STYLE}'>{lines}</div>"


def still_html(name: str, description: str, sentence: str, png: str, width: float, page: str) -> str:
    """Return what is seen where no widget of this class is alive: a page, or where pages are cut out a still picture.

    Parameters
    ----------
    name : str
        The class.
    description, sentence : str
        What is shown, in words for someone who sees no picture, and in few for all.
    png : str
        The picture, base64.
    width : float
        Of the picture, in pixels.
    page : str
        The page, which needs no kernel.
    """
    still = name.replace("prplot-", "prplot-still-")
    words = html.escape(description)
    made = (
        f"<div class='{still}' style='max-width:{width:.0f}px'>"
        f"<style>body:has(.{name}:not(.prplot-dead)) .{still}, .{still} iframe + img {{ display: none }}</style>"
        f"<iframe loading='lazy' title='{words}' srcdoc='{html.escape(page)}' "
        f"style='width:100%;height:{width + ROOM_FOR_CONTROLS:.0f}px;border:0'></iframe>"
        f"<img alt='{words}' style='max-width:100%' src='data:image/png;base64,{png}'>"
        f"<p>{html.escape(sentence)}</p></div>"
    )
    # IPython keeps what was shown; text with other characters takes twice the memory.
    return made.encode("ascii", "xmlcharrefreplace").decode()
