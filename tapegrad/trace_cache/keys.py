"""Keys of calls: the op, the operands' slots or types, and static parameters.

A key begins with the code of an op or function and whether gradients are recorded. Then comes what is said of each
operand and parameter:

- of a Tensor its slot in the run, or if it is new to the run, `OUTSIDE` and its type;
- of a number that is an operand of an op, its class and the slot where it lies, or `NEW`;
- of anything else, a parameter, its class and value, and of containers the parts; before one that has a name, the name.

Keys of static parameters alone are of the same make. What is equal and another, as 1 and True or 0.0 and -0.0, is told
apart. Nothing of the user's is kept alive: of arrays a key has a copy.

Invariant: of which entries a key is made follows from those before, so two calls have one key only if they are alike. A
stub is a translation of the key (see `tapegrad.trace_cache.stubs`).

Tests: tests/trace_cache/test_keys.py, tests/trace_cache/test_paths.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.forms import form_of
from tapegrad.machine.dtypes import EXACT, F4, F8
from tapegrad.ops.declare import Op
from tapegrad.ops.runtime import Tensor, runtime
from tapegrad.record.modes import Modes
from tapegrad.record.recording import check_thread, home, take_place, tape, version
from tapegrad.trace_cache.thresholds import KEY_ARRAYS, KEY_BYTES

if TYPE_CHECKING:
    from tapegrad.record.pending_run import Pending

OUTSIDE = 1 << 32
NEW = -1
SLICE = "s"  # the kind of a slice that positions stand for
PLAIN = frozenset({int, bool, str, type(None), type(Ellipsis)})
_INT = {int}
_NONE: dict[str, Any] = {}

New = tuple[Any, ...]  # a Tensor, its version and home; or None, and a number
Lookup = tuple[tuple[Any, ...], list[New]]  # the key of a call, and its operands that are new to the run


def call_key(
    pending: Pending, modes: Modes, code: int, operands: Sequence[Any], named: dict[str, Any] = _NONE, kinds: str = ""
) -> Lookup | None:
    """Return the lookup of a call in a run: its key, and its operands that are new to the run; None for a call that is
    on no path.

    Codes of ops are positive: their operands are Tensors and real numbers, and static parameters are `named`. Of an
    index that holds positions, the key says of which kinds the user's own parts are.
    """
    key: list[Any] = [code + modes.grad_enabled if code >= 0 else code - modes.grad_enabled]
    new: list[New] = []
    cls = runtime.tensor
    for x in operands:
        if x.__class__ is cls:
            if x._family.run is pending.run:
                key.append(x._i)
            elif not outside(pending, x, key, new):
                return None
        elif code < 0:
            if not _argument(pending, x, key, new):
                return None
        elif x.__class__ is float or (x.__class__ is int and -EXACT < x < EXACT):
            lane = _lane(operands)
            if lane is None:
                return None
            key += x.__class__, _number(pending, float(x), lane, new)
        else:
            return None
    for name, x in named.items():
        key.append(name)
        if not (_argument(pending, x, key, new) if code < 0 else _parameter(x, key)):
            return None
    if kinds:
        key.append((kinds,))
    return tuple(key), new


def with_static(key: list[Any], static: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return a key with static parameters, hashable; None if one of these is not."""
    for name, x in static.items():
        key.append(name)
        if not _parameter(x, key):
            return None
    return tuple(key)


def outside(pending: Pending, x: Tensor, key: list[Any], new: list[New]) -> bool:
    """Add a Tensor from outside the run to a key; False if a key cannot describe it."""
    family = x._family
    if family.run is None:
        i, array = -1, x._node.array
        now: Any = id(x), id(array), family.requires_grad
    else:
        family, i = home(x)
        if family.run is pending.run:
            key.append(i)
            return True
        if family.run is not None:
            if family.run.backing.open:
                return False
            if family.run.owner is not tape.thread:
                check_thread(x)
        array = None if family.run is not None else x._node.array
        now = version(x, family, i, array)
    entry = pending.imported.get(now)
    if entry is not None:  # it comes again: from now on the operators find it
        take_place(pending, entry[0], x, family, i, array)
        key.append(entry[0])
        return True
    for slot, other in enumerate(new, pending.node.stop):
        if other[0] is x:
            key.append(slot)
            return True
    key.append(OUTSIDE + family.id)
    new.append((x, now, family, i, array))
    return True


