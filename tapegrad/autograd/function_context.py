"""The context of a custom function: carries what forward saves to backward and jvp.

What it saves is kept by slot of the application's run, never as the result itself, so no reference cycle arises.

Tests: tests/autograd/test_function_contracts.py, tests/autograd/test_function_transforms.py,
tests/trace_cache/test_observers.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tapegrad.errors import DtypeError, FunctionError, TapeFreedError
from tapegrad.tensor.tensor import Tensor


class FunctionContext:
    """The context that `Function.forward` shares with `Function.backward`. Other attributes may be set freely.

    Attributes
    ----------
    needs_input_grad : tuple of bool
        For each argument of forward, whether its gradient is wanted.
    """

    # What an application begins with; none of it is changed in place.
    _saved: Sequence[Any] | None = ()  # until forward is done
    _saved_at: Sequence[Any] = ()
    _kept: Mapping[str, int] = MappingProxyType({})  # attributes that are arguments or results: their slots
    _parts: Mapping[str, slice] = MappingProxyType({})  # which of it was saved for which rule
    _rule = "backward"
    _dirty: tuple[Any, ...] = ()
    _constant: tuple[Any, ...] = ()
    _materialize = True
    _read: Callable[[int], Tensor] | None = None  # while a rule runs: a slot of the application
    _origins: Sequence[Tensor] = ()  # the arguments that require grad, while a rule runs
    _cleared = False

    def __init__(self, name: str, needs: tuple[bool, ...], clears: bool) -> None:
        self.needs_input_grad, self._name, self._clears = needs, name, clears

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep Tensors (arguments, results or others) for backward, and for jvp; to be called once.

        Raises
        ------
        DtypeError
            For anything else, which may be kept as an attribute.
        FunctionError
            If it was called before.
        """
        self._keep("backward", tensors)

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep as `save_for_backward` does, for jvp alone: `saved_tensors` gives them there."""
        self._keep("forward", tensors)

    def _keep(self, rule: str, tensors: Sequence[Tensor | None]) -> None:
        if rule in self._parts:
            raise FunctionError(f"{self._name}: save_for_{rule} was called twice. Save all Tensors in one call.")
        for t in tensors:
            if t is not None and not isinstance(t, Tensor):
                k = next(k for k, other in enumerate(tensors) if other is t)
                raise DtypeError(
                    f"save_for_{rule}: expected Tensors or None, got {type(t).__name__} at position {k}. "
                    "Keep other objects as attributes of ctx."
                )
        assert self._saved is not None
        first = len(self._saved)
        part = {rule: slice(first, first + len(tensors))}
        self._parts = {**self._parts, **part} if self._parts else part
        self._saved = (*self._saved, *tensors) if first else tensors

    def _part(self, rule: str) -> slice:
        """Return the range of the saved Tensors that a rule reads: its own, or else the other rule's."""
        part = self._parts.get(rule)
        return next(iter(self._parts.values()), slice(0, 0)) if part is None else part

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """The saved Tensors, in backward and jvp."""
        read = self._read
        if read is None:
            if self._saved is not None:
                return tuple(self._saved[self._part(self._rule)])
            raise TapeFreedError(
                f"{self._name}: saved_tensors can be read in backward and jvp, as long as the tape is not consumed. "
                "Pass retain_graph=True to keep it."
            )
        if self._cleared:
            raise FunctionError(
                f"{self._name}: saved_tensors can be read once, because clear_saved_tensors_on_access is set."
            )
        self._cleared = self._clears
        items = self._saved_at[self._part(self._rule)]
        return tuple([read(what) if what.__class__ is int else what for what in items])

    def __getattr__(self, name: str) -> Tensor:
        slot = self._kept.get(name)
        if slot is None:
            raise AttributeError(f"ctx has no attribute {name!r}")
        if self._read is None:
            raise TapeFreedError(f"{self._name}: ctx.{name} can be read in backward and jvp.")
        return self._read(slot)

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say which arguments forward changes in place; they must be among its results."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say which results have no derivative."""
        self._constant = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Tell whether backward gets zeros (the default) or None for results that nothing depends on; and jvp, for
        arguments without a tangent.
        """
        self._materialize = bool(value)
