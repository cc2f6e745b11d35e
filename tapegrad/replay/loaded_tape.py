"""Loaded tapes: the callable that `load` returns.

Tests: tests/replay/test_static_names.py, tests/ir/test_files.py
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tapegrad.errors import ArgumentError, DtypeError, ReplayError, ShapeError, TapeFileError
from tapegrad.func import program_ops as _subtapes  # noqa: F401 (a file may hold its ops)
from tapegrad.func.containers import FIXED, LEAF, NOTHING, Structure, flatten, mapping, unflatten
from tapegrad.func.derive import all_emitted, results_of
from tapegrad.ir import files
from tapegrad.ir.program import Program
from tapegrad.machine.status import FAILED, OUTSIDE, RAISED
from tapegrad.replay.explained import Explainable
from tapegrad.replay.exports import Exportable
from tapegrad.replay.generated_calls import CallLayout, Replayed, fast_call
from tapegrad.replay.signature import leaf_form
from tapegrad.replay.variant import Variant
from tapegrad.tensor.tensor import Tensor, as_tensor

if TYPE_CHECKING:
    from tapegrad.ir.forms import Form

_DEPTH = 64


class LoadedTape(Replayed, Exportable, Explainable):
    """A sealed tape, called like the function that was traced.

    The arguments must have the containers, shapes and dtypes of the recording, and lead to the same decisions: there is
    no function to record anew. Static arguments are part of the tape and are left out of a call. A named tuple counts
    as a tuple, an object as a dict of its fields.

    On Tensors a call is recorded like any other operation, so a loaded tape can be differentiated.
    """

    def __init__(
        self, program: Program, arguments: Structure, result: Structure, plain: dict[int, Any], name: str = "tape"
    ) -> None:
        self.__name__ = name
        self._variant = Variant(program, _simple(arguments), _simple(result), plain, [])
        self._fixed = (*FIXED, str) if _holds_text(arguments) else FIXED

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any], out: Any, failed: Sequence[Variant] = ()) -> Any:
        leaves: list[Any] = []
        self._check(flatten((args, keywords), leaves, self._fixed), leaves)
        variant = self._variant
        if any(isinstance(x, Tensor) for x in leaves):
            if out is not None:
                raise ArgumentError(f"{self.__name__}: out= is for NumPy arguments, got a Tensor.")
            return variant.result(self._on_tensors(leaves))
        status, result = variant.call(leaves, out, self.__name__)
        if status in (RAISED, FAILED, OUTSIDE):
            for t in self._on_tensors(leaves):  # which raises what compiled code cannot
                t.detach().numpy()
        if status:
            guards = variant.program.guards
            self._refuse(guards[status - 1].line if status <= len(guards) else "a loop")
        layout = CallLayout(len(args), tuple(keywords), lambda *call: call, {})
        self._remember(fast_call(variant, layout), variant, None)
        return result

    def _put_first(self, key: Any, variant: Variant) -> None:
        """Do nothing: there is one variant."""

    def tape(self) -> Program:
        """Return the sealed tape."""
        return self._variant.program

    def save(self, file: Any) -> None:
        """Write the tape to a path or binary file; `tapegrad.load` reads it."""
        v = self._variant
        call = {"name": self.__name__, "arguments": _described(v.arguments), "result": _described(v.structure)}
        files.save(v.program, file, call | {"plain": v.plain})

    def _leaving(
        self, args: tuple[Any, ...], keywords: dict[str, Any], lines: bool = False
    ) -> tuple[Variant, Callable[..., Any] | None, str]:
        if args or keywords:
            leaves: list[Any] = []
            self._check(flatten((args, keywords), leaves, self._fixed), leaves)
        return self._variant, None, self.__name__

    def _sealed(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Variant:
        return self._leaving(args, keywords)[0]

    def _explained(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Variant, str]:
        return self._sealed(args, keywords), self.__name__

    def _check(self, structure: Structure, leaves: Sequence[Any]) -> None:
        """Refuse arguments that the tape was not recorded for.

        Raises
        ------
        ArgumentError, ShapeError, DtypeError
        """
        forms, arguments = self._variant.forms, self._variant.arguments
        if structure != arguments and _simple(structure) != arguments:
            expected, got = _listed(arguments, forms), _listed(structure, [_kind_of(x) for x in leaves])
            raise ArgumentError(
                f"{self.__name__}: expected the arguments {expected}, with their keys in this order, got {got}. "
                "Leave out static arguments: they are part of the tape."
            )
        for k, (x, form) in enumerate(zip(leaves, forms, strict=True)):
            leaf = leaf_form(x, self.__name__)
            if leaf.shape != form.shape:
                raise ShapeError(f"{self.__name__}: input {k} must have shape {form.shape}, got {leaf.shape}.")
            if leaf.dtype != form.dtype:
                raise DtypeError(f"{self.__name__}: input {k} must be of {form.dtype}, got {leaf.dtype}. Convert it.")

    def _refuse(self, line: str) -> None:
        raise ReplayError(
            f"{self.__name__}: these inputs need another decision at {line}, and a loaded tape has no function to "
            "record. Save another tape for these inputs."
        )

    def _on_tensors(self, leaves: Sequence[Any]) -> list[Tensor]:
        """Return the tape's instructions as operations on Tensors; each guard is a decision taken from one."""
        p = self._variant.program
        values = all_emitted(p, [x if isinstance(x, Tensor) else as_tensor(x) for x in leaves])
        for guard in p.guards:
            if values[guard.slot]._decided().item() != guard.expected:
                self._refuse(guard.line)
        return results_of(p, values)

    def __reduce__(self) -> Any:
        target = io.BytesIO()
        self.save(target)
        return _of_bytes, (target.getvalue(),)

    def __repr__(self) -> str:
        return f"<loaded {self.__name__}: {repr(self.tape())[1:-1]}>"

    def __str__(self) -> str:
        return str(self.tape())


