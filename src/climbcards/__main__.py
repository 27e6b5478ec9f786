"""``python -m climbcards`` is the command ``climbcards``."""

import sys

from climbcards.cli import main

if __name__ == "__main__":
    sys.exit(main())
