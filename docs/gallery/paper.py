"""A figure for a paper.

Within the style of a venue figures have its width, sizes of text and fonts. They keep them when
they are saved later, and the file says how every curve was computed.
"""

import prplot

paths = prplot.datasets.load("digits").paths()

with prplot.style.paper("ieee", columns=1):
    artists = prplot.plot(paths, "pr")

figure = artists.figure
# artists.save("figure.pdf")  # 3.5 in wide, fonts embedded, to be included without scaling
# artists.alt_text()          # what it shows, in words
