"""What is done with each call that a test makes: it is made, and if it has an answer on Tensors, repeated."""

from __future__ import annotations

import collections
import functools
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg

from . import offers
from .calls import LARGEST, Call, NotOffered, Outcome, SetAside, arrays_of, held, leaves, recorded
from .choices import PROMISES
from .comparing import Difference, shown
from .repeating import Repeater, Settings, reproducer

_CALL_ANOTHER = {
    "assert_raises", "assert_raises_regex", "raises", "assertRaises", "assertRaisesRegex", "assert_warns",
    "assert_no_warnings", "assert_deprecated", "assert_not_deprecated", "assert_array_max_ulp", "map",
}  # fmt: skip
"""What calls a function that a test gives it."""


_UNDEFINED = {"numpy.empty", "numpy.empty_like"}
"""What gives whatever the memory holds."""


class Made(NamedTuple):
    """How an object was made that tests call, or methods of which: the interpolator of some arrays, a frozen distribution."""

    original: Callable[..., Any]
    twin: Callable[..., Any]
    args: tuple[Any, ...]
    keywords: dict[str, Any]
    name: str


class Found(NamedTuple):
    """A difference with what shows it, and the number of the call."""

    number: int
    function: str
    difference: Difference
    text: str


class Recorder:
    """Calls what tests call, and repeats it."""

    def __init__(self, settings: Settings, note: Callable[[str], None] = lambda text: None) -> None:
        self.repeater = Repeater(settings)
        self.test: str | None = None
        self.busy = False
        self.note = note
        self.made: dict[int, tuple[Any, Made]] = {}
        self.calls: collections.Counter[str] = collections.Counter()
        self.set_aside: collections.Counter[str] = collections.Counter()
        self.not_offered: collections.Counter[str] = collections.Counter()
        self.found: list[Found] = []

    def start(self, test: str, patches: bool) -> None:
        """Begin to repeat the calls of a test, unless it puts something else in the place of the library's own."""
        if patches:
            self.set_aside["tests that patch the library"] += 1
        self.test = None if patches else test

    def stop(self) -> None:
        """Repeat no more, and forget what the test has made."""
        self.test = None
        self.made.clear()

    def call(self, function: Any, /, *args: Any, **keywords: Any) -> Any:
        """Call a function for a test."""
        if self.test is None:
            return function(*args, **keywords)
        if self.busy:
            return self._inside(function, args, keywords)
        if function is np.random.default_rng and not args and not keywords:
            return function(0)
        if getattr(function, "__name__", None) in _CALL_ANOTHER:
            return function(*(self._through(a) for a in args), **keywords)
        offer = self._offer(function)
        if offer is None or (offer.name.startswith("operator.") and not _of_arrays(args)):
            return function(*args, **keywords)
        if offer.twin is None:
            self.not_offered[offer.name] += 1
            return function(*args, **keywords)
        return self._repeated(offer, function, args, keywords)

    def _inside(self, function: Any, args: Any, keywords: Any) -> Any:
        """Make a call in a function of the test's own, which a repeated call was given: of Tensors what stands for it."""
        offer = self._offer(function) if any(isinstance(a, tg.Tensor) for a in (*args, *keywords.values())) else None
        if offer is None or offer.twin is None:
            return function(*args, **keywords)
        return offer.twin(*self._arguments(function, args), **keywords)

    def _through(self, function: Any) -> Any:
        """A function that is given to another one, which calls it from elsewhere."""
        return functools.partial(self.call, function) if self._offer(function) is not None else function

    def _offer(self, function: Any) -> offers.Offer | None:
        known = self.made.get(id(getattr(function, "__self__", function)))
        if known is None:
            return offers.of(function)
        made = known[1]
        name = "__call__" if function is known[0] else getattr(function, "__name__", "")
        if not name or (name[0] == "_" and name != "__call__"):
            return None
        return offers.Offer(f"{made.name}.{name}", _then(made.original, name), _then(made.twin, name))

    def _repeated(self, offer: offers.Offer, function: Any, args: Any, keywords: Any) -> Any:
        """Make a call, and then the repetitions."""
        given = self._arguments(function, args)
        try:
            promise = PROMISES.get(offer.name)
            call = recorded(offer.name, promise or offer.original, promise or offer.twin, given, keywords)
        except SetAside as reason:
            self.set_aside[str(reason)] += 1
            call = None
        error = value = None
        try:
            value = function(*args, **keywords)
        except Exception as raised:
            error = raised
        if call is not None:
            self._judge(call, given, keywords, value, error)
        if error is not None:
            raise error
        self._keep(offer, value, given, keywords)
        return value

    def _arguments(self, function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments of a call, and with them what a method is one of."""
        owner = getattr(function, "__self__", function)
        known = self.made.get(id(owner))
        if known is not None:
            return (known[1].args, known[1].keywords, *args)
        return (owner, *args) if type(owner) is np.ndarray else args

    def _judge(self, call: Call, given: Any, keywords: Any, value: Any, error: Exception | None) -> None:
        """Compare the repetitions of a call with what came of it."""
        if isinstance(error, Warning | FloatingPointError):
            self.set_aside["warnings that are errors"] += 1
            return
        if reason := _not_to_compare(call, value):
            self.set_aside[reason] += 1
            return
        if not self.repeater.due(call):
            self.set_aside["of a form that was seen often"] += 1
            return
        self.busy = True
        try:
            arrays = call.arrays()
            theirs = arrays_of((given, keywords))
            if len(theirs) == len(arrays) and (call.name not in PROMISES or error is not None):
                expected = Outcome(value, theirs, error)
            else:  # a list that became an array, or a function that leaves something open
                expected = call.run(call.original, [a.copy(order="K") for a in arrays])
            self.note(f"{self.test}\n{call.name}({shown(call.args)}, {shown(call.keywords)})")
            try:
                differences = self.repeater.repeat(call, expected)
            except NotOffered:
                self.not_offered[call.name] += 1
                return
            self.calls[call.name] += 1
            number = sum(self.calls.values())
            self.found += [Found(number, call.name, d, reproducer(call, str(self.test), d)) for d in differences]
        finally:
            self.busy = False

    def _keep(self, offer: offers.Offer, value: Any, args: Any, keywords: Any) -> None:
        """Remember how an object was made whose methods may be called."""
        plain = np.ndarray | np.generic | bool | int | float | complex | str | bytes | list | tuple | dict | None
        if not isinstance(value, plain) and not isinstance(value, types.GeneratorType):
            assert offer.twin is not None
            self.made[id(value)] = value, Made(offer.original, offer.twin, args, keywords, f"{offer.name}()")


def _not_to_compare(call: Call, value: Any) -> str:
    """Why a result is not compared, if it is not: it is large, undefined, or of a dtype that Tensors do not have."""
    mode = (*call.args, None, None)[2] or call.keywords.get("mode") if call.name == "numpy.pad" else ""
    if call.name in _UNDEFINED or (isinstance(mode, str) and mode == "empty"):
        return "undefined values"
    parts = [part for _, part in leaves(value) if isinstance(part, np.ndarray | np.generic)]
    if sum(part.size for part in parts) > LARGEST:
        return "large"
    kinds = (part.dtype for part in parts)
    return next((f"result of {dtype.type.__name__}" for dtype in kinds if not held(dtype)), "")


def _of_arrays(args: tuple[Any, ...]) -> bool:
    """Whether an operator is one of arrays: not of a list that holds some, nor of a text."""
    others = len(args) == 2 and isinstance(args[1], np.ndarray) and not isinstance(args[0], str | list | tuple | dict)
    return bool(args) and (isinstance(args[0], np.ndarray) or others)


def _then(make: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function that makes an object, and calls a method of it."""

    def method(args: Any, made: Any, /, *others: Any, **keywords: Any) -> Any:
        found = getattr(make(*args, **made), name, None)
        if found is None:
            raise NotOffered
        return found(*others, **keywords)

    return method
