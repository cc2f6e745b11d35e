"""The exceptions that tapegrad raises.

::

    TapegradError
        ShapeError          (ValueError)    shapes that do not fit together
        DtypeError          (TypeError)     a dtype that cannot do what is asked
        GradientError       (RuntimeError)  a sweep that cannot start, or has nothing to reach
        TapeFreedError      (RuntimeError)  a second sweep over a consumed tape
        PlainDataError      (TypeError)     a Tensor that requires grad used as plain data
            CapturedError                   ... read by a compiled function from outside, where that is not possible
        InplaceError        (RuntimeError)  a write that would break recorded values
        ThreadError         (RuntimeError)  a Tensor with unswept history on another thread's tape
        ModeError           (RuntimeError)  a mode that is left in another context than it was entered in
        IndexingError       (IndexError)    an index that the array does not have
        UnknownNameError    (AttributeError) a name that is not here; says what it is called
        ArgumentError       (ValueError)    an argument outside what the function takes
            UnknownArgumentError            ... by a keyword that the function has not; a TypeError too
            AxisError                       ... an axis that the array does not have; an IndexingError too
        ReplayError         (RuntimeError)  a sealed tape that cannot be replayed, or gives another result
        TapeFileError       (ValueError)    a file that holds no valid tape
        SavedValuesError    (RuntimeError)  hooks on saved values where these are disabled
        FunctionError       (RuntimeError)  a custom function that breaks its contract
        ConvergenceError    (RuntimeError)  a numerical method that did not come to its end
        AnomalyError        (RuntimeError)  a NaN that anomaly detection found
        GradcheckError      (RuntimeError)  gradients that differ from differences
        BuildError          (ImportError)   a build of Python, NumPy or LLVM that this package cannot run on

    VariantWarning          (UserWarning)   a compiled function that is recorded again and again
    CacheWarning            (UserWarning)   compiled code that this process cannot keep for others
    DrawWarning             (UserWarning)   random numbers that a compiled function drew while it was recorded

Each is also the builtin exception that fits, so existing ``except`` clauses keep working. Messages read
``<function>: <what was expected>, got <what came>. <What to do.>`` and are raised at the user's call, before
anything has changed.

Tests: tests/ops/test_piecewise.py, tests/ops/test_complex_images.py, tests/sparse/test_linalg.py
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np


class TapegradError(Exception):
    """Base class of all errors that tapegrad raises on purpose."""


class ShapeError(TapegradError, ValueError):
    """Shapes that do not fit together."""


class DtypeError(TapegradError, TypeError):
    """A dtype that does not fit the call."""


class GradientError(TapegradError, RuntimeError):
    """A sweep that cannot start, or that reaches nothing it was asked for."""


class TapeFreedError(TapegradError, RuntimeError):
    """A sweep over a part of the tape that an earlier sweep consumed."""


class PlainDataError(TapegradError, TypeError):
    """A Tensor that requires grad used where its gradient would be lost."""


class CapturedError(PlainDataError):
    """A Tensor that requires grad, read from outside by a compiled function that is saved or batched, or with
    history."""


class InplaceError(TapegradError, RuntimeError):
    """A write that is refused: it would change a leaf or an array that is read only."""


class ThreadError(TapegradError, RuntimeError):
    """A Tensor whose unswept history lies on another thread's tape."""


class ModeError(TapegradError, RuntimeError):
    """A mode that is left in another context, such as another asyncio task, than it was entered in."""


class IndexingError(TapegradError, IndexError):
    """An index that the array does not have."""


class ArgumentError(TapegradError, ValueError):
    """An argument outside what the function takes."""


class UnknownArgumentError(ArgumentError, TypeError):
    """A keyword that the function does not take; the message says what the argument is called here."""


class UnknownNameError(TapegradError, AttributeError):
    """A name that is not here; the message says what to write in its place.

    Parameters
    ----------
    message : str
    hint : callable
        Gives the rest of the message. It is called when the message is read, because a name is often only tried.
    """

    def __init__(self, message: str, hint: Callable[[], str] = str) -> None:
        super().__init__(message)
        self._hint = hint

    def __str__(self) -> str:
        return f"{self.args[0]}{self._hint()}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)


class AxisError(IndexingError, ArgumentError, np.exceptions.AxisError):
    """An axis that the array does not have: NumPy's error too, which is both an IndexError and a ValueError."""


class ReplayError(TapegradError, RuntimeError):
    """A sealed tape that cannot be replayed, or no longer gives what its function gives."""


