"""Compiled methods of `Tensor`: machine code that follows edges of the trace tree, and the table that it reads.

Loaded once calls repeat. Each method is a small function, which passes its number to the compiled code of its kind
(`tapegrad.engine.matcher`); that calls the method which was there before for all that is not along a path.

Tests: tests/record/test_collector.py
"""

from __future__ import annotations

import ctypes
import inspect
from array import array
from collections import deque
from itertools import repeat
from typing import Any

import numpy as np

import tapegrad.record.run as runs
from tapegrad.cpython import item_slot
from tapegrad.cpython import matcher_table as c
from tapegrad.cpython.callers import method_of
from tapegrad.cpython.object_layout import misfits, place
from tapegrad.machine.cache import engine
from tapegrad.ops import elementwise_ops
from tapegrad.ops.help_text import written
from tapegrad.ops.lazy_help import Help
from tapegrad.ops.runtime import runtime
from tapegrad.record import modes
from tapegrad.record.families import Family
from tapegrad.record.frame import Frame
from tapegrad.record.function_call import FunctionCall
from tapegrad.record.pending_run import Pending
from tapegrad.record.recording import KEY, _Open, tape
from tapegrad.record.run import Released, Run
from tapegrad.record.values import Values
from tapegrad.tensor import dispatch, operators, tensor
from tapegrad.tensor.tensor import Tensor
from tapegrad.tensor.value import TensorState
from tapegrad.tensor.views import entwine
from tapegrad.trace_cache import stubs, tree

_HEAD = """\
@cursor_table = internal global i64 0
define void @cursor_begin(i64 %table) {
  store i64 %table, ptr @cursor_table
  ret void
}
declare i64 @sweep_method(i64, i64, i64, i64, i64, i64)
"""
_STUB = """\
define i64 @cursor_{number}(i64 %x, i64 %args, i64 %n, i64 %names) {{
  %c = load i64, ptr @cursor_table
  %result = call i64 @sweep_method(i64 %c, i64 %x, i64 %args, i64 %n, i64 {names}, i64 {number})
  ret i64 %result
}}
"""
_OPERATORS = {
    "add": elementwise_ops.add, "sub": elementwise_ops.subtract, "mul": elementwise_ops.multiply,
    "truediv": elementwise_ops.divide, "floordiv": elementwise_ops.floor_divide, "mod": elementwise_ops.remainder,
}  # fmt: skip
_QUICK = frozenset({"add", "sub", "mul", "truediv"})
_COMPARISONS = {
    "__lt__": elementwise_ops.less, "__le__": elementwise_ops.less_equal, "__gt__": elementwise_ops.greater,
    "__ge__": elementwise_ops.greater_equal, "__eq__": elementwise_ops.equal, "__ne__": elementwise_ops.not_equal,
}  # fmt: skip
_UNARY = {"__neg__": elementwise_ops.negative, "__abs__": elementwise_ops.absolute}
_KEYWORDS = c.OF_METHOD | c.OF_UFUNC | c.OF_FUNCTION
_held: list[Any] = []


def _methods() -> list[tuple[str, int, int]]:
    """Return the methods that are compiled: their name, the code of their edges, and what they take."""
    methods = []
    for name, op in _OPERATORS.items():
        commutes = c.COMMUTES if name in ("add", "mul") else 0
        methods.append((f"__{name}__", 2 * op.code, c.ARRAYS | (c.QUICK if name in _QUICK else 0)))
        methods.append((f"__r{name}__", 2 * op.code, c.ARRAYS | c.SWAPPED | commutes))
    methods += [(name, 2 * op.code, c.ARRAYS) for name, op in _COMPARISONS.items()]
    methods += [(name, 2 * op.code, c.OF_METHOD) for name, op in _UNARY.items()]
    methods.append(("__rpow__", 2 * elementwise_ops.power.code, c.ARRAYS | c.SWAPPED))
    product: Any = operators.product
    constant_power: Any = operators.constant_power
    methods.append(("__pow__", constant_power.code, c.PROMPT))
    methods += [("__matmul__", product.code, c.ARRAYS), ("__rmatmul__", product.code, c.ARRAYS | c.SWAPPED)]
    getitem: Any = tensor.getitem
    methods.append(("__getitem__", getitem.code, 0))
    methods.append(("__array_ufunc__", 0, c.OF_UFUNC | c.ARRAYS))
    methods.append(("__array_function__", 0, c.OF_FUNCTION))
    for name in vars(Tensor):
        if (code := getattr(_function_of(name), "code", None)) is not None:
            methods.append((name, code, c.OF_METHOD))
    return methods


def _function_of(name: str) -> Any:
    """Return a method of Tensors, or what gets a property."""
    attribute = vars(Tensor)[name]
    return attribute.fget if isinstance(attribute, property) else attribute


def _slots_of(x: _Open) -> array[int]:
    """Return how many slots objects like a spare one have, and where they lie."""
    names = [n for base in type(x).__mro__ for n in vars(base).get("__slots__", ()) if n != "__weakref__"]
    places = [place(x, name) for name in names]
    return array("q", [len(places), *places])


