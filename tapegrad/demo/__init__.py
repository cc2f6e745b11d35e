"""The demo: fit the 27 nonlinear regression problems of NIST StRD and count the digits that agree.

NIST publishes measurements, a model, two starting points and certified answers for each problem, so that the demo
checks tapegrad's derivatives against a truth that does not come from a program like it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

from tapegrad.demo.fit import Fit, fit_problem
from tapegrad.demo.plot import draw, new_figure
from tapegrad.demo.regression_problems import CERTIFIED_DIGITS, load
from tapegrad.progress import progress

__all__ = ["REQUIRED_DIGITS", "Fit", "reached", "run", "table"]

REQUIRED_DIGITS = 6
"""Digits that a fit must reach in every parameter to count as solved."""


def run(plot: str | os.PathLike[str] | None = None, out: TextIO | None = None) -> list[Fit]:
    """Fit all problems from both starts and print the table.

    Parameters
    ----------
    plot : path, optional
        File to draw the fits in; its ending says the format. Needs matplotlib.
    out : text file, optional
        Where the table goes; standard output by default. A progress bar is shown on standard error while the fits
        are made, if that is a terminal.

    Returns
    -------
    list of Fit
        One per problem and start, in the order of the table.
    """
    if plot is not None:
        figure = new_figure(plot)
    todo = [(problem, start) for problem in load() for start in (1, 2)]
    fits = [fit_problem(problem, start) for problem, start in progress(todo, "fitting")]
    print(table(fits), file=sys.stdout if out is None else out)
    if plot is not None:
        draw(figure, fits)
        figure.savefig(plot)
    return fits


def reached(fits: Sequence[Fit], start: int) -> bool:
    """Tell whether every fit from this start agrees with the certified values to `REQUIRED_DIGITS`.

    Parameters
    ----------
    fits : sequence of Fit
        What `run` returns.
    start : int
        1 or 2.

    Returns
    -------
    bool
        True if so.
    """
    return all(one.digits >= REQUIRED_DIGITS for one in fits if one.start == start)


def table(fits: Sequence[Fit]) -> str:
    """Lay out the fits as text.

    Parameters
    ----------
    fits : sequence of Fit
        The fits, in the order of the lines.

    Returns
    -------
    str
        The table with a heading, and a summary per start.
    """
    lines = [f"{'problem':<9} start  parameters  digits  residual sum of squares  gradient calls  time"]
    for one in fits:
        line = (
            f"{one.problem.name:<9} {one.start:>5}  {one.parameters.size:>10}  {one.digits:>6.1f}  {one.rss:>23.10e}"
            f"  {one.gradient_calls:>14}  {one.seconds:.3f} s"
        )
        remarks = [f"fewer than {REQUIRED_DIGITS} digits"] * (one.digits < REQUIRED_DIGITS)
        remarks += ["not converged"] * (not one.converged)
        lines.append("  ".join([line, ", ".join(remarks)]).rstrip())
    lines.append("")
    for start in sorted({one.start for one in fits}):
        those = [one for one in fits if one.start == start]
        solved = sum(one.digits >= REQUIRED_DIGITS for one in those)
        lines.append(
            f"start {start}: {solved} of {len(those)} agree to {REQUIRED_DIGITS} digits or more in every parameter"
            f" (least {min(one.digits for one in those):.1f} of {CERTIFIED_DIGITS} certified);"
            f" {sum(one.gradient_calls for one in those)} gradient calls, {sum(one.seconds for one in those):.1f} s"
        )
    return "\n".join(lines)
