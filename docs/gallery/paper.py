"""A figure for a paper.

The style of a venue sets the width, the text sizes and the fonts. A figure keeps this style when
you save it later. The saved file records how every curve was computed.
"""

import prplot

paths = prplot.datasets.load("digits").paths()

with prplot.style.paper("ieee", columns=1):
    artists = prplot.plot(paths, "pr")

figure = artists.figure
# artists.save("figure.pdf")  # 3.5 in wide, fonts embedded, to be included without scaling
# artists.alt_text()          # what it shows, in words
