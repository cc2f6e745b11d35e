"""The file format of sealed tapes: `save` encodes a tape as bytes, `load` decodes and verifies them.

A file is a head of 64 bytes, a header in JSON and the bytes of the arrays::

    offset  bytes
    0       8      b"tapegrad"
    8       4      version of the format, little-endian like all that follows
    16      8      length of the header
    24      32     SHA-256 of all bytes from 64 on
    64             the header, then zeros up to a multiple of 64
                   the arrays one after the other, each filled up to a multiple of 64

The header holds everything but the elements of arrays, which it refers to by number. `docs/reference/tape_format.md`
describes it.

Nothing in a file is ever executed: ops come by the names of the ops table, parameters from a closed set of types.
Compiled code trusts shapes, offsets and index tables, so reading checks each of them, and builds what it was given
instruction by instruction: a file is read as exactly the tape that was written, or it is a `TapeFileError`. No array is
larger than the file that holds it, and no form larger than the machine's memory.

The version grows when a file's meaning changes. A reader reads every version up to its own and refuses later ones by
their number. A new op does not change the version: an older reader refuses the file and names the op.

Tests: tests/ir/test_files.py
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ArgumentError, TapeFileError
from tapegrad.ir.forms import BOOL, F8, RESULTS, Form, cells, form_of
from tapegrad.ir.program import Guard, Program, UserLine
from tapegrad.ir.verify import check, check_result, short
from tapegrad.lazy_imports import modules_later
from tapegrad.ops import find
from tapegrad.ops.complex_numbers import named_pointwise, pointwise
from tapegrad.ops.declare import Elementwise, Op, by_name, table
from tapegrad.ops.results import result_op

if TYPE_CHECKING:
    import hashlib
else:  # which loads OpenSSL, and files alone need
    (hashlib,) = modules_later("hashlib")

VERSION = 4
_MAGIC = b"tapegrad"
_HEAD = struct.Struct("<8sI4xQ32s8x")
_ALIGN = _HEAD.size
_DEPTH = 64  # of values within values
_NESTED = 32  # programs within programs
_DIMENSIONS = 64

Shape = tuple[int, ...]
_NUMBERS = ("float64", "float32", "complex128", "complex64")
_DTYPES = {d: np.dtype(d) for d in (*_NUMBERS, "bool", *(f"{s}int{8 << k}" for s in ("", "u") for k in range(4)))}
_STORED = {order + d.str[1:] if d.itemsize > 1 else d.str for d in _DTYPES.values() for order in "<>"}


def save(program: Program, file: Any, call: Any = None) -> None:
    """Write a tape to a path or to a file that is open for writing bytes.

    Parameters
    ----------
    program : Program
    file : path or binary file
    call : optional
        What the tape's user wants to have back from `load`: any value of the types that static parameters have.

    Raises
    ------
    ArgumentError
        If the tape holds something that files do not.
    """
    data = encode(program, call)
    if hasattr(file, "write"):
        file.write(data)
        return
    with open(file, "wb") as target:
        target.write(data)


def load(file: Any) -> tuple[Program, Any]:
    """Return the tape in a file, and the data saved with it.

    Raises
    ------
    TapeFileError
        If the file holds no valid tape.
    """
    if hasattr(file, "read"):
        return decode(file.read())
    with open(file, "rb") as source:
        return decode(source.read())


def encode(program: Program, call: Any = None) -> bytes:
    """Return the bytes of a file."""
    writer = _Writer()
    writer.program(program)
    header = {"call": writer.value(call), "programs": writer.programs, "arrays": [_row(a) for a in writer.arrays]}
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode()
    body = b"".join(_padded(part) for part in (text, *(a.tobytes() for a in writer.arrays)))
    return _HEAD.pack(_MAGIC, VERSION, len(text), hashlib.sha256(body).digest()) + body


def decode(data: Any) -> tuple[Program, Any]:
    """Return the object that `encode` turned into bytes.

    Raises
    ------
    TapeFileError
    """
    try:
        return _decoded(data)
    except TapeFileError:
        raise
    except Exception as error:
        raise TapeFileError(f"load: not a valid tape ({type(error).__name__}: {error}).") from error


def program_of(data: bytes) -> Program:
    """Return the tape in bytes; what a pickled `Program` calls."""
    return decode(data)[0]


def described(x: Any) -> tuple[Any, list[np.ndarray]]:
    """Return JSON for a value as files hold it, and the arrays that it refers to; others are an `ArgumentError`."""
    writer = _Writer()
    return [writer.value(x), writer.programs], writer.arrays


def restored(text: Any, arrays: list[np.ndarray]) -> Any:
    """Return the value that `described` has put into JSON and arrays."""
    reader = _Reader(arrays, VERSION)
    for program in text[1]:
        reader.add(program)
    return reader.value(text[0])


def _row(array: np.ndarray) -> list[Any]:
    return [array.dtype.str, list(array.shape)]


def _form_row(form: Form) -> list[Any]:
    lane = [form.lane.name] if form.lane is not None and form.dtype == BOOL else []
    return ["results", []] if form is RESULTS else [form.dtype.name, list(form.shape), *lane]


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGN)


# ------------------------------------------------------------------------------------- writing


class _Writer:
    """Collects programs and arrays; everything else becomes JSON."""

    def __init__(self) -> None:
        self.programs: list[Any] = []
        self.arrays: list[np.ndarray] = []
        self._entries: dict[int, tuple[Any, int]] = {}  # by identity, and kept alive for that

    def program(self, p: Program) -> int:
        """Return the number of a program; those that it runs come before it."""
        if id(p) in self._entries:
            return self._entries[id(p)][1]
        forms: dict[Form, int] = {}
        rows: list[Any] = []
        for slot, op in enumerate(p.ops):
            form = forms.setdefault(p.forms[slot], len(forms))
            if op is not None:
                if op.name not in by_name or op.kind.python:
                    what = p.statics[slot].get("application", op.name)  # a custom function goes by its own name
                    raise ArgumentError(
                        f"save: {what} runs Python code, which a tape file does not hold. Send the function, or "
                        "use kernels of tg.custom in its place."
                    )
                static = {name: self.value(v) for name, v in p.statics[slot].items()}
                rows.append([table[op.code].name, form, list(p.operands[slot]), *([static] if static else ())])
            elif slot in p.constants:
                rows.append(["constant", form, self.array(p.constants[slot])])
            else:
                rows.append(["input", form])
        self.programs.append(
            {
                "forms": [_form_row(f) for f in forms],
                "instructions": rows, "inputs": p.inputs, "outputs": p.outputs,
                "guards": [[g.slot, self.value(float(g.expected)), g.line] for g in p.guards],
                "lines": [[s, line.file, line.number, int(line.reverse)] for s, line in p.lines.items()],
                "recorded": p.recorded,
            }
        )  # fmt: skip
        self._entries[id(p)] = p, len(self.programs) - 1
        return len(self.programs) - 1

    def array(self, array: np.ndarray) -> int:
        if id(array) not in self._entries:
            if array.dtype.str not in _STORED:
                raise ArgumentError(f"save: a tape file holds numbers, got an array of {array.dtype}.")
            self._entries[id(array)] = array, len(self.arrays)
            self.arrays.append(array)
        return self._entries[id(array)][1]

    def value(self, x: Any) -> Any:
        """Return JSON for a value: itself, a list for a tuple or list, else an object with the type as its only key.

        Raises
        ------
        ArgumentError
            For a type that files do not hold.
        """
        if x is None or type(x) in (bool, int, str):
            return x
        if type(x) is float:
            return x if math.isfinite(x) else {"float": repr(x)}
        if isinstance(x, (tuple, list)):
            return [self.value(part) for part in x]
        if isinstance(x, slice):
            return {"slice": [self.value(part) for part in (x.start, x.stop, x.step)]}
        if x is Ellipsis:
            return {"ellipsis": None}
        if isinstance(x, np.ndarray):
            return {"array": self.array(x)}
        if isinstance(x, np.generic):
            return {"scalar": self.array(np.asarray(x))}
        if isinstance(x, np.dtype) and x.name in _DTYPES:
            return {"dtype": x.name}
        if isinstance(x, dict):
            return {"dict": [[self.value(key), self.value(part)] for key, part in x.items()]}
        if isinstance(x, Op):
            return {"op": x.name}
        if isinstance(x, Program):
            return {"program": self.program(x)}
        raise ArgumentError(f"save: a tape file cannot hold a {type(x).__name__}.")


# ------------------------------------------------------------------------------------- reading


def _decoded(data: Any) -> tuple[Program, Any]:
    data = bytes(data)
    if len(data) < _HEAD.size or not data.startswith(_MAGIC):
        raise TapeFileError("load: this is not a tape file.")
    _, version, length, digest = _HEAD.unpack_from(data)
    if not 1 <= version <= VERSION:
        raise TapeFileError(f"load: expected a tape file of version 1 to {VERSION}, got {version}. Update tapegrad.")
    body = memoryview(data)[_HEAD.size :]
    if length > len(body) or hashlib.sha256(body).digest() != digest:
        raise TapeFileError("load: the file is damaged or incomplete.")
    header = json.loads(bytes(body[:length]), parse_constant=_refused)
    _keys(header, ("call", "programs", "arrays"), "header")
    reader = _Reader(_arrays(header["arrays"], body[length + -length % _ALIGN :]), version)
    for program in _list(header["programs"], "programs"):
        reader.add(program)
    if not reader.programs:
        raise TapeFileError("load: the file holds no program.")
    return reader.programs[-1], reader.value(header["call"])


def _refused(text: str) -> Any:
    raise TapeFileError(f"load: {text} is not JSON.")


def _keys(x: Any, names: Sequence[str], what: str) -> None:
    if not isinstance(x, dict) or set(x) != set(names):
        raise TapeFileError(f"load: {what} must have the keys {', '.join(names)}.")


def _list(x: Any, what: str, *lengths: int) -> list[Any]:
    if not isinstance(x, list) or (lengths and len(x) not in lengths):
        raise TapeFileError(f"load: {what}: expected a list{f' of {lengths[-1]}' if lengths else ''}.")
    return x


def _whole(x: Any, stop: int, what: str) -> int:
    """Return an integer from 0 to below `stop`."""
    if type(x) is not int or not 0 <= x < stop:
        raise TapeFileError(f"load: {what}: expected an integer from 0 to below {stop}, got {short(x)}.")
    return x


def _text(x: Any, what: str) -> str:
    if not isinstance(x, str):
        raise TapeFileError(f"load: {what}: expected a string, got {short(x)}.")
    return x


def _dtype(name: Any) -> np.dtype[Any]:
    if not isinstance(name, str) or name not in _DTYPES:
        raise TapeFileError(f"load: unknown dtype {short(name)}.")
    return _DTYPES[name]


def _lengths(x: Any, itemsize: int) -> Shape:
    """Return a shape of which no stride overflows."""
    lengths = tuple(_whole(n, 1 << 62, "length of a dimension") for n in _list(x, "shape"))
    if len(lengths) > _DIMENSIONS or math.prod(max(n, 1) for n in lengths) * itemsize >= 1 << 62:
        raise TapeFileError(f"load: a shape of {len(lengths)} dimensions is too large.")
    return lengths


def _arrays(rows: Any, data: memoryview) -> list[np.ndarray]:
    """Return copies of the arrays, which must fill the data exactly."""
    arrays: list[np.ndarray] = []
    at = 0
    for row in _list(rows, "arrays"):
        name, shape = _list(row, "array", 2)
        if name not in _STORED:
            raise TapeFileError(f"load: an array of dtype {short(name)}.")
        dtype = np.dtype(name)
        lengths = _lengths(shape, dtype.itemsize)
        size = math.prod(lengths) * dtype.itemsize
        if size > len(data) - at:
            raise TapeFileError(f"load: array {len(arrays)} is longer than the file.")
        if dtype == BOOL and size and np.frombuffer(data, np.uint8, size, at).max() > 1:
            raise TapeFileError(f"load: array {len(arrays)}: a truth value that is neither 0 nor 1.")
        arrays.append(np.frombuffer(data, dtype, math.prod(lengths), at).reshape(lengths).copy())
        at += size + -size % _ALIGN
    if at != len(data):
        raise TapeFileError("load: the arrays do not fill the file.")
    return arrays


class _Reader:
    """Makes values and programs of JSON."""

    def __init__(self, arrays: list[np.ndarray], version: int) -> None:
        self.arrays, self.version = arrays, version
        self.programs: list[Program] = []
        self._depths: dict[Program, int] = {}
        self._checked: set[Any] = set()

    def value(self, x: Any, depth: int = 0) -> Any:
        """Return the opposite of `_Writer.value`."""
        if depth > _DEPTH:
            raise TapeFileError("load: values are nested too deeply.")
        if isinstance(x, list):
            return tuple([self.value(part, depth + 1) for part in x])
        if not isinstance(x, dict):
            return x
        if len(x) != 1:
            raise TapeFileError(f"load: a value of {len(x)} kinds.")
        ((kind, what),) = x.items()
        if kind == "float" and what in ("nan", "inf", "-inf"):
            return float(what)
        if kind == "slice":
            start, stop, step = (self.value(part, depth + 1) for part in _list(what, "slice", 3))
            return slice(start, stop, step)
        if kind == "ellipsis" and what is None:
            return Ellipsis
        if kind == "array":
            return self.array(what)
        if kind == "scalar" and not (array := self.array(what)).ndim:
            return array[()]
        if kind == "dtype":
            return _dtype(what)
        if kind == "dict":
            pairs = [_list(pair, "pair", 2) for pair in _list(what, "dict")]
            return {self.value(key, depth + 1): self.value(part, depth + 1) for key, part in pairs}
        if kind == "op":
            return _op(what)
        if kind == "program":
            return self.programs[_whole(what, len(self.programs), "number of a program")]
        raise TapeFileError(f"load: unknown kind of value {short(kind)}.")

    def array(self, number: Any) -> np.ndarray:
        return self.arrays[_whole(number, len(self.arrays), "number of an array")]

    def add(self, x: Any) -> None:
        """Check a program and append it."""
        _keys(x, ("forms", "instructions", "inputs", "outputs", "guards", "lines", "recorded"), "program")
        p, leaves = Program(), []
        forms = [_form(row) for row in _list(x["forms"], "forms")]
        for slot, row in enumerate(_list(x["instructions"], "instructions")):
            try:
                if self._append(p, forms, row):
                    leaves.append(slot)
            except Exception as error:
                name = short(row[0]) if isinstance(row, list) and row else "?"
                packed = self.version < 3  # several results of an op in one array
                age = "" if not packed else f" The file is of version {self.version}. Save the tape again."
                raise TapeFileError(f"load: instruction {slot} ({name}): {_reason(error)}{age}") from error
        n = len(p)
        p.inputs = [_whole(s, n, "input") for s in _list(x["inputs"], "inputs")]
        if sorted(p.inputs) != leaves:
            raise TapeFileError("load: the inputs must name each input instruction once.")
        p.outputs = [_whole(s, n, "output") for s in _list(x["outputs"], "outputs")]
        if RESULTS in p.output_forms:
            raise TapeFileError(
                "load: an output names an instruction with several results, and not one of its results."
            )
        for row in _list(x["guards"], "guards"):
            slot, expected, line = _list(row, "guard", 3)
            slot, expected = _whole(slot, n, "slot of a guard"), self.value(expected)
            if not p.forms[slot].scalar or type(expected) is not float:
                raise TapeFileError(f"load: the guard of slot {slot} must expect a number of a slot of one element.")
            p.guards.append(Guard(slot, expected, _text(line, "line of a guard")))
        for row in _list(x["lines"], "lines"):
            slot, file, number, *reverse = _list(row, "line", 3 if self.version < 4 else 4)
            swept = any(_whole(flag, 2, "line") for flag in reverse)
            line = UserLine(_text(file, "file"), _whole(number, 1 << 62, "line"), swept)
            p.lines[_whole(slot, n, "slot of a line")] = line
        p.recorded = _whole(x["recorded"], 1 << 62, "recorded")
        depth = 1 + max((self._depths[sub] for sub in p.subprograms()), default=0)
        if depth > _NESTED:
            raise TapeFileError("load: programs are nested too deeply.")
        self._depths[p] = depth
        self.programs.append(p)

    def _append(self, p: Program, forms: list[Form], row: Any) -> bool:
        """Check an instruction and append it to a program; says whether it is an input."""
        name, number, *rest = row
        form = forms[_whole(number, len(forms), "number of a form")]
        operands: tuple[int, ...] = ()
        static: dict[str, Any] = {}
        op = None
        if name == "constant":
            (which,) = rest
            value, lane = self.array(which), form.lane or F8
            if value.shape != form.shape or value.dtype.newbyteorder("=") != lane:
                raise TapeFileError(f"{_row(value)} is no constant of the form {form}.")
            value = np.ascontiguousarray(value, lane).reshape(form.shape)
            if self.version == 1 and form.lane is None:
                value = cells(value.astype(form.dtype), form)
            p.constants[len(p)] = value
        elif name != "input" or rest:
            slots, *named = rest
            op = _op(name)
            operands = tuple([_whole(s, len(p), "operand") for s in _list(slots, "operands")])
            if named:
                (pairs,) = named
                static = {_text(key, "parameter"): self.value(v) for key, v in pairs.items()}
            if op is pointwise and isinstance(static.get("op"), Elementwise):
                op = named_pointwise(static["op"])
            operand_forms = tuple([p.forms[s] for s in operands])
            key = op, operand_forms, form
            if op is result_op:
                check_result(p, operands, static, form)
            elif static or key not in self._checked:
                check(op, operand_forms, static, form)
                if not static:
                    self._checked.add(key)
        if (form is RESULTS) != (op is not None and op.several):
            raise TapeFileError(f"the result is no {form}")
        p.ops.append(op)
        p.operands.append(operands)
        p.statics.append(static)
        p.forms.append(form)
        return name == "input"


def _reason(error: Exception) -> str:
    text = str(error).removeprefix("load: ") or type(error).__name__
    return text if text.endswith(".") else f"{text}."


_RENAMED = {  # what ops were called before they bore NumPy's names
    "reshape_to": "reshape", "permute": "transpose", "expand": "broadcast_to", "flip_axes": "flip", "convert": "astype",
    "join": "concatenate", "gather_scalars": "stack", "clip_between": "clip", "sum_over": "sum", "max_over": "max",
    "min_over": "min", "cumulate": "cumsum", "matrix_product": "matmul", "matrix_vector": "matvec", "vector_dot": "dot",
    "sum_of_products": "einsum", "call": "checkpoint", "call_keeping": "checkpoint_keeping",
}  # fmt: skip


def _op(name: Any) -> Op:
    custom, _, content = name.partition(".") if isinstance(name, str) else ("", "", "")
    op = find(by_name, _RENAMED.get(name, name)) if isinstance(name, str) else None
    if content and op is None:
        others = [other for other in by_name if other.startswith(f"{custom}.")]
        raise TapeFileError(
            f"load: the custom op {custom!r} is "
            + ("defined otherwise here than where the tape was made. Save the tape again." if others else
               "not defined here. Import the module that defines it.")
        )  # fmt: skip
    if op is None:
        raise TapeFileError(f"load: unknown op {short(name)}. Import the module that declares it, or update tapegrad.")
    return op


def _form(row: Any) -> Form:
    if row == ["results", []]:
        return RESULTS
    name, shape, *lane = _list(row, "form", 2, 3)
    dtype = _dtype(name)
    if bool(lane) != (dtype == BOOL) or (lane and lane[0] not in ("float64", "float32")):
        raise TapeFileError(f"load: a form of {dtype} with lanes {short(lane)}.")
    lengths = _lengths(shape, 8)
    try:
        return form_of(lengths, dtype, _dtype(lane[0]) if lane else None)
    except MemoryError as error:
        raise TapeFileError(f"load: {error}") from None
