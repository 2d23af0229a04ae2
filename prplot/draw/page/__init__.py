"""A page of its own for a figure: one file that needs neither a kernel nor a network, and answers to the pointer."""

from prplot.draw.page.page import page_of, save_page

__all__ = ["page_of", "save_page"]
