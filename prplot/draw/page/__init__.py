"""A page of its own for a figure: one file that needs neither a kernel nor a network, and answers to the pointer."""

from prplot.draw.page.facts import Facts, Known, picture_facts, place_of
from prplot.draw.page.page import look, page_of, save_page, script

__all__ = ["Facts", "Known", "look", "page_of", "picture_facts", "place_of", "save_page", "script"]