def _number(pending: Pending, value: float, lane: np.dtype, new: list[New]) -> int:
    """Return the slot of a number among the operands, or `NEW`; zeros have signs, and so a slot for each place."""
    place: int | None = pending.numbers.get((value, lane)) if value else None
    if place is not None:
        return place
    for slot, other in enumerate(new, pending.node.stop):
        if other[0] is None and other[1] == value != 0.0:
            return slot
    new.append((None, value, lane, 2 * form_of((), lane).id, None))
    return NEW


def _lane(operands: Sequence[Any]) -> np.dtype | None:
    """Return the lane dtype of an op on real numbers, if Tensors among its operands determine it."""
    for x in operands:
        if x.__class__ is runtime.tensor:
            lane = x._family.form.lane
            return lane if lane is F8 or lane is F4 else None
    return None


def _argument(pending: Pending, x: Any, key: list[Any], new: list[New]) -> bool:
    """Add an argument of a whole call to a key; False if it cannot be."""
    kind = x.__class__
    if kind is runtime.tensor:
        if x._family.run is not pending.run:
            return outside(pending, x, key, new)
        key.append(x._i)
        return True
    if kind is np.ndarray:
        return _array(x, key)
    if kind is dict:  # static parameters would be the user's own
        return False
    if kind is list or (kind is tuple and {*map(type, x)} != _INT):
        key += kind, len(x)
        return all(_argument(pending, part, key, new) for part in x)
    return _parameter(x, key)


def _parameter(x: Any, key: list[Any]) -> bool:
    """Add a parameter to a key; False if it cannot be, as it may change or is large."""
    kind = x.__class__
    if kind in PLAIN:
        key += kind, x
    elif kind is float:
        key += kind, x or repr(x)  # zeros have signs
    elif kind is tuple and {*map(type, x)} == _INT:
        key.append(x)
    elif kind is slice:
        key.append(kind)
        return _parameter(x.start, key) and _parameter(x.stop, key) and _parameter(x.step, key)
    elif isinstance(x, np.dtype):
        key.append(x)
    elif isinstance(x, (np.floating, np.integer)):
        key += kind, x.item() or repr(x)
    elif isinstance(x, Op):
        key += kind, x.code
    elif kind is tuple or kind is dict:
        key += kind, len(x)
        return all(_parameter(part, key) for part in (x if kind is tuple else (*x, *x.values())))
    else:
        return False
    return True


def is_kinds(entry: Any) -> bool:
    """Tell whether an entry says of which kinds the parts of an index are."""
    return entry.__class__ is tuple and entry[0].__class__ is str


def has_array(key: Sequence[Any]) -> bool:
    """Tell whether an array is among the parameters in a key."""
    return any(part is np.ndarray for part in key)


# ------------------------------------------------------------------------------------------------- arrays


class Elements:
    """The elements of an array, in a key.

    Attributes
    ----------
    array : numpy.ndarray
        A copy in C order, which cannot be written to.
    """

    __slots__ = ("_hash", "_what", "array")

    def __init__(self, array: np.ndarray, data: bytes) -> None:
        self._what = array.shape, array.dtype, data
        self._hash = hash(self._what)
        self.array: np.ndarray = np.ndarray(array.shape, array.dtype, data)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (other.__class__ is Elements and self._what == other._what)

    def are(self, array: np.ndarray, data: bytes) -> bool:
        """Tell whether they are those of an array, which spares their hash."""
        return self._what[2] == data and self._what[:2] == (array.shape, array.dtype)


_elements: dict[Elements, Elements] = {}
_last: dict[int, Elements] = {}  # what an object of this identity was the last time


def _array(x: np.ndarray, key: list[Any]) -> bool:
    """Add an array to a key. Floating-point data may be others each time: they are in keys if they were seen before."""
    if x.dtype.kind not in "fib" or x.nbytes > KEY_BYTES:
        return False
    data = x.tobytes()
    elements = _last.get(id(x))
    if elements is None or not elements.are(x, data):
        new_elements = Elements(x, data)
        elements = _elements.get(new_elements)
        if elements is None:
            if len(_elements) >= KEY_ARRAYS:
                forget()
            elements = _elements[new_elements] = new_elements
            if x.dtype.kind == "f":
                return False
        if len(_last) >= KEY_ARRAYS:
            _last.clear()
        _last[id(x)] = elements
    key += np.ndarray, elements
    return True


def forget() -> None:
    """Forget which arrays were seen; keys that have them find them again."""
    _elements.clear()
    _last.clear()
