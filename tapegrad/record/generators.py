"""Generators of random numbers: which are drawn from while a function is recorded.

What was drawn is a constant of the recording. But an instruction that calls Python draws anew in each replay: its draws
while it is recorded do not count.

Tests: tests/replay/test_random_draws.py
"""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self


def _of_python() -> Any:
    """Return the module of Python's generators."""
    import random  # here, since a first gradient draws no numbers

    return random


class _Open(threading.local):
    def __init__(self) -> None:
        self.watches: list[DrawWatch] = []
        self.refusals = 0


_open = _Open()


class GeneratorStates:
    """The states of generators, to tell which of them are drawn from."""

    def __init__(self, generators: Iterable[Any]) -> None:
        self._states: dict[int, tuple[Any, Any]] = {}
        self._take(generators)

    def _take(self, generators: Iterable[Any]) -> None:
        for x in generators:
            self._states[id(x)] = x, _state(x)

    def drawn(self) -> list[Any]:
        """Return the generators that were drawn from since."""
        return [x for x, state in self._states.values() if _state(x) != state]


class DrawWatch(GeneratorStates):
    """Tells which generators are drawn from within its context, but for draws within `drawn_anew`.

    These are the global ones and those that are given. A library makes its global generator when it is imported: what
    was not there at the beginning was new then.
    """

    def __init__(self, generators: Iterable[Any]) -> None:
        super().__init__(generators)
        self._before: list[Any] = []  # those drawn from before the last draws that are left out

    def drawn(self) -> list[Any]:
        """Return the generators that were drawn from since."""
        drawn = self._before + super().drawn()
        for x in global_generators():
            if id(x) not in self._states and _state(x) != _state(x, fresh=True):
                drawn.append(x)
        return drawn

    def __enter__(self) -> Self:
        _open.watches.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _open.watches.remove(self)

    def go_on(self, drawn: list[Any]) -> None:
        """Take those that were `drawn` from until some time, and no others, for those drawn from until now."""
        self._take([*global_generators(), *(x for x, _ in self._states.values())])
        self._before = drawn


def are_watched() -> bool:
    """Tell whether this is within a recording whose draws are told of."""
    return bool(_open.watches)


def mark() -> Callable[[], None]:
    """Return a function that leaves out what is drawn between the two calls."""
    marks = [(watch, watch.drawn()) for watch in _open.watches]

    def leave_out() -> None:
        for watch, drawn in marks:
            watch.go_on(drawn)

    return leave_out


@contextmanager
def drawn_anew() -> Iterator[None]:
    """Leave out what is drawn within, because each replay draws it anew."""
    leave_out = mark()
    try:
        yield
    finally:
        leave_out()


@contextmanager
def refusing_draws() -> Iterator[None]:
    """Refuse draws in recordings that are made within, which must agree with another recording of the function."""
    _open.refusals += 1
    try:
        yield
    finally:
        _open.refusals -= 1


def draws_are_refused() -> bool:
    """Tell whether this is within `refusing_draws`."""
    return _open.refusals > 0


def global_generators() -> list[Any]:
    """Return the global generators of Python, and of NumPy and PyTorch where these were imported."""
    generators = [_of_python()._inst]
    if (numpys := of_numpy()) is not None:
        generators.append(numpys)
    if (torchs := of_torch()) is not None:
        generators.append(torchs)
    return generators


def of_numpy() -> Any:
    """Return NumPy's global generator, if its module was imported."""
    return getattr(sys.modules.get("numpy.random.mtrand"), "_rand", None)


def of_torch() -> Any:
    """Return PyTorch's global generator, if it was imported."""
    return getattr(sys.modules.get("torch"), "default_generator", None)


def generator_classes() -> tuple[type, ...]:
    """Return the classes of generators of Python, and of NumPy and PyTorch where these were imported."""
    numpys, torch = sys.modules.get("numpy.random"), sys.modules.get("torch")
    classes = () if numpys is None else (numpys.Generator, numpys.RandomState, numpys.BitGenerator)
    return _of_python().Random, *classes, *(() if torch is None else (torch.Generator,))


def _state(generator: Any, fresh: bool = False) -> Any:
    """Return the state of a generator, to be compared; that in which a `fresh` global one would be."""
    pythons = _of_python().Random
    if isinstance(generator, pythons):
        return generator.getstate() if type(generator) is pythons else None
    if not hasattr(generator, "get_state"):
        return pickle.dumps(getattr(generator, "bit_generator", generator).state)
    if hasattr(generator, "initial_seed"):  # PyTorch's
        return (type(generator)() if fresh else generator).get_state().numpy().tobytes()
    state = generator.get_state(legacy=False)
    if fresh:  # it differs from that of another new one by its key, and once numbers are drawn, by the place in it
        state["state"]["pos"] = type(generator)().get_state(legacy=False)["state"]["pos"]
    return pickle.dumps(state)
