"""Write the reference of ops and of functions made of ops from their records: one page for each group.

Each record belongs to one group, by the file that declares it. The pages are made when the site is built, and by
``python docs/generate.py``; they are not in the repository.

Tests: tests/package/test_site.py
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
import scipy.special

import tapegrad
import tapegrad.func.program_ops  # these declare ops that are made on first use
import tapegrad.integrate.solving
import tapegrad.optimize.implicit_functions
from tapegrad.ops import complete, composites, declare, dispatch_tables, results

complete()

FOLDER = Path(__file__).resolve().parent / "reference" / "ops"


class Group(NamedTuple):
    """One page, and the modules of `tapegrad.ops` whose records it shows."""

    name: str
    title: str
    about: str
    modules: tuple[str, ...]


GROUPS = (
    Group(
        "elementwise",
        "Elementwise functions",
        "Arithmetic, powers, exponentials, trigonometry, comparisons.",
        ("elementwise_ops", "powers", "limits", "scaling", "numpy.signs", "numpy.conversions"),
    ),
    Group(
        "reductions",
        "Reductions and statistics",
        "Sums, means, extremes, quantiles and running sums.",
        ("reductions", "decisions", "numpy.statistics", "numpy.quantiles", "numpy.nans", "numpy.recurrences"),
    ),
    Group(
        "shapes",
        "Shapes",
        "Reshape, join, split, pad and repeat arrays.",
        (
            "shape_ops",
            "numpy.manipulation",
            "numpy.padding",
            "numpy.ranges",
            "window_views",
            "numpy.sliding_windows",
            "numpy.vectorization",
        ),
    ),
    Group(
        "indexing",
        "Indexing and selection",
        "Read and write elements, choose among arrays.",
        (
            "indexing",
            "gather_scatter",
            "take",
            "numpy.array_writes",
            "numpy.positions",
            "numpy.selection",
            "numpy.queries",
        ),
    ),
    Group(
        "sorting",
        "Sorting, searching and counting",
        "Order, search, sets and histograms.",
        ("numpy.sorting", "numpy.counts_and_sets"),
    ),
    Group(
        "products",
        "Products",
        "Products of matrices and vectors, `einsum`, convolution of vectors.",
        ("products", "tiled_products", "contractions", "numpy.vector_products", "numpy.vector_convolution"),
    ),
    Group(
        "calculus",
        "Differences, samples and polynomials",
        "Differences, integrals of samples, linear interpolation, polynomials.",
        ("numpy.differences", "numpy.linear_interpolation", "numpy.polynomials", "polynomial", "integrate"),
    ),
    Group("complex", "Complex numbers", "Real and imaginary parts, angles, conjugates.", ("complex_numbers",)),
    Group(
        "integers", "Integers", "Arithmetic of integers, which has no derivative.", ("integers", "numpy.exact_integers")
    ),
    Group("linalg", "Linear algebra", "As in `numpy.linalg` and `scipy.linalg`.", ("linalg",)),
    Group("fft", "Fourier transforms", "As in `numpy.fft` and `scipy.fft`.", ("fft",)),
    Group("special", "Special functions", "As in `scipy.special`.", ("special",)),
    Group("stats", "Statistics", "What the distributions of `tg.stats` are made of.", ("stats", "expectations")),
    Group("signal", "Signals", "As in `scipy.signal`.", ("signal",)),
    Group("ndimage", "Images", "As in `scipy.ndimage`.", ("ndimage",)),
    Group("interpolate", "Interpolation", "What the interpolants of `tg.interpolate` are made of.", ("interpolate",)),
    Group("sparse", "Sparse matrices", "Products and systems with sparse matrices.", ("sparse",)),
    Group("spatial", "Distances", "As in `scipy.spatial.distance`.", ("spatial",)),
    Group("optimize", "Test functions", "As in `scipy.optimize`.", ("optimize",)),
    Group(
        "programs",
        "Functions, checkpoints and loops",
        "Ops that run other programs, and what belongs to them.",
        ("results", "function_results", "program_ops", "legalize_complex", "tapegrad.integrate", "tapegrad.optimize"),
    ),
)


def _module_of(entry: declare.Entry) -> str:
    """The module that declares a record, as groups name it."""
    function = entry.function if isinstance(entry, composites.Composite) else getattr(entry, "forward", None)
    function = inspect.unwrap(getattr(function, "function", function))
    module = getattr(function, "__module__", None) or ""
    if module.startswith("tapegrad.") and not module.startswith("tapegrad.machine."):
        return module.removeprefix("tapegrad.ops.").removeprefix("tapegrad.func.").removeprefix("tapegrad.passes.")
    return "special" if getattr(scipy.special, entry.name, None) is not None else "elementwise_ops"


def group_of(entry: declare.Entry) -> Group:
    """The group of a record: that which names its module, or the folder of that.

    Raises
    ------
    LookupError
        If no group does.
    """
    module = _module_of(entry)
    for group in GROUPS:
        if any(f"{module}.".startswith(f"{named}.") for named in group.modules):
            return group
    raise LookupError(f"{entry.name}: expected its module {module!r} in a group of docs/ops_pages.py. Add it to one.")


@functools.cache
def _tree(file: str) -> tuple[str, ast.Module]:
    text = Path(file).read_text(encoding="utf-8")
    return text, ast.parse(text)


def _begins(node: ast.FunctionDef, line: int) -> bool:
    """Tell whether a function, or a decorator of it, begins in a line."""
    return line in (node.lineno, *(d.lineno for d in node.decorator_list))


def _node(function: Callable[..., Any]) -> tuple[str, ast.Lambda | ast.FunctionDef]:
    """The source file's text and the node in it that a function was made from."""
    code: CodeType = inspect.unwrap(function).__code__
    text, tree = _tree(code.co_filename)
    spans = [p for p in code.co_positions() if p[0] is not None and p[2] is not None and p[3] != 0]
    found: list[ast.Lambda | ast.FunctionDef] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name and _begins(node, code.co_firstlineno):
            return text, node
        if isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
            first = (node.body.lineno, node.body.col_offset)
            last = (node.body.end_lineno, node.body.end_col_offset)
            if all(first <= (line, column) and (end, stop) <= last for line, end, column, stop in spans):
                found.append(node)
    if not found:
        raise LookupError(f"no source for {function}")
    return text, min(found, key=lambda n: len(ast.get_source_segment(text, n) or ""))