_PLACES: dict[type, dict[str, int]] = {
    Tensor: {"_family": c.T_FAMILY, "_i": c.T_I, "_instruction": c.T_INSTRUCTION, "_node": c.T_NODE},
    Family: {
        "run": c.F_RUN, "limit": c.F_LIMIT, "requires_grad": c.F_REQUIRES_GRAD, "instructions": c.F_INSTRUCTIONS,
        "owner": c.F_OWNER, "modes": c.F_MODES, "pairs": c.F_PAIRS, "consts": c.F_CONSTS, "out": c.F_OUT, "id": c.F_ID,
    },
    Run: {"backing": c.R_BACKING, "sources": c.R_SOURCES, "serial": c.R_SERIAL, "owner": c.R_OWNER},
    Pending: {
        "run": c.U_RUN, "instructions": c.U_INSTRUCTIONS, "node": c.U_NODE, "outdated": c.U_OUTDATED,
        "modes": c.U_MODES, "numbers": c.U_NUMBERS, "imported": c.U_IMPORTED, "given": c.U_GIVEN, "room": c.U_ROOM,
        "calls": c.U_CALLS, "families": c.U_FAMILIES, "early": c.U_EARLY,
    },
    FunctionCall: {"kept": c.KEPT_OF_CALL},
    Values: {"kept": c.KEPT_OF_VALUES},
    Released: {"kept": c.KEPT_OF_RELEASED},
    Frame: {"arrays": c.B_ARRAYS, "vals": c.B_VALS, "saved": c.B_SAVED, "deferred": c.B_DEFERRED},
    tree.TreeNode: {"order": c.N_ORDER, "stop": c.N_STOP},
    tree.Edge: {"stub": c.E_STUB},
    TensorState: {"array": c.D_ARRAY, "base": c.D_BASE},
    _Open: {"pending": c.O_PENDING, "thread": c.O_THREAD, "ident": c.O_IDENT, "runs": c.O_RUNS, "crowded": c.O_CROWDED},
    modes.Modes: {"plain": c.M_PLAIN, "grad_enabled": c.M_GRAD},
}  # fmt: skip


def _table() -> array[int]:
    """Return the table that compiled code reads; what it names is held for good."""
    table = array("q", [0]) * c.SIZE
    fresh = Pending(None)
    fresh_run, fresh.run, fresh.modes = fresh.run, None, None  # type: ignore[assignment]
    fresh_run.backing = None
    lists = {c.RUN_SLOTS: Run, c.PENDING_SLOTS: Pending, c.FAMILY_SLOTS: Family}
    slots = {k: _slots_of(_spare(cls)) for k, cls in lists.items()}
    objects: dict[int, Any] = {
        c.TENSOR: Tensor, c.PENDING: Pending, c.FAMILY: Family, c.ARRAY: np.ndarray, c.FLOAT: float, c.INT: int,
        c.STR: str,
        c.SLICE: slice, c.LIST: list, c.DICT: dict, c.TUPLE: tuple, c.FLOAT64: np.float64, c.INT64: np.int64,
        c.NONE: None, c.TRUE: True, c.FALSE: False, c.KEY: KEY,
        c.MODES: modes.variable, c.SERIAL: runs.serials, c.ROOT: tree.nothing.node, c.FRESH: fresh,
        c.FRESH_RUN: fresh_run,
        c.CALLED: "__call__", c.CODES: dispatch.codes, c.ENTWINE: entwine,
        c.FLUSH: tape.flush, c.EMPTY: np.empty,
        c.FUNCTION_CALL: FunctionCall, c.FRAME: Frame, c.VALUES: Values, c.RELEASED: Released,
    }  # fmt: skip
    for k, obj in objects.items():
        table[k] = id(obj)
    for cls, names in _PLACES.items():
        spare = _spare(cls)
        for name, k in names.items():
            table[k] = place(spare, name)
    for k, listed in slots.items():
        table[k] = listed.buffer_info()[0]
    _held.extend((objects, slots, table))
    return table


def _spare(cls: type) -> _Open:
    """Return an object of a class, empty if it may be; that of a thread frees what it holds."""
    return _Open(None, []) if cls is _Open else object.__new__(cls)


def load() -> None:
    """Install the compiled methods of Tensors.

    This may compile, and so be interrupted, at any place: it is whole, or can be called again.
    """
    if tree.cursor.on or misfits():
        return
    runtime.load("matcher")
    methods = _methods()
    if not engine().address("cursor_begin"):
        text = _text(methods)
        engine().load("cursor", lambda: text, text)
    table = _table()
    for k, (name, code, kind) in enumerate(methods):
        place = c.ENTRIES + 3 * k
        function = _function_of(name)
        _held.append(function)
        table[place], table[place + 1], table[place + 2] = code, id(function), kind
    begin = ctypes.CFUNCTYPE(None, ctypes.c_int64)(engine().address("cursor_begin"))
    begin(table.buffer_info()[0])
    names, replacements = [name for name, _, _ in methods], []
    for k, (name, _, kind) in enumerate(methods):
        address, doc = engine().address(f"cursor_{k}"), _doc(name, _function_of(name))
        method = method_of(Tensor, name, address, bool(kind & _KEYWORDS), doc)
        before = vars(Tensor)[name]
        replacements.append(property(method, doc=before.__doc__) if isinstance(before, property) else method)
    tree.cursor.stubs = stubs
    tree.cursor.on = True
    deque(map(setattr, repeat(Tensor), names, replacements), maxlen=0)  # in one call, so that signals find all or none
    item_slot.empty(Tensor)  # which the new `__getitem__` has filled


def _doc(name: str, function: Any) -> str:
    """Return the docstring of a method, with its parameters as Python's own built-in functions have them there."""
    signature = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    shown = str(signature.replace(parameters=parameters, return_annotation=signature.empty))
    first = next(iter(signature.parameters))
    doc = function.__doc__
    text = written(doc, examples=False) if isinstance(doc, Help) else doc or ""
    return f"{name}{shown.replace(f'({first}', '($self', 1)}\n--\n\n{text}"


def _text(methods: list[tuple[str, int, int]]) -> str:
    stubs = [
        _STUB.format(number=k, names="%names" if kind & _KEYWORDS else "0") for k, (_, _, kind) in enumerate(methods)
    ]
    return _HEAD + "".join(stubs)
