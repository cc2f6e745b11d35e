"""The help of functions: sections that are made of signatures, records and samples, beside what a docstring says itself.

Examples are the first samples of a record, and what they print is computed by the reference in NumPy or SciPy, values as
well as derivatives (by differences): so a test that runs them compares both libraries.

Tests: tests/package/test_help.py
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.errors import DtypeError
from tapegrad.ops.dispatch_tables import functions, ufuncs
from tapegrad.ops.lazy_help import Help
from tapegrad.ops.parameter_help import described
from tapegrad.ops.runtime import runtime
from tapegrad.ops.usage_examples import NAMES, arguments, program

_ORDER = ("Parameters", "Returns", "Yields", "Raises", "See Also", "Notes", "References", "Examples")
_MOST = 24  # elements of the arrays in an example
_STEP = 1e-5  # of differences
_OF_COUNTS = ("pmf", "logpmf")  # methods of discrete distributions
_MAY_FAIL = ("cho_factor", "cholesky", "inv", "solve", "solve_triangular", "svd", "eig", "eigh")
_IMPORTS = ">>> import numpy as np\n>>> import tapegrad as tg"
_CAUSES = {
    "AxisError": "For an axis that the array does not have.",
    "ShapeError": "For shapes that do not fit together.",
    "DtypeError": "For a dtype that does not fit the call.",
    "ArgumentError": "For an argument outside what the function takes.",
    "IndexingError": "For an index that the array does not have.",
    "PlainDataError": "For a Tensor that requires grad where plain data are expected.",
    "GradientError": "For a derivative that is not known.",
    "ConvergenceError": "If the method does not come to its end.",
    "LinAlgError": "For a matrix that has no such factors or inverse.",
    "ReplayError": "If a recording cannot be replayed.",
}


def written(help_: Help, examples: bool = True) -> str:
    """Return a docstring with all sections."""
    function, record = help_.function, help_.record
    head, sections = _parsed(inspect.cleandoc(help_.source()))
    reference = _reference(help_)
    title = _title(reference)
    if title:
        head = f"{head}\n\nTakes the arguments of `{title}`, which it stands for on Tensors."
    parameters = _signature(function)
    if parameters:
        sections["Parameters"] = _parameters(help_, parameters, sections.get("Parameters", ""))
    sections.setdefault("Returns", _returns(help_))
    if raises := _raises(help_, parameters):
        sections.setdefault("Raises", raises)
    if title:
        sections.setdefault("See Also", title)
    if record is not None and (notes := _notes(help_)):
        sections.setdefault("Notes", notes)
    if examples and "Examples" not in sections and (lines := _example(help_, reference)):
        sections["Examples"] = lines
    texts = [f"{name}\n{'-' * len(name)}\n{sections[name].strip()}" for name in _ORDER if name in sections]
    return "\n\n".join([head, *texts])


def _parsed(doc: str) -> tuple[str, dict[str, str]]:
    """Return what stands before the sections of a docstring, and the sections."""
    head, *rest = re.split(r"^(\w[\w ]*)\n-{3,}\n", f"{doc}\n", flags=re.MULTILINE)
    return head.strip(), dict(zip(rest[::2], rest[1::2], strict=True))


def _signature(function: Any) -> list[inspect.Parameter]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p for p in parameters if p.name != "self"]


# --------------------------------------------------------------------------------------------- sections


def _parameters(help_: Help, parameters: Sequence[inspect.Parameter], section: str) -> str:
    blocks = dict(re.findall(r"^(\*{0,2}\w[^\n]*)\n?((?:[ ]{4}[^\n]*\n?|\n(?=[ ]{4}))*)", section, re.MULTILINE))
    lines_of = {name.strip().lstrip("*"): line for line in blocks for name in line.partition(" :")[0].split(",")}
    lines, shown = [], set()
    for p in parameters:
        if (line := lines_of.get(p.name)) is not None:
            if line not in shown:
                kind, meaning = described(help_.namespace, help_.name, p.name)
                bare = f"{line.rstrip()} : {kind}" if " :" not in line and kind else line.rstrip()
                lines += [bare, blocks[line].rstrip() or f"    {meaning}"]
            shown.add(line)
            continue
        kind, meaning = described(help_.namespace, help_.name, p.name)
        stars = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        optional = ", optional" if p.default is not p.empty or stars else ""
        default = f" {_default(p.default)}" if optional and not stars else ""
        lines += [
            f"{stars}{p.name} : {kind or 'array_like'}{optional}",
            f"    {meaning or 'An argument.'}{default}".rstrip(),
        ]
    for line in blocks:  # such as those that are passed on by their names
        lines += [line.rstrip(), blocks[line].rstrip()] if line not in shown else []
    return "\n".join(line for line in lines if line)


def _default(value: Any) -> str:
    return "" if value is None or "object at" in repr(value) or "<" in repr(value) else f"By default {value!r}."


def _returns(help_: Help) -> str:
    record = help_.record
    if hasattr(record, "partials"):
        kind = "bool" if record.boolean else "of the dtype to which theirs promote"
        return f"Tensor\n    Of the shape to which the arguments broadcast, {kind}. A plain array for plain arguments."
    summary = help_.source().strip().partition("\n\n")[0]
    summary = " ".join(summary.split())
    what = re.match(r"Return (.+?)[.:;]?$", re.split(r"(?<=[.:;]) ", summary)[0])
    text = what[1] if what and what[1].count("`") % 2 == 0 else "the result"
    kind = getattr(inspect.unwrap(help_.function), "__annotations__", {}).get("return", "Any")
    if kind in ("None", None):
        return "None"
    kind = "Tensor" if kind in ("Any", "Tensor", "AnyArray") or not isinstance(kind, str) else kind
    return f"{kind}\n    {text[0].upper()}{text[1:]}."


def _raises(help_: Help, parameters: Sequence[inspect.Parameter]) -> str:
    record, names = help_.record, {p.name for p in parameters}
    causes: dict[str, str] = {}
    code = getattr(inspect.unwrap(help_.function), "__code__", None)
    if names & {"axis", "axes"}:
        causes["AxisError"] = _CAUSES["AxisError"]
    for name in code.co_names if code else ():
        if name in _CAUSES:
            causes[name] = _CAUSES[name]
    if record is not None:
        if len(getattr(record, "arguments", ())) > 1:
            causes["ShapeError"] = "For shapes that do not broadcast."
        if _takes_complex(help_) is False:
            causes["DtypeError"] = "For complex numbers."
        if record.lacks:
            causes["GradientError"] = f"For a derivative by {', '.join(sorted(record.lacks))}, which is not known."
    if help_.namespace == "linalg" and help_.name in _MAY_FAIL:
        causes["LinAlgError"] = _CAUSES["LinAlgError"]
    return "\n".join(f"{name}\n    {cause}" for name, cause in causes.items())


def _takes_complex(help_: Help) -> bool | None:
    """Tell whether a function takes complex numbers, by a call where its record does not say so. None if that fails in
    another way.
    """
    if help_.record.takes_complex:
        return True
    operand = runtime.from_array(np.array([0.3 + 0.2j]))
    needed = [p for p in _signature(help_.function) if p.default is p.empty]
    try:
        with warnings.catch_warnings(action="error"):  # of imaginary parts that are dropped
            help_.function(*[operand] * (len(getattr(help_.record, "arguments", ())) or len(needed)))
    except DtypeError:
        return False
    except Exception:  # these are no values for it
        return None
    return True


def _notes(help_: Help) -> str:
    record = help_.record
    notes = [f"The derivative at kinks: {record.kinks}."] if record.kinks else []
    if getattr(record, "boolean", False) or getattr(record, "stops", False):
        notes.append("No derivative passes.")
    elif _takes_complex(help_):
        notes.append("Complex numbers are taken too.")
    return "\n".join(notes)


# --------------------------------------------------------------------------------------------- references


def _reference(help_: Help) -> Any:
    """Return the function of NumPy or SciPy that one of ours stands for, if there is one."""
    if help_.namespace == "stats.norm":
        stats = import_module("scipy.stats")
        return getattr(stats.poisson if help_.name in _OF_COUNTS else stats.norm, help_.name, None)
    reference = getattr(help_.record, "reference", None)
    reference = getattr(reference, "load", lambda: reference)() if reference is not None else None
    reference = getattr(reference, "function", reference)
    if _title(reference):
        return reference
    for table in (functions, ufuncs):
        for theirs, ours in table.items():
            if ours is help_.function or getattr(help_.function, "__wrapped__", help_) is ours:
                return theirs
    if help_.namespace == "Tensor":
        return getattr(np.ndarray, help_.name, None)
    for library in ("numpy", "scipy"):
        module = library if help_.namespace in ("", "numpy") else f"{library}.{help_.namespace}"
        try:
            function = getattr(import_module(module), help_.name, None)
        except ModuleNotFoundError:
            continue
        if callable(function):
            return function
    return None


def _title(reference: Any) -> str:
    """Return the public name of a function of NumPy or SciPy."""
    name = getattr(reference, "__name__", "")
    if reference is not None and getattr(np.ndarray, name, None) is reference:
        return f"numpy.ndarray.{name}"
    module = getattr(reference, "__module__", None) or ("numpy" if getattr(np, name, None) is reference else "")
    if isinstance(reference, np.ufunc) and not module.startswith(("numpy", "scipy")):
        module = "numpy" if getattr(np, name, None) is reference else "scipy.special"
    public = ".".join(part for part in module.split(".")[:2] if not part.startswith("_"))
    if not public.startswith(("numpy", "scipy")) or not name.isidentifier() or name == "<lambda>":
        return ""
    if not hasattr(import_module(public), name):
        return ""
    return f"{public}.{name}"


# --------------------------------------------------------------------------------------------- examples


def _example(help_: Help, reference: Any) -> str:
    prefix = "tg" if help_.namespace in ("", "numpy") else f"tg.{help_.namespace}"
    if help_.name in _OF_COUNTS:
        prefix = "tg.stats.poisson"
    if hasattr(help_.record, "partials"):
        return _of_elementwise(help_, prefix)
    if text := program(help_.namespace, help_.name):
        return f"{_IMPORTS}\n{text}"
    if help_.namespace == "Tensor":
        text = arguments("Tensor", help_.name)
        _, *others = inspect.signature(help_.function).parameters.values()
        needs_more = not text and any(p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD for p in others)
        return "" if needs_more else _of_method(help_.name, text)
    if text := arguments(help_.namespace, help_.name):
        return _of_call(f"{prefix}.{help_.name}({text})", reference, text)
    samples = getattr(help_.record, "samples", None)
    for operands, static in samples(np.random.default_rng(0)) if samples else ():
        lines = _of_sample(f"{prefix}.{help_.name}", help_, reference, operands, static)
        if lines:
            return lines
    return ""


def _of_elementwise(help_: Help, prefix: str) -> str:
    """Return an example of an op on numbers, with its derivatives by differences of the reference."""
    op = help_.record
    prefix = prefix if op.forward.__module__.startswith("tapegrad.ops") else "f"
    of_numpy = isinstance(op.reference, np.ufunc) and getattr(np, op.reference.__name__, None) is op.reference
    if op.forward.__module__.startswith("tapegrad.ops.special."):
        prefix = "tg.special"
    elif of_numpy:
        prefix = "np"
    elif prefix == "f":
        return ""
    name = op.reference.__name__ if of_numpy else op.shown
    at = [round(sum(op.domain.get(a, (0.0, 1.0))) / 2, 3) + 0.125 * k for k, a in enumerate(op.arguments)]
    masked = [a in op.masks for a in op.arguments]
    lines = [_IMPORTS]
    for a, value, mask in zip(op.arguments, at, masked, strict=True):
        lines.append(f">>> {a} = {'np.array(True)' if mask else f'tg.tensor({value!r}, requires_grad=True)'}")
    call = f"{prefix}.{name}({', '.join(op.arguments)})"
    at = [True if mask else value for value, mask in zip(at, masked, strict=True)]
    try:
        value = op.reference(*at)
    except (TypeError, ValueError):
        return "\n".join([*lines, f">>> result = {call}"])
    if op.boolean or op.stops:
        return "\n".join([*lines, f">>> {call}.item()", repr(value.item())])
    lines += [f">>> result = {call}", ">>> print(round(result.item(), 6))", f"{round(float(value), 6)}"]
    if not op.lacks:
        lines.append(">>> result.backward()")
    for k, a in enumerate(op.arguments):
        if a in op.partials and not op.lacks:
            near = [[x + s * _STEP * (j == k) if x is not True else x for j, x in enumerate(at)] for s in (1, -1)]
            slope = (op.reference(*near[0]) - op.reference(*near[1])) / (2.0 * _STEP)
            lines += [f">>> print(round({a}.grad.item(), 5))", f"{round(float(slope), 5) + 0.0}"]
    return "\n".join(lines)


def _of_sample(call: str, help_: Help, reference: Any, operands: Sequence[Any], static: Mapping[str, Any]) -> str:
    """Return an example of a call with the operands of a sample; nothing where they are too large to show."""
    names = [p.name for p in _signature(help_.function) if p.kind is not p.VAR_POSITIONAL]
    lines, written_arguments, plain = [_IMPORTS], [], []
    for k, x in enumerate(map(_rounded, operands)):
        if isinstance(x, np.ndarray) and x.ndim:
            if x.size > _MOST or x.dtype.kind not in "fciub":
                return ""
            name = names[k] if k < len(names) else f"x{k}"
            lines.append(f">>> {name} = tg.tensor({_numbers(x)})")
            written_arguments.append(name)
        elif (text := _literal(x)) is not None:
            written_arguments.append(text)
        else:
            return ""
        plain.append(x)
    static = {name: _rounded(x) for name, x in static.items()}
    for name, x in static.items():
        if (text := _literal(x)) is None:
            return ""
        written_arguments.append(f"{name}={text}")
    expression = f"{call}({', '.join(written_arguments)})"
    try:
        with np.errstate(all="ignore"):
            result = reference(*plain, **static)
    except Exception:  # it takes other arguments than ours, or not these numbers
        return ""
    return "\n".join([*lines, *_printed(expression, result)])


def _of_call(expression: str, reference: Any, text: str) -> str:
    """Return an example of a call that is written out, with the result of the reference."""
    used = [
        name for name in NAMES if re.search(rf"\b{name}\b(?!:|,? ?[a-z]*:)", re.sub(r"lambda [^:]*:[^,]*", "", text))
    ]
    lines = [_IMPORTS, *[f">>> {name} = tg.tensor({NAMES[name]})" for name in used]]
    scope = {"np": np, "reference": reference, **{name: np.array(eval(NAMES[name])) for name in used}}
    try:
        result = eval(f"reference({text})", scope)
    except Exception:  # it takes other arguments than ours
        return "\n".join([*lines, f">>> result = {expression}"])
    if result is None:  # it has written to its first operand
        return "\n".join([*lines, f">>> {expression}", f">>> print({used[0]}.numpy())", str(scope[used[0]])])
    return "\n".join([*lines, *_printed(expression, result)])


def _of_method(name: str, text: str) -> str:
    """Return an example of a method of Tensors, with the result of the method of NumPy's arrays."""
    operand = "whole" if name == "choose" else "x"
    numbers = "[1, 0]" if name == "choose" else NAMES["x"]
    lines = [_IMPORTS, f">>> {operand} = tg.tensor({numbers})"]
    array = np.array(eval(numbers))
    result = eval(f"array.{name}({text})", {"array": array, "np": np}) if hasattr(array, name) else NotImplemented
    if result is None:  # it has changed the array
        return "\n".join([*lines, f">>> {operand}.{name}({text})", f">>> print({operand}.numpy())", str(array)])
    return "\n".join([*lines, *_printed(f"{operand}.{name}({text})", result)])