def _name_of(value: Any) -> str:
    """A name that a reader can look up."""
    if isinstance(value, np.ufunc) or getattr(value, "__module__", "") == "numpy":
        return f"np.{value.__name__}"
    if getattr(value, "__module__", "").startswith(("numpy.", "scipy.")):
        return f"{value.__module__.replace('numpy', 'np')}.{value.__name__}"
    return str(getattr(value, "__name__", value))


def _expression(text: str, body: ast.expr, function: Callable[..., Any]) -> str:
    """Source of an expression on one line, the function's free variables replaced by what they stand for."""
    source = " ".join((ast.get_source_segment(text, body) or "").split())
    free = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if not free:
        return source

    class Names(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return ast.Name(_name_of(free[node.id].cell_contents)) if node.id in free else node

    return ast.unparse(Names().visit(ast.parse(source, mode="eval")))


def readable(function: Callable[..., Any]) -> str:
    """A rule as one line of Markdown, or a call of it if its source is longer than an expression."""
    if isinstance(function, declare.Op):
        return f"`{function.name}({', '.join(function.arguments)})`"
    function = getattr(function, "function", function)
    if not hasattr(function, "__code__") or function.__module__.startswith("scipy"):
        return f"`{_name_of(function)}`"
    module = inspect.getmodule(function)
    text, node = _node(function)
    call = ""
    if isinstance(node, ast.FunctionDef):
        call = f"{node.name}({', '.join(inspect.signature(function).parameters)})"
    if module is not None and module.__name__.startswith("tapegrad.machine."):
        return f"`{module.__name__.rpartition('.')[2]}.{call}`"
    if isinstance(node, ast.Lambda):
        return f"`{_expression(text, node.body, function)}`"
    body = _statements(node)
    if len(body) == 2 and isinstance(body[0], ast.ImportFrom) and isinstance(body[1], ast.Return):
        return f"`{body[0].module}.{body[0].names[0].name}`"
    if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
        return f"`{_expression(text, body[0].value, function)}`"
    if function.__code__.co_freevars:  # its text says little without what it was made for
        return f"`{call}`"
    return f"`{call}`, which is\n\n{textwrap.indent(_block(text, node), '  ')}\n"


def _statements(node: ast.FunctionDef) -> list[ast.stmt]:
    """The body without the docstring."""
    first = node.body[0]
    described = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1:] if described else node.body


