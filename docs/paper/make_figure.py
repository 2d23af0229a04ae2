"""The figure of example.tex, in the size in which it is printed: run this, then pdflatex example.tex."""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()

# The width is that of the text of a NeurIPS paper, the labels have the size of the caption.
with prplot.style.paper("neurips", height=2.75):
    figure, (left, right) = plt.subplots(1, 2, layout="constrained")
    prplot.plot(paths, "pr", left)
    artists = prplot.plot(paths, "prg", right)

artists.save("figure.pdf")

# For the description of the image, and for the methods section.
print(artists.alt_text())
print(paths["Random forest"].pr().methods())
