"""Whether gradients are recorded: `no_grad`, `enable_grad`, `set_grad_enabled`, `inference_mode`.

A thread begins with gradients on, an asyncio task with the modes of the code that started it (see
`tapegrad.record.modes`).

Tests: tests/autograd/test_grad_mode.py, tests/autograd/test_hooks.py
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from copy import copy
from typing import Any, TypeVar

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.record.modes import Modes, current, enter, leave, switch
from tapegrad.record.recording import tape

F = TypeVar("F", bound=Callable[..., Any])


class Mode(ABC):
    """A context manager within which other modes hold."""

    _names: tuple[str, ...] = ("grad_enabled",)  # what it changes

    @abstractmethod
    def _within(self, modes: Modes) -> Modes:
        """Return the modes within this context, from those around it."""

    def __enter__(self) -> Any:
        modes = current()
        enter(self, self._within(modes), modes)

    def __exit__(self, *exception: object) -> None:
        leave(self, exception, *self._names)


class DecoratingMode(Mode):
    """A mode that also decorates functions, generators, and asynchronous ones of both.

    Each call and each step of a generator has a copy of its own, since it may run beside others.
    """

    def __call__(self, function: F) -> F:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            with copy(self):
                return function(*args, **keywords)

        def stepwise(*args: Any, **keywords: Any) -> Any:
            return self._steps(function(*args, **keywords))

        async def awaited(*args: Any, **keywords: Any) -> Any:
            with copy(self):
                return await function(*args, **keywords)

        def stepwise_awaited(*args: Any, **keywords: Any) -> Any:
            return self._awaited_steps(function(*args, **keywords))

        inside: Callable[..., Any] = wrapped
        if inspect.isgeneratorfunction(function):
            inside = stepwise
        elif inspect.isasyncgenfunction(function):
            inside = stepwise_awaited
        elif inspect.iscoroutinefunction(function):
            inside = awaited
        return functools.wraps(function)(inside)  # type: ignore[return-value]

    def _steps(self, generator: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Yield a generator whose body runs in the mode, and whose caller does not."""
        step: Callable[[Any], Any] = generator.send
        message: Any = None
        while True:
            try:
                with copy(self):
                    item = step(message)
            except StopIteration as end:
                return end.value
            try:
                step, message = generator.send, (yield item)
            except BaseException as error:  # the end of the generator too
                step, message = generator.throw, error

    async def _awaited_steps(self, generator: AsyncGenerator[Any, Any]) -> AsyncGenerator[Any, Any]:
        """Yield an asynchronous generator whose body runs in the mode, and whose caller does not."""
        step: Callable[[Any], Any] = generator.asend
        message: Any = None
        while True:
            try:
                with copy(self):
                    item = await step(message)
            except StopAsyncIteration:
                return
            try:
                step, message = generator.asend, (yield item)
            except BaseException as error:  # the end of the generator too
                step, message = generator.athrow, error


class _Grad(DecoratingMode):
    """Gradients on or off."""

    _enabled: bool

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def _within(self, modes: Modes) -> Modes:
        return modes.with_grad(self._enabled, modes.inference)


class _Bare(_Grad):
    """A mode without parameters, which decorates without parentheses too."""

    __init__ = object.__init__

    def __new__(cls, function: Any = None) -> Any:
        if function is None:
            return object.__new__(cls)
        if not callable(function):
            raise ArgumentError(f"{cls.__name__}: expected a function, got {type(function).__name__}.")
        return cls()(function)


class no_grad(_Bare):
    """Record nothing for gradients within.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(2.0, requires_grad=True)
    >>> with tg.no_grad():
    ...     y = x * x
    >>> y.requires_grad
    False
    """

    _enabled = False


class enable_grad(_Bare):
    """Record for gradients within, also inside `no_grad`; inside `inference_mode` it has no effect.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(2.0, requires_grad=True)
    >>> with tg.no_grad(), tg.enable_grad():
    ...     y = x * x
    >>> y.requires_grad
    True
    """

    _enabled = True


class set_grad_enabled(_Grad):
    """Switch recording on or off immediately, and back at the end of a ``with`` block if used as one.

    Parameters
    ----------
    mode : bool
        Whether to record.

    Raises
    ------
    ArgumentError
        For anything but a bool.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(2.0, requires_grad=True)
    >>> with tg.set_grad_enabled(False):
    ...     y = x * x
    >>> y.requires_grad
    False
    """

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, (bool, np.bool)):
            raise ArgumentError(f"set_grad_enabled: expected True or False, got {mode!r}.")
        super().__init__(bool(mode))
        self._at_first = _Grad(current().grad_enabled)
        switch(self._within(current()))

    def __enter__(self) -> None:
        modes = current()
        enter(self, self._within(modes), self._at_first._within(modes))

    def __call__(self, function: F) -> F:
        switch(self._at_first._within(current()))
        return _Grad(self._enabled)(function)


class inference_mode(_Grad):
    """Do not record for gradients in a block, even with `enable_grad` inside.

    As `no_grad`, but `enable_grad`, ``set_grad_enabled(True)`` and ``create_graph=True`` have no effect inside, and
    results have no tangents in forward mode. Leaves can be made inside, and `backward` works on operations that were
    recorded outside. Transforms of functions, such as `tapegrad.grad` and `tapegrad.compile`, work inside too.

    Results are plain constants, which may be used and changed anywhere later. In PyTorch they are "inference tensors",
    whose use in recorded computations raises, since they have no version counter; a tape needs none.

    Parameters
    ----------
    mode : bool
        False ends the mode within an inner block, and records for gradients there.

    Raises
    ------
    ArgumentError
        If `mode` is no bool: as a decorator, it is written ``@tg.inference_mode()``.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(2.0, requires_grad=True)
    >>> with tg.inference_mode(), tg.enable_grad():
    ...     y = x * x
    >>> y.requires_grad
    False
    >>> (y * x).backward()
    >>> x.grad
    tensor(4.)
    """

    _names = ("grad_enabled", "inference")

    def __init__(self, mode: bool = True) -> None:
        if not isinstance(mode, bool):
            raise ArgumentError(
                f"inference_mode: expected True or False, got {mode!r}. As a decorator, write @tg.inference_mode()."
            )
        super().__init__(not mode)

    def _within(self, modes: Modes) -> Modes:
        return modes.with_grad(self._enabled, not self._enabled)


def is_inference_mode_enabled() -> bool:
    """Return whether this is inside of `inference_mode`."""
    return current().inference


def is_grad_enabled() -> bool:
    """Return whether operations are recorded for gradients."""
    return current().grad_enabled


class unrecorded:
    """As `no_grad` around a call of user code: whatever that leaves switched on stays, but for gradients."""

    __slots__ = ("_before", "_within")

    def __enter__(self) -> None:
        self._before = before = current()
        self._within = before.with_grad(False, before.inference)
        switch(self._within)

    def __exit__(self, *exception: object) -> None:
        now, before = current(), self._before
        switch(before if now is self._within else now.with_grad(before.grad_enabled, now.inference))


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Record without tangents within."""
    modes = current()
    if modes.dual is None:
        yield
        return
    switch(modes.without_tangents())
    try:
        yield
    finally:
        switch(modes)


@contextlib.contextmanager
def apart(within: Modes) -> Iterator[None]:
    """Compute eagerly within, on a run apart from the open one."""
    outer, before = tape._open, current()
    try:
        tape.resume(tape.another())
        switch(within)
        yield
        tape.flush()
    finally:
        tape.resume(outer)
        switch(before)