def _block(text: str, node: ast.FunctionDef) -> str:
    lines = text.splitlines()[node.lineno - 1 : node.end_lineno]
    return "```python\n" + textwrap.dedent("\n".join(lines)) + "\n```"


NAMESPACES = {
    "tg": tapegrad,
    "tg.linalg": tapegrad.linalg,
    "tg.special": tapegrad.special,
    "tg.fft": tapegrad.fft,
    "tg.signal": tapegrad.signal,
    "tg.ndimage": tapegrad.ndimage,
    "tg.integrate": tapegrad.integrate,
    "tg.interpolate": tapegrad.interpolate,
    "tg.optimize": tapegrad.optimize,
    "tg.polynomial": tapegrad.polynomial,
    "tg.spatial.distance": tapegrad.spatial.distance,
}


@functools.cache
def _names_by_object() -> dict[int, list[str]]:
    """The names under which each object is called; what was put on paths counts as what it wraps."""
    names: dict[int, list[str]] = {}
    for prefix, module in NAMESPACES.items():
        for name in module.__all__:
            value = getattr(module, name)
            for each in {id(value), id(getattr(value, "__wrapped__", value))}:
                names.setdefault(each, []).append(f"{prefix}.{name}")
    return names


def _target(entry: declare.Entry) -> Any:
    """What users call."""
    return entry.function if isinstance(entry, composites.Composite) else entry


def _own_names(entry: declare.Entry) -> list[str]:
    """The names in tapegrad under which users call it; its own name is the first."""
    names = _names_by_object().get(id(_target(entry)), [])
    return sorted(names, key=lambda name: not name.endswith(f".{entry.name}"))


def _calls(entry: declare.Entry) -> list[str]:
    """How a user calls it."""
    names = _own_names(entry)
    for table in (dispatch_tables.ufuncs, dispatch_tables.functions):
        names += [_numpys_name(key) for key, target in table.items() if target is _target(entry)]
    return [f"`{name}`" for name in dict.fromkeys(names)]


def _described(entry: declare.Entry) -> str:
    """What a user reads of it: signature and docstring, or one line where it has no name of its own."""
    if names := _own_names(entry):
        return f"```{{eval-rst}}\n.. autofunction:: {names[0].replace('tg.', 'tapegrad.', 1)}\n```\n"
    return f"### {entry.name}\n\n{entry.summary}\n"


def _numpys_name(key: Any) -> str:
    """A function of NumPy or SciPy as its users write it."""
    for prefix, module in (("np", np), ("np.linalg", np.linalg), ("np.fft", np.fft)):
        if getattr(module, key.__name__, None) is key:
            return f"{prefix}.{key.__name__}"
    return f"scipy.special.{key.__name__}"


def _without_rule(op: declare.Op, known: Collection[str]) -> Iterator[str]:
    for argument in op.arguments if known else ():
        if argument not in known:
            yield f"- derivative with respect to {argument}: {'not known' if argument in op.lacks else 'zero'}"


