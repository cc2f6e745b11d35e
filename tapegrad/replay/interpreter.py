"""The interpreter of a sealed tape: answers calls while the tape's machine code is being made.

The instructions are recorded once more, on the call's arguments, and executed by the eager sweeps, as those of the
first answer were. So no call waits for the compiler.

Tests: tests/replay/test_interpreter.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.codegen.executable import collector_paused
from tapegrad.func.derive import all_emitted
from tapegrad.ir.forms import Form
from tapegrad.ir.program import Program
from tapegrad.record.trace import Trace, recording
from tapegrad.replay.signature import example, shown


def interpret(program: Program, leaves: Sequence[Any], forms: Sequence[Form]) -> tuple[int, list[Any]]:
    """Return the status and the outputs of a program for flat arguments of these forms, without machine code of it."""
    with collector_paused(), recording(strict=False) as trace:
        inputs = [trace.input(example(x, form), form) for x, form in zip(leaves, forms, strict=True)]
        values = all_emitted(program, inputs)
        for number, guard in enumerate(program.guards, 1):
            if trace.evaluate(trace.slot_of(values[guard.slot])).item() != guard.expected:
                return number, []
        return 0, outputs_of(trace, [values[slot] for slot in program.outputs])


def outputs_of(trace: Trace, tensors: Sequence[Any]) -> list[Any]:
    """Return values in an open recording as compiled code returns them: arrays, and NumPy's numbers."""
    values = [shown(trace.evaluate(trace.slot_of(t)), t._family.form) for t in tensors]
    return [np.array(v)[()] if isinstance(v, np.ndarray) else v for v in values]  # none shares memory with another
