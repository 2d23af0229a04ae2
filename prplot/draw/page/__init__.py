"""Interactive HTML pages of figures: each is one file that needs neither a kernel nor a network."""

from prplot.draw.page.page import page_of, save_page

__all__ = ["page_of", "save_page"]