def load(file: Any) -> LoadedTape:
    """Return the sealed tape in a file, ready to be called.

    Parameters
    ----------
    file : path or binary file
        Written by ``compiled.save``, ``Program.save`` or ``LoadedTape.save``. A tape that was saved by itself takes its
        inputs one by one and returns its output, or a tuple of them.

    Raises
    ------
    TapeFileError
        If the file holds no valid tape. Whatever a file holds, it is checked and never executed.

    Examples
    --------
    >>> import io
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> step = tg.compile(tg.value_and_grad(lambda x: np.sum(x * x)))
    >>> file = io.BytesIO()
    >>> step.save(file, np.array([1.0, 2.0]))
    >>> tg.load(io.BytesIO(file.getvalue()))(np.array([1.0, 2.0]))
    (np.float64(5.0), array([2., 4.]))
    """
    program, call = files.load(file)
    n_in, n_out = len(program.inputs), len(program.outputs)
    if call is None:
        arguments = Structure(tuple, None, (Structure(tuple, None, (LEAF,) * n_in), mapping(dict, (), ())))
        return LoadedTape(program, arguments, LEAF if n_out == 1 else Structure(tuple, None, (LEAF,) * n_out), {})
    if not isinstance(call, dict) or set(call) != {"name", "arguments", "result", "plain"}:
        raise TapeFileError("load: the call must have a name, arguments, a result and plain values.")
    arguments, result = _structure(call["arguments"]), _structure(call["result"])
    name, plain = call["name"], call["plain"]
    total = _count(result)
    if (
        not isinstance(name, str)
        or arguments.kind is not tuple
        or [part.kind for part in arguments.parts] != [tuple, dict]
        or any(type(key) is not str for key in arguments.parts[1].keys)
        or _count(arguments) != n_in
        or not isinstance(plain, dict)
        or any(type(k) is not int or not 0 <= k < total for k in plain)
        or total != n_out + len(plain)
    ):
        raise TapeFileError("load: the containers do not fit the tape.")
    return LoadedTape(program, arguments, result, plain, name)


def _of_bytes(data: bytes) -> LoadedTape:
    return load(io.BytesIO(data))


def _count(structure: Structure) -> int:
    return structure.kind is None or sum(map(_count, structure.parts))


def _holds_text(structure: Structure) -> bool:
    return structure.kind is str or any(map(_holds_text, structure.parts))


def _simple(structure: Structure) -> Structure:
    """Return the same containers as lists, tuples and dicts only."""
    kind = structure.kind
    if not kind or structure.is_fixed:
        return structure
    kind = dict if structure.keys is not None else list if kind is list else tuple
    marks = None if structure.is_object else structure.marks
    return structure._replace(kind=kind, parts=tuple(map(_simple, structure.parts)), marks=marks)


def _listed(arguments: Structure, leaves: Sequence[Any]) -> str:
    """Write arguments down as in a call."""
    args, keywords = unflatten(arguments, leaves)
    return f"({', '.join([*map(str, args), *(f'{k}={v}' for k, v in keywords.items())])})"


def _kind_of(x: Any) -> Form | type[Any]:
    """Return a message's words for an argument: the form of a number or an array, the class of anything else."""
    try:
        return leaf_form(x, "")
    except DtypeError:
        return type(x)


def _described(structure: Structure) -> Any:
    """Return a structure as a value that files hold: 0 for a leaf, None, a fixed truth value, "str" and a fixed text,
    or the container's name, a dict's keys, the parts.
    """
    if structure.kind is None:
        return 0
    if structure.kind is False:
        return None
    if structure.is_fixed:
        (value,) = structure.keys or ()
        if type(value) not in (bool, str):
            raise ArgumentError(
                f"save: a tape file holds arrays and texts in containers, got {value!r}, which is fixed in one. Make a "
                "function of the arrays alone."
            )
        return value if structure.kind is bool else ("str", value)
    parts = tuple(map(_described, structure.parts))
    if structure.keys is None:
        return structure.kind.__name__, *parts
    for key in structure.keys:
        if type(key) not in (str, int):
            raise ArgumentError(f"save: a dict in a tape file must have strings or integers as keys, got {key!r}.")
    return "dict", structure.keys, *parts


def _structure(x: Any, depth: int = 0) -> Structure:
    """Return the opposite of `_described`."""
    if x is None:
        return NOTHING
    if type(x) is int and x == 0:
        return LEAF
    if type(x) is bool:
        return Structure(bool, (x,), ())
    if isinstance(x, tuple) and len(x) == 2 and x[0] == "str" and type(x[1]) is str:
        return Structure(str, (x[1],), ())
    if not isinstance(x, tuple) or not x or x[0] not in ("list", "tuple", "dict") or depth > _DEPTH:
        raise TapeFileError("load: the file describes no containers.")
    kind, *parts = x
    keys = None
    if kind == "dict":
        keys, *parts = parts or [None]
        if not isinstance(keys, tuple) or any(type(k) not in (str, int) for k in keys):
            raise TapeFileError("load: the keys of a dict must be strings or integers.")
        if len(set(keys)) != len(parts) or len(keys) != len(parts):
            raise TapeFileError("load: a dict must have a part for each of its keys.")
    inner = tuple([_structure(p, depth + 1) for p in parts])
    return (
        mapping(dict, keys, inner) if keys is not None else Structure({"list": list, "tuple": tuple}[kind], None, inner)
    )