def _printed(expression: str, result: Any) -> list[str]:
    """Return the lines that print a result, and what they print."""
    if isinstance(result, (tuple, list)) and all(isinstance(part, (np.ndarray, np.generic)) for part in result):
        texts = [_text(part) for part in result]
        return [f">>> for part in {expression}:", "...     print(np.asarray(part).round(6) + 0)", *texts]
    if isinstance(result, (bool, str, np.dtype, type)) or (
        isinstance(result, tuple) and all(isinstance(part, (int, str)) for part in result)
    ):
        return [f">>> print({expression})", str(result)]
    if not isinstance(result, (np.ndarray, np.generic, int, float)) or np.size(result) > _MOST:
        return [f">>> result = {expression}"]
    rounded = ".round(6) + 0.0" if np.asarray(result).dtype.kind in "fc" else ""  # so that no -0.0 is printed
    return [f">>> print(np.asarray({expression}){rounded})", _text(result)]


def _text(result: Any) -> str:
    array = np.asarray(result)
    return "\n".join(
        line or "<BLANKLINE>" for line in str(array.round(6) + 0.0 if array.dtype.kind in "fc" else array).split("\n")
    )


def _numbers(x: np.ndarray) -> str:
    return re.sub(r"\b(nan|inf)\b", r"np.\1", repr(x.tolist()))


def _rounded(x: Any) -> Any:
    """Return numbers that are short to write."""
    if isinstance(x, (tuple, list)):
        return type(x)(map(_rounded, x))
    if isinstance(x, (np.ndarray, np.generic)) and x.dtype.kind in "fc":
        return np.round(x, 2)
    return x


def _literal(x: Any) -> str | None:
    """Return an argument as it is written, None for what cannot be."""
    if isinstance(x, np.ndarray) and x.size <= _MOST and x.dtype.kind in "fciub":
        return f"np.array({_numbers(x)})" if x.ndim else repr(x.item())
    if isinstance(x, np.generic):
        return repr(x.item())
    if x is None or isinstance(x, (bool, int, float, str, complex)):
        return repr(x)
    if isinstance(x, (tuple, list)):
        parts = [_literal(part) for part in x]
        if None in parts:
            return None
        inner = ", ".join(part for part in parts if part is not None)
        return f"[{inner}]" if isinstance(x, list) else f"({inner}{',' if len(x) == 1 else ''})"
    if isinstance(x, type) and x.__module__ == "numpy":
        return f"np.{x.__name__}"
    return None
