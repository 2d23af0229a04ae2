"""``python -m prplot`` is the command ``prplot``."""

import sys

from prplot.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
