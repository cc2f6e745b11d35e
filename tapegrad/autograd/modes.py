"""Whether gradients are recorded: `no_grad`, `enable_grad`, `set_grad_enabled`, `inference_mode`. Per thread."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

import numpy as np

from tapegrad.errors import ArgumentError, check_function
from tapegrad.tape.record import tape

F = TypeVar("F", bound=Callable[..., Any])


class _Mode:
    """A context manager that is also a decorator."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(tape.grad_enabled)
        tape.set_grad_enabled(self._enabled)

    def __exit__(self, *exception: object) -> None:
        tape.set_grad_enabled(self._before.pop())

    def __call__(self, function: F) -> F:
        @functools.wraps(function)
        def wrapped(*args: Any, **keywords: Any) -> Any:
            with self._fresh():
                return function(*args, **keywords)

        @functools.wraps(function)
        def stepwise(*args: Any, **keywords: Any) -> Any:
            return self._steps(function(*args, **keywords))

        return stepwise if inspect.isgeneratorfunction(function) else wrapped  # type: ignore[return-value]

    def _steps(self, generator: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """A generator whose body runs in the mode, and whose caller does not."""
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

    def _fresh(self) -> _Mode:
        """The same mode for one call, which may run beside others."""
        return _Mode(self._enabled)


class _Bare(_Mode):
    """A mode without parameters, which decorates without parentheses too."""

    def __new__(cls, function: Any = None) -> Any:
        if function is None:
            return super().__new__(cls)
        check_function(function, cls.__name__)
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

    def __init__(self, enabled: bool) -> None:
        if not isinstance(enabled, (bool, np.bool)):
            raise ArgumentError(f"set_grad_enabled: expected True or False, got {enabled!r}.")
        super().__init__(bool(enabled))
        self._at_first = tape.grad_enabled
        tape.set_grad_enabled(bool(enabled))

    def __enter__(self) -> None:
        self._before.append(self._at_first)
        tape.set_grad_enabled(self._enabled)

    def __call__(self, function: F) -> F:
        tape.set_grad_enabled(self._at_first)
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
        self._outer: list[bool] = []

    def __enter__(self) -> None:
        self._outer.append(tape.inference)
        self._before.append(tape.grad_enabled)
        tape.inference = not self._enabled
        tape.set_grad_enabled(self._enabled)

    def __exit__(self, *exception: object) -> None:
        tape.inference = self._outer.pop()
        tape.set_grad_enabled(self._before.pop())

    def _fresh(self) -> _Mode:
        return inference_mode(not self._enabled)


def is_inference_mode_enabled() -> bool:
    """Whether this thread is inside `inference_mode`."""
    return tape.inference


def is_grad_enabled() -> bool:
    """Whether operations are recorded for gradients on this thread."""
    return tape.grad_enabled


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Record without tangents within."""
    level = tape.dual
    tape.set_dual(None)
    try:
        yield
    finally:
        tape.set_dual(level)
