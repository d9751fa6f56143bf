"""The command line: ``boardwright COMMAND ...``.

Exit codes: 0 all is well; 1 what was asked about is not fine (an invalid file, say); 2 the question was put wrongly;
130 interrupted; 141 nobody reads the output any more.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default those of the process.

    Returns
    -------
    int
        The exit code.
    """
    try:
        # In here, so that Ctrl-C while the commands are loaded ends this as quietly as later on.
        from . import commands

        return commands.run(argv)
    except KeyboardInterrupt:
        return 130
