"""Draw all fits in one figure. Needs matplotlib, the extra ``plot``; nothing else of tapegrad does.

Tests: tests/programs/test_demo.py
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tapegrad.demo.fit import Fit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROWS, COLUMNS = 5, 6
POINTS_PER_CURVE = 400
STYLES = {1: ("#ffc78a", 3.5), 2: ("#1f77b4", 1.0)}
"""Colour and width of the curve from each start: the broad one shows on both sides of the narrow one."""


def new_figure(path: str | os.PathLike[str]) -> Figure:
    """Make the empty figure, and find out before the fits are made whether it can be drawn and saved.

    Parameters
    ----------
    path : path
        Where the figure is to be saved.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        If matplotlib cannot write files of this type.
    FileNotFoundError
        If the directory does not exist.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            "demo: expected matplotlib for the plot, which is not installed. Install it with: pip install "
            "'tapegrad[plot]'"
        ) from error
    target = Path(path)
    figure = Figure(figsize=(3 * COLUMNS, 2.4 * ROWS), layout="constrained")
    types = sorted(figure.canvas.get_supported_filetypes())
    if target.suffix[1:].lower() not in types:
        raise ValueError(f"demo: expected a plot file of type {', '.join(types)}, got {target.name!r}.")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"demo: expected an existing directory for the plot, got {str(target.parent)!r}.")
    return figure


def draw(figure: Figure, fits: Sequence[Fit]) -> None:
    """Draw one panel per problem: the measurements, and the curve from each start.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        An empty figure.
    fits : sequence of Fit
        The fits, those of one problem side by side.
    """
    names = list(dict.fromkeys(fit.problem.name for fit in fits))
    panels = dict(zip(names, figure.subplots(ROWS, COLUMNS).flat, strict=False))
    for name, axes in panels.items():
        _panel(axes, [fit for fit in fits if fit.problem.name == name])
    for axes in figure.axes[len(names) :]:
        axes.set_axis_off()
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower right")


def _panel(axes: Axes, fits: Sequence[Fit]) -> None:
    """Draw the fits of one problem. Where there are two predictors, a curve holds the second one fixed."""
    problem = fits[0].problem
    x = np.atleast_2d(problem.x)
    axes.plot(x[0], problem.response, ".", color="0.2", markersize=3, zorder=3, label="measured")
    grid = np.linspace(x[0].min(), x[0].max(), POINTS_PER_CURVE)
    for fit in fits:
        color, width = STYLES[fit.start]
        label = f"fit from start {fit.start}"
        if problem.x.ndim == 1:
            axes.plot(grid, problem.model(fit.parameters, grid), color=color, linewidth=width, label=label)
            continue
        for second in np.unique(x[1]):
            curve = problem.model(fit.parameters, np.stack([grid, np.full_like(grid, second)]))
            axes.plot(grid, curve, color=color, linewidth=width, label=label)
    axes.set_title(f"{problem.name}: {', '.join(f'{fit.digits:.1f}' for fit in fits)} digits", fontsize=9)
    axes.tick_params(labelsize=7)
