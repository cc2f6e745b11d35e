"""Tracing of a variant: calls a function once with tracers, and seals the trace.

Tests: tests/replay/test_compiled_results.py
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapegrad.autograd.transform_recordings import Walk
from tapegrad.errors import ArgumentError, PlainDataError, note_lists
from tapegrad.func.containers import Structure, flatten, unflatten
from tapegrad.ir.forms import Form
from tapegrad.ops import declare
from tapegrad.record.capture import refuse_subclass
from tapegrad.record.recording import moves
from tapegrad.record.scalar_stretches import codes_and_types
from tapegrad.record.trace import Trace, recording
from tapegrad.replay.interpreter import outputs_of
from tapegrad.replay.signature import Signature, exact_forms, example
from tapegrad.replay.variant import Unsealed
from tapegrad.tensor.tensor import Tensor

if TYPE_CHECKING:
    from tapegrad.replay.compiled_function import CompiledFunction


class RecordedCall(NamedTuple):
    """A recording.

    Attributes
    ----------
    trace : Trace
    tensors : list of Tensor
        The results that depend on the inputs.
    structure : Structure
        Of the result.
    plain : dict
        By leaf, the results that do not.
    """

    trace: Trace
    tensors: list[Tensor]
    structure: Structure
    plain: dict[int, Any]

    def values(self) -> list[Any]:
        """Return the outputs for the arguments that were recorded, without a replay."""
        return outputs_of(self.trace, self.tensors)

    def unsealed(self, forms: list[Form]) -> Unsealed:
        """Return the recording, of inputs of these forms, as one that can be made a program."""
        trace, tensors = self.trace, self.tensors
        ops = [op for op in map(declare.table.__getitem__, codes_and_types(trace)[0]) if op is not None]
        return Unsealed(lambda: trace.program(tensors), ops, forms, [t._family.form for t in tensors])


def recorded(
    compiled: CompiledFunction, key: Signature, leaves: list[Any], args: tuple[Any, ...], named: dict[str, Any]
) -> RecordedCall:
    """Call a compiled function's own with Tensors of a recording in place of the leaves of its arguments.

    Raises
    ------
    ArgumentError
        If a result cannot be copied.
    """
    static, names = compiled.static(args), compiled.static_names
    with recording(strict=True, lines=compiled.lines) as trace:
        if compiled.anew:
            trace.walk = Walk()  # sweeps within are found again
        else:
            trace.leaves_vary = True
        forms = exact_forms(key, leaves)
        inputs = [trace.input(example(x, form), form) for x, form in zip(leaves, forms, strict=True)]
        moving, keywords = unflatten(key.arguments, inputs)
        keywords |= {name: named[name] for name in keywords if name in names}
        try:
            result = compiled.function(*[args[k] if k in static else x for k, x in enumerate(moving)], **keywords)
        except TypeError as error:
            note_lists(error, moving)
            raise
        results: list[Any] = []
        structure = flatten(result, results)
        tensors, plain = [], {}
        for k, leaf in enumerate(results):
            if not isinstance(leaf, Tensor):
                plain[k] = _kept(leaf, compiled.title)
            elif leaf.traced:
                tensors.append(leaf)
            elif leaf.requires_grad or moves(leaf):
                tensors.append(trace.handle(trace.slot_of(leaf)))
            else:
                plain[k] = leaf._numpy()[()]
    return RecordedCall(trace, tensors, structure, plain)


def _kept(value: Any, title: str) -> Any:
    """Return a copy of a result that does not depend on the inputs, so that later writes by the function do not reach
    it.
    """
    if isinstance(value, np.ndarray):
        refuse_subclass(value, title)
    try:
        return copy.deepcopy(value)
    except (TypeError, PlainDataError):
        raise ArgumentError(
            f"{title}: a result is of type {type(value).__name__}, which cannot be copied for each call, or "
            "holds values that depend on the inputs. Return arrays and numbers in lists, tuples and dicts."
        ) from None
