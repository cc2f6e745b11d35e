"""Whether gradients are recorded: `no_grad`, `enable_grad`, `set_grad_enabled`. All three are per thread."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

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
            with _Mode(self._enabled):
                return function(*args, **keywords)

        return wrapped  # type: ignore[return-value]


class no_grad(_Mode):
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


class enable_grad(_Mode):
    """Record for gradients within, also inside `no_grad`."""

    def __init__(self) -> None:
        super().__init__(True)


class set_grad_enabled(_Mode):
    """Switch recording on or off: at once, and back at the end of a ``with`` block if used as one."""

    def __init__(self, enabled: bool) -> None:
        super().__init__(bool(enabled))
        self._at_first = tape.grad_enabled
        tape.set_grad_enabled(bool(enabled))

    def __enter__(self) -> None:
        self._before.append(self._at_first)
        tape.set_grad_enabled(self._enabled)

    def __call__(self, function: F) -> F:
        tape.set_grad_enabled(self._at_first)
        return super().__call__(function)


def is_grad_enabled() -> bool:
    """Whether operations are recorded for gradients on this thread."""
    return tape.grad_enabled