class TapeFileError(TapegradError, ValueError):
    """A file that holds no valid tape."""


class SavedValuesError(TapegradError, RuntimeError):
    """Hooks on saved values where these are disabled."""


class FunctionError(TapegradError, RuntimeError):
    """A custom function whose forward, backward or jvp breaks its contract."""


class ConvergenceError(TapegradError, RuntimeError):
    """A numerical method that did not come to its end."""


class AnomalyError(TapegradError, RuntimeError):
    """A NaN in a reverse sweep, found by anomaly detection."""


class GradcheckError(TapegradError, RuntimeError):
    """Gradients that differ from differences, or break another promise that `gradcheck` looks at."""


class BuildError(TapegradError, ImportError):
    """A build of Python, NumPy or LLVM that this package cannot run on."""


class VariantWarning(UserWarning):
    """A compiled function whose decisions keep changing, so that it is recorded again and again."""


class DrawWarning(UserWarning):
    """Random numbers drawn while a compiled function was recorded: each call will use the same ones."""


class CacheWarning(UserWarning):
    """A cache folder that another user may write to, or none at all: this process compiles for itself."""


@contextmanager
def plain_argument(function: str, argument: str, remedy: str) -> Iterator[None]:
    """Say of an argument that it has no derivative, where it is read as plain numbers.

    Raises
    ------
    PlainDataError
        If it is a Tensor that requires grad.
    """
    try:
        yield
    except PlainDataError:
        raise PlainDataError(f"{function}: no derivative with respect to {argument} is known. {remedy}") from None


@contextmanager
def numpys_refusals(function: str, of_values: type[TapegradError] = ShapeError) -> Iterator[None]:
    """Say by the name of a function what NumPy refuses of its arguments.

    Raises
    ------
    IndexingError, and what stands for a ValueError
        With NumPy's reason.
    """
    try:
        yield
    except (IndexError, ValueError) as error:
        raise restated(error, function, of_values) from None


def restated(error: Exception, function: str, of_values: type[TapegradError] = ArgumentError) -> TapegradError:
    """Return one of the errors of this module that says what an error of NumPy's says, by the name of a function.

    Parameters
    ----------
    error : TypeError, IndexError or ValueError
    function : str
    of_values : type
        What stands for a ValueError.
    """
    kinds = {np.exceptions.AxisError: AxisError, IndexError: IndexingError, TypeError: DtypeError}
    kind = next((ours for theirs, ours in kinds.items() if isinstance(error, theirs)), of_values)
    return kind(f"{function}: {str(error).strip().removesuffix('.')}.")


def check_function(f: Any, function: str, what: str = "") -> None:
    """Refuse what cannot be called, or gives nothing before it is awaited.

    Raises
    ------
    ArgumentError
    """
    if not callable(f):
        remedy = f" Write @{function} below @{type(f).__name__}." if isinstance(f, (classmethod, property)) else ""
        raise ArgumentError(f"{function}: expected a function{what}, got {type(f).__name__}.{remedy}")
    called = f
    while isinstance(called, partial):
        called = called.func
    code = getattr(called, "__code__", None) or getattr(type(called).__call__, "__code__", None)
    if code is not None and code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise ArgumentError(
            f"{function}: expected a function{what}, got an asynchronous one. Await its inputs outside, and pass a "
            "plain function of the results."
        )


def note_lists(error: TypeError, args: Iterable[Any]) -> None:
    """Add to an error of the user's function that a list among its arguments was no array, if that may be the cause."""
    note = "An argument that is a list stays one. For an array, pass np.array([...])."
    if "'list'" in str(error) and any(type(a) is list for a in args) and note not in getattr(error, "__notes__", ()):
        error.add_note(note)


def plain_device(device: Any, function: str) -> None:
    """Refuse a device that is not the processor, in the array standard's words.

    Raises
    ------
    ArgumentError
    """
    if device is not None and str(device) != "cpu":
        raise ArgumentError(f"{function}: expected device 'cpu', got {device!r}. All Tensors are in main memory.")


def unordered(function: str) -> DtypeError:
    """Return the error for a function that takes no complex numbers and got some."""
    return DtypeError(
        f"{function}: this function is for real numbers, got complex ones. Use it on x.real, x.imag or abs(x)."
    )


def __dir__() -> list[str]:
    """List the classes of errors and warnings."""
    return sorted(
        name
        for name, value in globals().items()
        if isinstance(value, type) and issubclass(value, (TapegradError, UserWarning))
    )
