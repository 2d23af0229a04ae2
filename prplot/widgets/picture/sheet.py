"""How a page lays out an explorer: the picture stays in sight while its controls are scrolled."""

from __future__ import annotations

# What of the height of a window the picture of a page takes at most, beside the controls and above them: a notebook
# has a head of its own, and beneath the picture there must be room to use the controls.
BESIDE, ABOVE = "calc(100vh - 180px)", "calc(0.6 * (100vh - 120px))"
# In a window that is lower than this nothing can stay and leave room.
LOWEST = 360

# A part of a page that scrolls by itself, as outputs and boxes do, would hold what is to stay within it.
SHEET = """
.OWN {width: 100%; container-type: inline-size}
.OWN, .OWN .prplot-both, .OWN .prplot-controls, :is(.jp-OutputArea-output, .jp-OutputArea-child):has(.OWN),
.jp-Cell:not(.jp-mod-outputsScrolled) .jp-OutputArea:has(.OWN) {overflow: visible !important}
.OWN .prplot-frame {position: sticky; top: 0}
.OWN .prplot-frame:has(> .widget-image) {display: block}
.OWN .prplot-frame > .widget-image {
    width: auto !important; height: auto; max-width: min(100%, WIDEpx) !important; max-height: BESIDE; margin: 0}
.OWN .prplot-frame:not(:has(> .widget-image)) {max-height: BESIDE}
.OWN .prplot-said:has(> .widget-html-content:empty) {display: none}
.OWN .prplot-said, .OWN .prplot-said > .widget-html-content {
    height: auto; min-height: 0; margin-top: 0; line-height: 1.25}
.OWN .prplot-checkboxes .widget-checkbox {max-width: 100%}
.OWN .prplot-checkboxes .widget-checkbox label {overflow: hidden; text-overflow: ellipsis; white-space: nowrap}
.OWN .jupyter-widget-Accordion {margin: 0 2px}
@container (max-width: NARROWpx) {
    .OWN .prplot-both {flex-flow: column nowrap !important; align-items: stretch !important}
    .OWN .prplot-frame {flex: none !important; z-index: 3; background: var(--jp-layout-color0, white)}
    .OWN .prplot-frame > .widget-image, .OWN .prplot-frame:not(:has(> .widget-image)) {max-height: ABOVE}
    .OWN .prplot-controls :is(input, select, button, [tabindex]) {scroll-margin-top: calc(ABOVE + 2px)}
}
@media (max-height: LOWESTpx) {.OWN .prplot-frame {position: static}}
"""


def sheet_html(own: str, wide: float, narrow: float) -> str:
    """Return the style sheet of the explorer of a class, for a picture so wide; narrower, its controls are beneath."""
    sheet = SHEET
    values = {"OWN": own, "WIDE": f"{wide:.0f}", "NARROW": f"{narrow:.0f}", "LOWEST": str(LOWEST)}
    for name, value in {**values, "BESIDE": BESIDE, "ABOVE": ABOVE}.items():
        sheet = sheet.replace(name, value)
    return f"<style>{sheet}</style>"
