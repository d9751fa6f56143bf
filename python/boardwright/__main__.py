"""The command line, as ``python -m boardwright``."""

from __future__ import annotations

import sys

from boardwright.cli import main

if __name__ == "__main__":
    sys.exit(main())
