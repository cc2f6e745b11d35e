"""Anomaly detection: names the operation, and its line in the user's program, at which a reverse sweep fails.

Recording keeps the user's line of each instruction, and the reverse sweep looks at what each of them hands on.

Tests: tests/autograd/test_anomaly.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.grad_mode import DecoratingMode
from tapegrad.errors import AnomalyError, ArgumentError
from tapegrad.record.failures import append_place
from tapegrad.record.modes import Modes, current, switch
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor


class set_detect_anomaly:
    """Switch anomaly detection on or off immediately, and back at the end of a ``with`` block if used as one.

    Parameters
    ----------
    mode : bool
        Whether it is on.
    check_nan : bool
        Raise where the reverse sweep makes a NaN. Otherwise only exceptions are explained.

    Examples
    --------
    >>> import tapegrad as tg
    >>> with tg.autograd.set_detect_anomaly(True):
    ...     tg.autograd.is_anomaly_enabled()
    True
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        before = current()
        self._before = {"anomaly": before.anomaly, "check_nan": before.check_nan}
        switch(before.replace(anomaly=bool(mode), check_nan=bool(check_nan)))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        switch(current().replace(**self._before))


class detect_anomaly(DecoratingMode):
    """Detect anomalies within: a failure in a reverse sweep names the operation and the user's line that recorded it.

    A context manager and a decorator. Operations and sweep must both run within it. It is slow: a tool for finding
    errors.

    It checks sweeps that run operation by operation: sweeps of `backward`, `grad`, and of `tapegrad.grad` and
    `tapegrad.func.vjp` outside of recordings. Compiled code sweeps the recordings of `tapegrad.compile`,
    `tapegrad.vmap`, Jacobians, Hessians and loops. There it has no effect. `tapegrad.checkpoint` counts as one
    operation.

    Parameters
    ----------
    check_nan : bool
        Raise `AnomalyError` where the sweep makes a NaN.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([-1.0, 1.0], requires_grad=True)
    >>> with tg.autograd.detect_anomaly():
    ...     y = tg.sqrt(x).sum()
    ...     y.backward()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tapegrad.errors.AnomalyError: backward: the gradient that sqrt hands to its argument 0 holds a NaN, ...
    """

    _names = ("anomaly", "check_nan")

    def __init__(self, check_nan: bool = True) -> None:
        if not isinstance(check_nan, bool):
            raise ArgumentError(
                f"detect_anomaly: expected True or False, got {check_nan!r}. As a decorator, write @detect_anomaly()."
            )
        self._check_nan = check_nan

    def _within(self, modes: Modes) -> Modes:
        return modes.replace(anomaly=True, check_nan=self._check_nan)


def is_anomaly_enabled() -> bool:
    """Return whether anomaly detection is on in this context.

    Returns
    -------
    bool

    Examples
    --------
    >>> import tapegrad as tg
    >>> with tg.autograd.detect_anomaly():
    ...     tg.autograd.is_anomaly_enabled()
    True
    """
    return current().anomaly


def is_anomaly_check_nan_enabled() -> bool:
    """Return whether anomaly detection looks for NaN.

    Returns
    -------
    bool

    Examples
    --------
    >>> import tapegrad as tg
    >>> with tg.autograd.detect_anomaly(check_nan=False):
    ...     tg.autograd.is_anomaly_check_nan_enabled()
    False
    """
    modes = current()
    return modes.anomaly and modes.check_nan


def where_recorded(run: Run, slot: int) -> str:
    """Return the user's line, as far as it is known."""
    line = run.frame().line(slot)
    return f"{line[0]}:{line[1]}" if line is not None else "a line that was not kept (record it within detect_anomaly)"


class explain:
    """Add to an exception the instruction that the sweep was at."""

    __slots__ = ("_what",)

    def __init__(self, run: Run, slot: int, name: str) -> None:
        self._what = run, slot, name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None or isinstance(error, AnomalyError) or not isinstance(error, Exception):
            return
        run, slot, name = self._what
        if isinstance(error, np.linalg.LinAlgError):
            append_place(error, f"in the reverse sweep of {name}")
        if is_anomaly_enabled():
            error.add_note(f"In the reverse sweep of {name}, recorded at {where_recorded(run, slot)}.")


def refuse_nan(run: Run, slot: int, name: str, gradients: Sequence[Tensor | None]) -> None:
    """Raise if one of the gradients that an instruction hands on holds a NaN.

    Raises
    ------
    AnomalyError
    """
    if not current().check_nan:
        return
    for k, g in enumerate(gradients):
        if g is not None and bool(np.isnan(g._array()).any()):
            value = run.value(slot)
            already = " Its value holds a NaN already." if bool(np.isnan(value).any()) else ""
            raise AnomalyError(
                f"backward: the gradient that {name} hands to its argument {k} holds a NaN, "
                f"recorded at {where_recorded(run, slot)}.{already}"
            )
