"""Runs programs in both libraries and compares the logs."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.machine import pool
from tests.random_programs.libraries import Tapegrad, Torch
from tests.random_programs.machine import Machine, Step
from tests.random_programs.making import Maker


class Disagreement(AssertionError):
    """Two libraries that give different results.

    Attributes
    ----------
    kind : str
        What differs: "values", "errors" and so on.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def run(steps: Sequence[Step], machine: Machine) -> tuple[int, Exception | None]:
    """Perform steps until one raises; how many were performed, and the error."""
    for k, step in enumerate(steps):
        try:
            machine.perform(step)
        except KeyError:
            raise
        except Exception as error:
            return k, error
    machine.note_values()
    return len(steps), None


_SECOND = "backward through the graph a second time"
_ZEROS = "ZeroTensors are immutable"
_UNTRACKED = "a leaf Variable that requires grad is being used in an in-place operation"
Ended = tuple[int, Exception | None]


def compare(ours: Machine, our_end: Ended, theirs: Machine, their_end: Ended) -> str:
    """Whether two runs agree: "agrees", or why there is no evidence.

    Raises
    ------
    Disagreement
    """
    if theirs.lib.fragile:
        return "a decision hung on rounding"
    verdict = "agrees"
    (our_step, our_error), (their_step, their_error) = our_end, their_end
    if our_error is not None and not isinstance(our_error, tg.errors.TapegradError):
        raise Disagreement("foreign error", repr(our_error)) from our_error
    if isinstance(our_error, tg.errors.TapeFreedError) and our_step < their_step:
        verdict = "consumed, and PyTorch does not mind"
    elif _SECOND in str(their_error) and their_step < our_step and theirs.recorded:
        verdict = "PyTorch's copies belong to the first sweep and to the recorded one"
    elif _SECOND in str(their_error) and their_step < our_step and theirs.passed:
        verdict = "PyTorch runs the nodes of results that are targets"
    elif _ZEROS in str(their_error) and their_step < our_step:
        verdict = "PyTorch's error with zeros of its own"
    elif _UNTRACKED in str(their_error) and their_step < our_step and theirs.leaves_alone():
        verdict = "PyTorch does not write through a view of what was a constant"
    tolerance = theirs.lib.tolerance
    whole = max((float(np.max(abs(a), initial=0.0)) for _, a, _ in theirs.log if a is not None), default=0.0)
    for (label, x, grad_x), (other, y, grad_y) in zip(ours.log, theirs.log, strict=False):
        if label != other:
            raise Disagreement("labels", f"{label} and {other}")
        if (x is None) != (y is None) and theirs.recorded and not np.any(y if x is None else x):
            return "a constant second derivative is recorded by one"
        _same(label, x, y, tolerance, whole)
        if grad_x != grad_y and label.startswith("gradient"):
            return "a constant second derivative is recorded by one"
        if grad_x != grad_y:
            raise Disagreement("requires grad", f"{label}: {grad_x} and {grad_y}")
    if verdict == "agrees" and (our_step != their_step or (our_error is None) != (their_error is None)):
        raise Disagreement(
            "errors", f"{our_error!r} at step {our_step} and {their_error!r} at step {their_step}"
        ) from our_error
    for place in {*ours.calls, *theirs.calls} if verdict == "agrees" and our_error is None else ():
        mine, other_calls = ours.calls.get(place, []), theirs.calls.get(place, [])
        if [label for label, _ in mine] != [label for label, _ in other_calls]:
            if theirs.recorded and len(mine) < len(other_calls):
                return "a constant second derivative is recorded by one"
            raise Disagreement(
                "hooks", f"hooks of {place}: {[label for label, _ in mine]} and {[label for label, _ in other_calls]}"
            )
        for (label, x), (_, y) in zip(mine, other_calls, strict=True):
            _same(f"{place}: {label}", x, y, tolerance, whole)
    return verdict


def _same(label: str, x: np.ndarray | None, y: np.ndarray | None, tolerance: float, whole: float) -> None:
    if x is None or y is None:
        if x is not y:
            raise Disagreement("None", f"{label}: {x} and {y}")
        return
    if x.shape != y.shape or x.dtype != y.dtype:
        raise Disagreement("shape", f"{label}: {x.shape} {x.dtype} and {y.shape} {y.dtype}")
    known = ~np.isnan(y)
    scale = max(1.0, float(np.max(abs(y[known]), initial=0.0)), 1e-6 * whole)
    with np.errstate(all="ignore"):
        if not np.allclose(x[known], y[known], rtol=tolerance, atol=tolerance * scale):
            raise Disagreement("values", f"{label}:\n{x}\nand\n{y}")


def surroundings(seed: int) -> Any:
    """Where tapegrad runs a program: some within contexts that change no result."""
    if seed % 7 == 0:
        return tg.autograd.detect_anomaly(check_nan=False)
    if seed % 7 == 1:
        return tg.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)
    return contextlib.nullcontext()


def check(steps: Sequence[Step], seed: int = -1) -> str:
    """Run a program in both libraries, tapegrad's in the surroundings of a seed, and compare."""
    theirs, ours = Machine(Torch()), Machine(Tapegrad())
    their_end = run(steps, theirs)
    with surroundings(seed):
        end = run(steps, ours)
    return compare(ours, end, theirs, their_end)


def _spoil() -> None:
    """Leave NaN in the memory that large arrays are made of next, so that reading what was never written is seen."""
    for array in [pool.empty((n,), np.dtype(float)) for n in (2500, 5000, 10_000) for _ in range(6)]:
        array[:] = np.nan


def check_seed(seed: int) -> tuple[list[Step], str | Disagreement]:
    """Make a program and compare; PyTorch runs it while it is made."""
    maker = Maker(seed)
    if maker.error is None:
        maker.machine.note_values()
    ours = Machine(Tapegrad())
    _spoil()
    with surroundings(seed):
        end = run(maker.steps, ours)
    their_end = len(maker.steps) - (maker.error is not None), maker.error
    try:
        return maker.steps, compare(ours, end, maker.machine, their_end)
    except Disagreement as disagreement:
        return maker.steps, disagreement
