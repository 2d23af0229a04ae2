"""What core controls leave out for the keyboard and for screen readers; the page puts it in."""

from __future__ import annotations

import html

import ipywidgets as w

__all__ = ["accessible", "reasons_html"]

# A notebook in command mode takes plain keys for its own wherever the focus is: arrows, in a list to choose from,
# would leave the cell, and letters would change, move or delete it. Titles of groups take no focus, and sliders,
# the fields beside them, and pictures have no names; lists and check boxes with names show no tooltips.
SCRIPT = """
const box = this.closest('.%s'), all = (what) => box.querySelectorAll(what);
const name = (part, text) => { if (text) part.setAttribute('aria-label', text.trim()); };
box.onkeydown = (key) => {
    if (key.ctrlKey || key.metaKey || key.altKey || key.key === 'Tab') return;
    const title = key.target.closest('.jupyter-widget-Collapse-header');
    if (title && (key.key === 'Enter' || key.key === ' ')) { key.preventDefault(); title.click(); }
    if (title || key.key !== 'Enter') key.stopPropagation();
};
const complete = () => {
    for (const title of all('.jupyter-widget-Collapse-header')) {
        title.tabIndex = 0;
        title.setAttribute('role', 'button');
        title.setAttribute('aria-expanded', title.parentElement.matches('.jupyter-widget-Collapse-open'));
    }
    for (const slider of all('.widget-slider')) {
        const own = slider.querySelector('label:not(:empty)')
            || slider.parentElement.querySelector('.widget-label-basic');
        const handles = slider.querySelectorAll('.noUi-handle'), ends = [', from', ', to'];
        handles.forEach((handle, k) => name(handle, own && own.textContent + (handles.length > 1 ? ends[k] : '')));
        for (const field of slider.querySelectorAll('.widget-readout')) {
            field.setAttribute('role', 'textbox');
            name(field, own && own.textContent + ', number');
        }
    }
    for (const several of all('.prplot-checkboxes')) {
        several.setAttribute('role', 'group');
        name(several, several.querySelector('.widget-label').textContent);
    }
    for (const reason of all('.prplot-reasons span')) {
        const control = box.querySelector('.prplot-of-' + reason.dataset.of);
        if (control) for (const part of [control, ...control.querySelectorAll('[title]')])
            if (part.title !== reason.textContent) part.title = reason.textContent;
    }
    const status = box.querySelector('[role=status]');
    for (const picture of all('.widget-image')) picture.alt = status ? status.textContent : '';
};
if (!box.observing) (box.observing = new MutationObserver(complete)).observe(box,
    {childList: true, subtree: true, attributes: true, attributeFilter: ['class']});
complete();
"""


def reasons_html(why: dict[str, str]) -> str:
    """Return why controls are off, by name, for the page to show where the pointer rests on them."""
    spans = (f"<span data-of='{name}'>{html.escape(reason)}</span>" for name, reason in why.items())
    return f"<div class='prplot-reasons' hidden>{''.join(spans)}</div>"


def accessible(box: w.Box) -> w.HTML:
    """Return a part of a box that lets the page complete it; where a page runs no scripts it does nothing."""
    name = f"prplot-{box.model_id}"
    box.add_class(name)
    return w.HTML(f'<style onload="{html.escape(SCRIPT % name)}">/**/</style>', layout=w.Layout(display="none"))
