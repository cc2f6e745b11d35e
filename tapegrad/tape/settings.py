"""What users set of the trace cache: whether it is on, and what it tells of itself."""

from __future__ import annotations

import os


class _Settings:
    """The settings, of the whole process.

    Attributes
    ----------
    on : bool
        What runs record is looked up and learnt, and what returns is compiled.
    verbose : bool
        A line is printed whenever something is compiled or refused.
    timed : bool
        Turns of loops are timed.
    """

    __slots__ = ("on", "timed", "verbose")

    def __init__(self) -> None:
        self.on, self.timed = True, False
        self.verbose = os.environ.get("TAPEGRAD_TRACE", "0") not in ("", "0")


settings = _Settings()
