"""Whether gradients are recorded: `no_grad`, `enable_grad`, `set_grad_enabled`, `inference_mode`.

A thread begins with gradients on, an asyncio task with the modes of whoever started it; see `tapegrad.tape.modes`.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from typing import Any, TypeVar

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.tape.modes import current, enter, leave, switch

F = TypeVar("F", bound=Callable[..., Any])


class Decorator(ABC):
    """A context manager that also decorates functions, generators, and asynchronous ones of both."""

    @abstractmethod
    def __enter__(self) -> None: ...

    @abstractmethod
    def __exit__(self, *exception: object) -> None: ...

    @abstractmethod
    def _fresh(self) -> Decorator:
        """Make the same for one call, which may run beside others."""

    def __call__(self, function: F) -> F:
        @functools.wraps(function)
        def wrapped(*args: Any, **keywords: Any) -> Any:
            with self._fresh():
                return function(*args, **keywords)

        @functools.wraps(function)
        def stepwise(*args: Any, **keywords: Any) -> Any:
            return self._steps(function(*args, **keywords))

        @functools.wraps(function)
        async def awaited(*args: Any, **keywords: Any) -> Any:
            with self._fresh():
                return await function(*args, **keywords)

        @functools.wraps(function)
        def stepwise_awaited(*args: Any, **keywords: Any) -> Any:
            return self._awaited_steps(function(*args, **keywords))

        if inspect.isgeneratorfunction(function):
            return stepwise  # type: ignore[return-value]
        if inspect.isasyncgenfunction(function):
            return stepwise_awaited  # type: ignore[return-value]
        return awaited if inspect.iscoroutinefunction(function) else wrapped  # type: ignore[return-value]

    def _steps(self, generator: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Yield a generator whose body runs in the mode, and whose caller does not."""
        step: Callable[[Any], Any] = generator.send
        given: Any = None
        while True:
            try:
                with self._fresh():
                    item = step(given)
            except StopIteration as end:
                return end.value
            try:
                given = yield item
                step = generator.send
            except GeneratorExit:
                with self._fresh():
                    generator.close()
                raise
            except BaseException as error:
                step, given = generator.throw, error

    async def _awaited_steps(self, generator: AsyncGenerator[Any, Any]) -> AsyncGenerator[Any, Any]:
        """Yield an asynchronous generator whose body runs in the mode, and whose caller does not."""
        step: Callable[[Any], Any] = generator.asend
        given: Any = None
        while True:
            try:
                with self._fresh():
                    item = await step(given)
            except StopAsyncIteration:
                return
            try:
                given = yield item
                step = generator.asend
            except GeneratorExit:
                with self._fresh():
                    await generator.aclose()
                raise
            except BaseException as error:
                step, given = generator.athrow, error


class _Mode(Decorator):
    """Gradients on or off."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __enter__(self) -> None:
        modes = current()
        enter(self, modes.with_grad(self._enabled, modes.inference))

    def __exit__(self, *exception: object) -> None:
        leave(self, exception, "grad_enabled")

    def _fresh(self) -> _Mode:
        return _Mode(self._enabled)


class _Bare(_Mode):
    """A mode without parameters, which decorates without parentheses too."""

    def __new__(cls, function: Any = None) -> Any:
        if function is None:
            return super().__new__(cls)
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

    def __init__(self) -> None:
        super().__init__(False)


class enable_grad(_Bare):
    """Record for gradients within, also inside `no_grad`; inside `inference_mode` it has no effect."""

    def __init__(self) -> None:
        super().__init__(True)


class set_grad_enabled(_Mode):
    """Switch recording on or off: at once, and back at the end of a ``with`` block if used as one."""

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, (bool, np.bool)):
            raise ArgumentError(f"set_grad_enabled: expected True or False, got {mode!r}.")
        super().__init__(bool(mode))
        modes = current()
        self._at_first = modes.grad_enabled
        switch(modes.with_grad(self._enabled, modes.inference))

    def __enter__(self) -> None:
        modes = current()
        within = modes.with_grad(self._enabled, modes.inference)
        enter(self, within, modes.with_grad(self._at_first, modes.inference))

    def __call__(self, function: F) -> F:
        modes = current()
        switch(modes.with_grad(self._at_first, modes.inference))
        return super().__call__(function)


class inference_mode(_Mode):
    """Record nothing for gradients within, whatever is switched on inside.

    As `no_grad`, but `enable_grad` and ``set_grad_enabled(True)`` inside have no effect, neither has
    ``create_graph=True``, and results have no tangents in forward mode. Leaves can be made inside, and `backward` works
    on what was recorded outside. What computes derivatives of a function by itself, such as `tapegrad.grad` and
    `tapegrad.compile`, does so inside too.

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

    def __init__(self, mode: bool = True) -> None:
        if not isinstance(mode, bool):
            raise ArgumentError(
                f"inference_mode: expected True or False, got {mode!r}. As a decorator, write @tg.inference_mode()."
            )
        super().__init__(not mode)

    def __enter__(self) -> None:
        enter(self, current().with_grad(self._enabled, not self._enabled))

    def __exit__(self, *exception: object) -> None:
        leave(self, exception, "grad_enabled", "inference")

    def _fresh(self) -> _Mode:
        return inference_mode(not self._enabled)


def is_inference_mode_enabled() -> bool:
    """Tell whether this is inside of `inference_mode`."""
    return current().inference


def is_grad_enabled() -> bool:
    """Tell whether operations are recorded for gradients."""
    return current().grad_enabled


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
