"""Write `docs/ops.md`, the reference of all ops, from the ops table, and `docs/coverage.md`.

python docs/generate.py            # write it
python docs/generate.py --check    # fail if it is out of date
"""

from __future__ import annotations

import argparse
import ast
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
import numpy_coverage

import tapegrad
import tapegrad.func.program_ops  # declares ops that run programs
from tapegrad.ops import complete, composites, declare, dispatch_tables, results

complete()

PAGE = Path(__file__).resolve().parent / "ops.md"
HEAD = """\
# Ops

This page lists every op of the ops table, from its record, and the functions made of ops. It is generated: change a
record in `tapegrad/ops/`, then run `python docs/generate.py`.

An *elementwise* op has a forward function and a partial for each argument. The adjoint of an argument is `g` times the
partial, and exactly 0 where either is 0. An op on whole arrays has an adjoint rule for each argument. In all rules
`g` is the adjoint of the result, `out` the result, and `x_shape` the shape of argument `x`. For an op with *several
results*, `g` and `out` are tuples. `libm` calls the C library; `lane` and `vecmath` are the modules of
`tapegrad/machine/` with the same names. *Sampled* are the intervals from which the tests draw arguments. A composite is
a function made of ops; it has no derivative of its own.

All linear and bilinear ops take complex numbers. Other ops take them only if this page says so. The adjoint is then the
transpose for the real inner product of real and imaginary parts: values in a rule are conjugated, as in
`g * conj(partial)` of an elementwise op. The rules of *complex* ops are written as they are applied.
"""


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
    return f"`{call}`, which is\n\n{textwrap.indent(_block(text, node), '  ')}\n"


def _statements(node: ast.FunctionDef) -> list[ast.stmt]:
    """The body without the docstring."""
    first = node.body[0]
    described = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1:] if described else node.body


def _block(text: str, node: ast.FunctionDef) -> str:
    lines = text.splitlines()[node.lineno - 1 : node.end_lineno]
    return "```python\n" + textwrap.dedent("\n".join(lines)) + "\n```"


def _as_called(module: Any, name: str) -> tuple[Any, Any]:
    """What a module has under a name, and what of it was put on paths."""
    found = getattr(module, name)
    return found, getattr(found, "__wrapped__", None)


def _calls(op: Any) -> list[str]:
    """How a user calls it."""
    modules = {
        "tg": tapegrad, "tg.special": tapegrad.special, "tg.linalg": tapegrad.linalg, "tg.fft": tapegrad.fft,
        "tg.polynomial": tapegrad.polynomial,
    }  # fmt: skip
    names = [
        f"{prefix}.{name}"
        for prefix, module in modules.items()
        for name in dir(module)
        if op in _as_called(module, name)
    ]
    for table in (dispatch_tables.ufuncs, dispatch_tables.functions):
        names += [_numpys_name(key) for key, target in table.items() if target is op]
    return [f"`{name}`" for name in dict.fromkeys(names)]


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
    yield f"### {op.name}\n"
    yield f"{op.summary}\n"
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
    yield f"### {entry.name}\n"
    yield f"{entry.summary}\n"
    signature = inspect.signature(inspect.unwrap(entry.function))
    parameters = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    yield f"- arguments: `{inspect.Signature(parameters)}`"
    calls = _calls(entry.function)
    if calls:
        yield f"- called as: {', '.join(calls)}"
    yield f"- takes complex numbers: {'yes' if entry.takes_complex else 'no'}"
    if entry.kinks:
        yield f"- at kinks: {entry.kinks}"
    yield f"- tested against: {readable(entry.reference)}\n"


_TITLES = {
    declare.Elementwise: "Elementwise",
    declare.Linear: "Linear",
    declare.Bilinear: "Bilinear",
    declare.General: "General",
    results.Several: "Several results",
    declare.Complex: "Complex",
    declare.Constant: "Constant",
}


def page() -> str:
    """The whole page."""
    ops = [op for op in declare.table if op is not None]
    parts = [HEAD]
    groups = {title: [op for op in ops if isinstance(op, kind)] for kind, title in _TITLES.items()}
    assert sum(map(len, groups.values())) == len(ops), "an op of no class of this page"
    entries = sorted(composites.composites.values(), key=lambda entry: entry.name)
    for title, members in groups.items():
        if members:
            parts.append(f"- {title}: {', '.join(f'[{op.name}](#{op.name})' for op in members)}")
    names = {op.name for op in ops}
    links = [f"[{entry.name}](#{entry.name}{'-1' if entry.name in names else ''})" for entry in entries]
    parts.append(f"- Composite: {', '.join(links)}\n")  # the second heading of one text has a number
    for title, members in groups.items():
        if members:
            parts.append(f"## {title}\n")
            for op in members:
                parts += _operation(op)
    parts.append("## Composite\n")
    for entry in entries:
        parts += _composite(entry)
    lines = "\n".join(parts).splitlines()
    kept = [line.rstrip() for k, line in enumerate(lines) if line.strip() or (k and lines[k - 1].strip())]
    return "\n".join(kept).rstrip() + "\n"


def main() -> int:
    """Write or check the page; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if the page is out of date")
    options = parser.parse_args()
    for path, text in ((PAGE, page()), (numpy_coverage.PAGE, numpy_coverage.page())):
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is out of date. Run: python docs/generate.py", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
