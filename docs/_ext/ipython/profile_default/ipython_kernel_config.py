"""Of the kernels that run the pages' code: figures are vector graphics, sharp on every screen."""

c = get_config()  # noqa: F821
c.InlineBackend.figure_formats = {"svg"}