def _operation(op: declare.Op) -> Iterator[str]:
    yield _described(op)
    calls = _calls(op)
    yield f"- called as: {', '.join(calls)}" if calls else "- recorded by other functions"
    if isinstance(op, declare.Elementwise):
        yield f"- forward({', '.join(op.arguments)}): {readable(op.forward)}"
        for argument, partial in op.partials.items():
            yield f"- partial with respect to {argument}: {readable(partial)}"
        if not op.partials:
            yield f"- no partials: {'the result is a truth value' if op.boolean else 'no derivative passes'}"
        else:
            yield from _without_rule(op, op.partials.keys() | op.masks)
    elif isinstance(op, declare.ArrayOp):
        parameters = f"; static: {', '.join(op.parameters)}" if op.parameters else ""
        names = ("*args",) if op.variadic else op.arguments
        yield f"- forward({', '.join(names)}{parameters}): {readable(op.forward)}"
        for argument, rule in op.adjoints.items():
            what = f"operand k of {argument}" if op.variadic else argument
            yield f"- adjoint of {what}: {readable(rule)}"
        yield from _without_rule(op, op.adjoints.keys())
    if isinstance(op, declare.Elementwise) and op.on_complex is not None:
        yield f"- of complex numbers: {readable(op.on_complex)}"
    elif op.takes_complex and isinstance(op, (declare.Elementwise, declare.General, results.Several)):
        yield "- takes complex numbers"
    if op.kinks:
        yield f"- at kinks: {op.kinks}"
    if isinstance(op, declare.Elementwise) and op.domain:
        intervals = ", ".join(f"{name} in [{low:g}, {high:g}]" for name, (low, high) in op.domain.items())
        yield f"- sampled: {intervals}"
    same = op.reference is getattr(op, "forward", None)
    yield f"- tested against: {'the same NumPy code' if same else readable(op.reference)}\n"


def _composite(entry: composites.Composite) -> Iterator[str]:
    yield _described(entry)
    if calls := _calls(entry):
        yield f"- called as: {', '.join(calls)}"
    yield f"- takes complex numbers: {'yes' if entry.takes_complex else 'no'}"
    if entry.kinks:
        yield f"- at kinks: {entry.kinks}"
    yield f"- tested against: {readable(entry.reference)}\n"


def _page(group: Group, records: list[declare.Entry]) -> str:
    """The page of a group: what users call first, then what only other functions record."""
    parts = [f"# {group.title}\n", f"{group.about} [What the words mean](index.md).\n"]
    called = [record for record in records if _calls(record)]
    inner = [record for record in records if not _calls(record)]
    for title, items in (("Functions", called), ("Recorded by other functions", inner)):
        if items:
            parts.append(f"## {title}\n")
            for item in sorted(items, key=lambda item: item.name):
                parts += _composite(item) if isinstance(item, composites.Composite) else _operation(item)
    lines = "\n".join(parts).splitlines()
    kept = [line.rstrip() for k, line in enumerate(lines) if line.strip() or (k and lines[k - 1].strip())]
    return "\n".join(kept).rstrip() + "\n"


def _records() -> list[declare.Entry]:
    return [*(op for op in declare.table if op is not None), *composites.composites.values()]


def entries() -> dict[int, str]:
    """By the identity of what users call, the full name under which a page has its entry."""
    found = {}
    for record in _records():
        if names := _own_names(record):
            found[id(_target(record))] = names[0].replace("tg.", "tapegrad.", 1)
    return found


def pages() -> dict[Path, str]:
    """The text of each page."""
    groups: dict[Group, list[declare.Entry]] = {group: [] for group in GROUPS}
    for record in _records():
        groups[group_of(record)].append(record)
    return {FOLDER / f"{group.name}.md": _page(group, members) for group, members in groups.items()}
