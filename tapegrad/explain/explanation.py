"""Explanations: the page of the tape explorer for a compiled function, a sealed tape, or eager loops.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Sequence
from html import escape
from typing import Any

import llvmlite.binding as llvm
import numpy as np

import tapegrad
from tapegrad.explain import page
from tapegrad.explain.source import SourceFiles
from tapegrad.explain.view import Chunks, view
from tapegrad.func.colouring import star_colouring
from tapegrad.func.containers import Structure
from tapegrad.func.sparsity import most_sweeps
from tapegrad.func.sweep_directions import sweep_directions
from tapegrad.ir.program import Program
from tapegrad.progress import task
from tapegrad.replay.variant import Variant

_VIEWS = 30  # of eager loops, those that ran most often
_HEIGHT = 900  # pixels of the page in a notebook


class Explanation:
    """A page of the explorer: a notebook shows it, `save` writes it to a file.

    Attributes
    ----------
    title : str
    """

    def __init__(self, title: str, data: dict[str, Any], chunks: Sequence[Any]) -> None:
        self.title = title
        self._text = page.html("explorer", data, chunks)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file that loads nothing from elsewhere.

        Parameters
        ----------
        path : path
            Such as ``"step.html"``.
        """
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._text)

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self._text)}" style="width:100%;height:{_HEIGHT}px;border:0" '
            f'title="{escape(self.title)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<explanation of {self.title}: a page of {len(self._text) / 1000:.0f} kB>"


def explained(
    title: str, views: Sequence[dict[str, Any]], source: SourceFiles, chunks: Chunks, **more: Any
) -> Explanation:
    """Return the page of some views."""
    data = {
        "title": title, "subtitle": "", "version": tapegrad.__version__, "machine": llvm.get_host_cpu_name(),
        "made": time.strftime("%Y-%m-%d %H:%M"), "files": source.data(), "views": [*views], "loops": None,
    }  # fmt: skip
    return Explanation(title, data | more, chunks)


def of_variant(variant: Variant, title: str, path: Any = None) -> Explanation:
    """Return the page of one sealed tape, timed on the arguments of its recording; written to a path if given."""
    return _one(variant, title, path)


def of_program(program: Program, path: Any = None) -> Explanation:
    """Return the page of a sealed tape that is known without its arguments."""
    return _one(_bare(program), "sealed tape", path)


def of_tape(tape: Any, path: Any = None) -> Explanation:
    """Return the page of what eager code has recorded on a tape."""
    program, inputs = tape.program()
    values = [a if form.array else a[()].item() for a, form in zip(inputs, program.input_forms, strict=True)]
    return _one(_bare(program, values), repr(tape)[1:-1], path)


def of_loops(exits: Sequence[tuple[Any, Program | None]], path: Any = None) -> Explanation:
    """Return the page of eager loops: exits of the trace cache, with the programs that were compiled for them.

    These are timed on ones, since what they ran on is gone.
    """
    source, chunks = SourceFiles(), Chunks()
    loops, views, numbers = list[dict[str, Any]](), list[dict[str, Any]](), dict[int, int]()
    for exit_, program in exits:
        if program is not None and id(program) not in numbers and len(views) < _VIEWS:
            numbers[id(program)] = len(views)
            variant = with_example(_bare(program))
            views.append(view(f"{exit_.what} at {os.path.basename(exit_.where)}", program, variant, source, chunks))
        loops.append({
            "what": exit_.what, "where": os.path.basename(exit_.where), "ops": exit_.ops,
            "interpreted": exit_.interpreted, "compiled": exit_.compiled, "state": exit_.state, "reason": exit_.reason,
            "before": exit_.before, "after": exit_.after, "view": numbers.get(id(program)),
            "lines": source.range(exit_.where),
        })  # fmt: skip
    explanation = explained("eager loops", views, source, chunks, loops=loops)
    if path is not None:
        explanation.save(path)
    return explanation


def _bare(program: Program, example: Sequence[Any] = ()) -> Variant:
    """Return a sealed tape as a variant of a function that is not known."""
    nothing = Structure(tuple, None, ())
    return Variant(program, nothing, nothing, {}, [*example])


def _one(variant: Variant, title: str, path: Any, sparse: dict[str, Any] | None = None) -> Explanation:
    source, chunks = SourceFiles(), Chunks()
    with task(f"explaining {title}"):
        one = view(title, variant.program, with_example(variant), source, chunks)
    one["sparse"] = sparse
    explanation = explained(title, [one], source, chunks)
    if path is not None:
        explanation.save(path)
    return explanation


def with_example(variant: Variant) -> Variant:
    """Return a sealed tape with arguments to time it on: its own, or else ones."""
    if len(variant.example) == len(variant.forms):
        return variant
    other = copy.copy(variant)
    ones = [np.ones(form.shape, form.dtype) for form in variant.forms]
    other.example = [a if form.array else a[()].item() for a, form in zip(ones, variant.forms, strict=True)]
    other.spare = []
    return other


def of_sparse(variant: Variant, pattern: Any, symmetric: bool, title: str, path: Any = None) -> Explanation:
    """Return the page of a sparse derivative, with its pattern and what is found together: the columns or the rows of a
    colour, or a diagonal.
    """
    return _one(variant, title, path, _sparse(pattern, symmetric))


def _sparse(pattern: Any, symmetric: bool) -> dict[str, Any]:
    rows, columns = pattern.coordinates
    matrix = pattern.tocsr()
    if pattern.by == "diagonals":
        colours = np.empty(pattern.nnz, np.intp)
        order = np.lexsort((columns, rows))
        colours[order] = np.arange(pattern.nnz) - matrix.indptr[rows[order]]
    elif symmetric:
        colours = star_colouring(matrix, most_sweeps(pattern.shape))
    else:
        directions = sweep_directions(matrix, most_sweeps(pattern.shape), pattern.by != "rows")
        colours = directions.rows if pattern.by == "rows" else directions.columns
        if pattern.by == "columns and rows":
            colours = directions.colours(matrix)[np.argsort(np.lexsort((columns, rows)))]
    return {
        "shape": [*map(int, pattern.shape)], "rows": rows.tolist(), "columns": columns.tolist(),
        "colours": colours.tolist(), "by": pattern.by,
    }  # fmt: skip
