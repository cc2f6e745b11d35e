"""Composites: functions made of ops, which stand for functions of NumPy and SciPy.

Tests: tests/ops/test_signals.py, tests/ops/test_complex.py
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

import numpy as np

from tapegrad.errors import ArgumentError, ConvergenceError, DtypeError, TapegradError, restated, unordered
from tapegrad.hints import unknown_argument
from tapegrad.machine.dtypes import numpys
from tapegrad.ops.declare import Entry, Samples
from tapegrad.ops.dispatch_tables import functions, ufuncs
from tapegrad.ops.lazy_help import helped
from tapegrad.ops.option_checks import Options
from tapegrad.ops.runtime import AnyArray, Tensor, runtime

_NOT_GIVEN = object()
_LOOKED_AT = 8  # elements of a list that may hold a Tensor, and the last one
F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")


class Composite(Entry):
    """A function made of ops: no record on the tape, but a reference, samples and a page like an op.

    Attributes
    ----------
    function : callable
    namespace : str
        The module of NumPy or SciPy whose name it has: that of the package that declares it.
    complex : bool
        Its samples or results are complex numbers.
    of_complex : set of str
        Keywords whose arguments may be complex where others may not.
    lacks : set of str
        Arguments by which it is not differentiated.
    stays_real : set of str
        Arguments that are real numbers where others are complex.
    """

    function: Callable[..., Any]
    namespace: str = "numpy"
    complex: bool = False
    takes_complex: bool = True
    of_complex: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    stays_real: frozenset[str] = frozenset()


composites: dict[str, Composite] = {}
constants: set[Callable[..., Any]] = set()  # what stands for functions of NumPy, without derivative


@overload
def composite(
    reference: Callable[..., Any],
    samples: Samples,
    *,
    out: str | None = "out",
    casting: str = "same_kind",
    **fields: Any,
) -> Callable[[Callable[Concatenate[Tensor, P], R]], Callable[Concatenate[Any, P], R]]: ...
@overload
def composite(
    reference: Callable[..., Any], samples: Samples, of_array: Literal[False], out: str | None = "out",
    casting: str = "same_kind", **fields: Any,
) -> Callable[[F], F]: ...  # fmt: skip
def composite(
    reference: Callable[..., Any], samples: Samples, of_array: bool = True, out: str | None = "out",
    casting: str = "same_kind", **fields: Any,
) -> Callable[[F], F]:  # fmt: skip
    """Enter a function made of ops in the table; `reference`, a function of NumPy, is dispatched to it.

    With `of_array`, the first argument is an array, and comes as a Tensor whatever the user gave. One that has an argument of the
    name `out` writes its result there, or gives it that dtype, and is called without; for None it sees to that itself. `casting` is the
    rule of NumPy's by which it writes. One that takes no complex numbers
    refuses them, as an op does. The other `fields` are those of a `Composite`.

    What a function refuses whose reference is SciPy's, such as integer images, SciPy answers where neither a derivative nor a
    recording asks for more.
    """
    real = not fields.get("takes_complex", True)

    def enter(function: F) -> F:
        name = function.__name__.rstrip("_")
        place = _place_of(function, out)
        first = inspect.unwrap(function).__code__.co_varnames[0]
        declared_in = function.__module__.split(".")[2:-1]
        options = Options(function) if declared_in not in ([], ["numpy"]) else None  # NumPy's are its own to check

        lists = options is not None and declared_in != ["linalg"]  # whose lists are of matrices

        @functools.wraps(function)
        def called(x: Any = _NOT_GIVEN, /, *args: Any, **keywords: Any) -> Any:
            if not keywords and not args and not real and x.__class__ is runtime.tensor:
                return function(x)
            if x is _NOT_GIVEN:
                named = ({first, _first_of(reference)} & keywords.keys()) or (
                    {_scipys_first(entry.namespace, name)} & keywords.keys()
                )
                if not named:
                    return function(*args, **keywords)  # which says what is missing
                keywords = dict(keywords)
                x = keywords.pop(named.pop())
            if of_array and not isinstance(x, runtime.tensor):
                array, x = x, runtime.as_tensor(x, name)
                args = tuple([x if a is array and type(a) is np.ndarray else a for a in args])  # the same one still
            if len(args) > place or out in keywords:
                target, args, keywords = _target(place, args, keywords, out)
                if target is not None:
                    if len(args) <= _place_of(function, "dtype") < sys.maxsize and isinstance(x, runtime.tensor):
                        keywords = in_dtype_of(target, x, keywords)
                    return _written(target, x, lambda x: called(x, *args, **keywords), name, out == "output", casting)
            if lists and (list in map(type, (x, *args)) or list in map(type, keywords.values())):
                x, *args = map(_joined, (x, *args))  # type: ignore[assignment]
                keywords = {argument: _joined(value) for argument, value in keywords.items()}
            if options and (args or keywords):
                options.check(name, args, keywords)
            if real:
                for a in (x, *args, *keywords.values()):
                    if _is_complex(a) and not may_be_complex(a, keywords) and _binds(function, (x, *args), keywords):
                        raise unordered(name)
            try:
                return function(x, *args, **keywords)
            except TypeError as error:
                raise _by_name(error, function, reference, (x, *args), keywords) from None

        def may_be_complex(a: Any, keywords: dict[str, Any]) -> bool:
            return any(a is keywords.get(keyword) for keyword in entry.of_complex)

        if getattr(getattr(reference, "function", reference), "__module__", "").startswith("scipy."):
            called = or_as_scipy(reference, place=place + 1)(called)
        called.__name__ = name
        summary = (function.__doc__ or "").partition("\n")[0]
        entry = Composite(
            name=name, function=called, namespace=".".join(declared_in) or "numpy", reference=reference, samples=samples,
            summary=summary, **fields,
        )  # fmt: skip
        composites[f"{entry.namespace}.{name}"] = entry
        called.lacks = entry.lacks  # type: ignore[attr-defined]
        helped(called, entry.namespace, name, entry)
        numpys = getattr(reference, "function", reference)
        if isinstance(numpys, np.ufunc):
            ufuncs[numpys] = called
        elif getattr(numpys, "__module__", "").startswith("numpy"):
            functions[numpys] = called
        return called  # type: ignore[return-value]

    return enter


class UsersCodeError(Exception):
    """An exception in a user's function while it is recorded."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


@contextlib.contextmanager
def users_code() -> Iterator[None]:
    """Mark exceptions as those of a user's function: `or_as_scipy` lets SciPy call it, or raises them as they are.

    Raises
    ------
    UsersCodeError
    """
    try:
        yield
    except ConvergenceError:
        raise
    except Exception as error:
        raise UsersCodeError(error) from error


def or_as_scipy(
    reference: Callable[..., Any], refusals: type[Exception] | tuple[type[Exception], ...] = (TypeError, ArgumentError),
    lift: Callable[[Any], Any] | None = None, place: int = sys.maxsize,
) -> Callable[[F], F]:  # fmt: skip
    """Give what a function refuses to SciPy's, if all Tensors are plain data; else refuse arguments of SciPy's by name.

    Parameters
    ----------
    refusals : exceptions
        What the function raises then, beside exceptions in `users_code`.
    lift : callable, optional
        Makes what is returned of SciPy's result; by default Tensors of arrays.
    place : int, optional
        The position of the argument that a result is written to.
    """
    scipys = getattr(reference, "function", reference)

    def enter(function: F) -> F:
        @functools.wraps(function)
        def answered(*args: Any, **keywords: Any) -> Tensor:
            try:
                return function(*args, **keywords)
            except ConvergenceError:
                raise
            except UsersCodeError as error:
                refusal: Exception = error.error
            except refusals as error:
                refusal = error
            try:
                targets = *args[place : place + 1], keywords.get("out"), keywords.get("output")
                if any(isinstance(target, runtime.tensor) for target in targets):
                    raise refusal  # for SciPy would write to a copy
                arguments = plain((args, keywords))
                return (lift or lifted)(scipys(*arguments[0], **arguments[1]))
            except Exception:  # SciPy refuses it too, or a Tensor is more than plain data
                pass
            raise refusal if isinstance(refusal, TapegradError) else _by_name(refusal, function, scipys, args, keywords)

        return answered  # type: ignore[return-value]

    return enter


def plain(x: Any) -> Any:
    """Return containers with arrays in place of Tensors, and functions whose results are made so.

    Raises
    ------
    TypeError
        If one requires grad, has a tangent, or is recorded.
    """
    if type(x) in (list, tuple):
        return type(x)(map(plain, x))
    if type(x) is dict:
        return {name: plain(part) for name, part in x.items()}
    if isinstance(x, runtime.tensor):
        if x.traced:
            raise TypeError("a recorded Tensor is not plain data")
        return np.asarray(x)
    if callable(x) and not isinstance(x, type):
        return functools.wraps(x)(lambda *args, **keywords: plain(x(*args, **keywords)))
    return x


def lifted(x: Any) -> Tensor:
    """Return results with Tensors in place of arrays."""
    if type(x) in (list, tuple):
        return type(x)(map(lifted, x))
    return runtime.as_tensor(x) if isinstance(x, (np.ndarray, np.generic)) else x


def _by_name(
    error: Exception, function: Callable[..., Any], scipys: Callable[..., Any], args: tuple[Any, ...],
    keywords: dict[str, Any],
) -> Exception:  # fmt: skip
    """Return the error for an argument that only NumPy's or SciPy's function has; any other one as it is."""
    if isinstance(error, TapegradError):
        return error
    name = function.__name__.rstrip("_")
    if keywords.get("dtype") is not None:
        numpys(keywords["dtype"], name)
    try:
        inspect.signature(function).bind(*args, **keywords)
    except TypeError as misfit:
        if _binds(getattr(scipys, "load", lambda: scipys)(), args, keywords):
            return ArgumentError(f"{name}: {misfit}: this argument is not taken here. Leave it out.")
        if (hint := unknown_argument(name, function, keywords)) is not None:
            return hint
    return error


def _joined(x: Any) -> Any:
    """Return a list of numbers that holds a Tensor as a Tensor, and anything else as it is."""
    if type(x) is list and holds_tensor(x):
        with contextlib.suppress(TypeError, ValueError):  # of arrays of different shapes
            return runtime.as_tensor(x)
    return x


def _is_complex(x: AnyArray) -> bool:
    """Tell whether it is a complex number, or an array of them."""
    return isinstance(x, complex) or getattr(getattr(x, "dtype", None), "kind", "") == "c"


def _binds(function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Tell whether a function has such arguments; of a ufunc, which has no signature, that is not known."""
    try:
        inspect.signature(function).bind(*args, **keywords)
    except (TypeError, ValueError):
        return False
    return True


def _first_of(reference: Callable[..., Any]) -> str:
    """Return what NumPy or SciPy calls the first argument; nothing where a ufunc does not say."""
    try:
        return next(iter(inspect.signature(getattr(reference, "function", reference)).parameters), "")
    except ValueError:
        return ""


def _scipys_first(namespace: str, name: str) -> str:
    """Return what SciPy calls the first argument of its function of this name, if it has one."""
    function = None if namespace == "numpy" else getattr(import_module(f"scipy.{namespace}"), name, None)
    return "" if function is None else _first_of(function)


def _place_of(function: Callable[..., Any], argument: str | None) -> int:
    """Return the position of an argument behind the first one; more than there are if it has none."""
    code = inspect.unwrap(function).__code__
    names = code.co_varnames[: code.co_argcount]
    return names.index(argument) - 1 if argument in names else sys.maxsize


def _target(
    place: int, args: tuple[Any, ...], keywords: dict[str, Any], out: str | None = "out"
) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Return what a result is written to, and the other arguments."""
    if len(args) > place:
        target, args = args[place], (*args[:place], None, *args[place + 1 :])
    else:
        target, keywords = keywords[out or "out"], {name: k for name, k in keywords.items() if name != out}
    if isinstance(target, tuple) and len(target) == 1:
        (target,) = target
    return target, args, keywords


def in_dtype_of(target: Any, x: AnyArray, keywords: dict[str, Any]) -> dict[str, Any]:
    """Return keywords that let sums be added up in the dtype of `out=` where it is wider, as NumPy does."""
    of_target = getattr(target, "dtype", x.dtype)
    wide = np.promote_types(x.dtype, of_target)
    if keywords.get("dtype") is not None or of_target.kind not in "fc" or wide == x.dtype:
        return keywords
    return {**keywords, "dtype": wide}


def _written(
    target: AnyArray, x: AnyArray, function: Callable[[Any], Any], name: str, scipys: bool, casting: str
) -> Any:
    """Write a function of x to a Tensor, or give its result a dtype, in which it is computed if that is the wider one.

    So is what is written to a Tensor where the argument is SciPy's, which computes in double precision.

    Raises
    ------
    DtypeError
        For a dtype that would cost the result its derivative.
    """
    if scipys and isinstance(target, (type, str, np.dtype)):
        dtype: np.dtype = np.dtype(target)
        if x.dtype.kind != "f" or dtype.kind != "f":
            raise DtypeError(
                f"{name}: expected an image and an output of floating-point numbers, got {x.dtype} and {dtype}."
            )
        wide = np.promote_types(x.dtype, dtype)
        return function(x.astype(wide, copy=False)).astype(dtype, copy=False)
    if scipys and isinstance(target, runtime.tensor) and target.dtype.kind == "f" and x.dtype.kind != "c":
        x = x.astype(np.promote_types(x.dtype, target.dtype), copy=False)
    return runtime.write(target, function(x), name, casting)


def into(out: AnyArray, dtype: Any, join: Callable[[Any], Any], function: str) -> Any:
    """Write what is joined in the dtype of `out`, by the rule that joining obeys, there.

    Raises
    ------
    DtypeError
        If another dtype is asked for.
    """
    if dtype is not None:
        raise DtypeError(f"{function}: expected dtype= or out=, got both. Leave dtype= out: the dtype of out= holds.")
    return runtime.write(out, join(getattr(out, "dtype", None)), function)


def cast(arrays: Any, dtype: Any, casting: Any, function: str) -> list[Any]:
    """Return Tensors, converted to a dtype if that is given and the rule allows it."""
    parts = [runtime.as_tensor(a) for a in arrays]
    if dtype is None and casting != "same_kind" and parts:
        dtype = np.result_type(*[p.dtype for p in parts])
    if dtype is None:
        return parts
    for p in parts:
        if not np.can_cast(p.dtype, dtype, casting):
            raise DtypeError(f"{function}: {p.dtype} cannot be cast to {np.dtype(dtype)} by the rule {casting!r}.")
    return [p.astype(dtype, copy=False) for p in parts]


def constant(reference: Callable[..., Any], of_array: bool = True) -> Callable[[F], F]:
    """Enter a function whose results have no derivative: what a function of NumPy is on Tensors.

    On plain data it is NumPy's function itself. With `of_array`, its first argument comes as a Tensor.
    """

    def enter(function: F) -> F:
        place = _place_of(function, "out")
        firsts = {inspect.unwrap(function).__code__.co_varnames[0], _first_of(reference)}

        @functools.wraps(function)
        def answer(*args: Any, **keywords: Any) -> Any:
            if len(args) != 1 or keywords or args[0].__class__ is not runtime.tensor:
                if not args and (named := firsts & keywords.keys()):
                    keywords = dict(keywords)
                    args = (keywords.pop(named.pop()),)
                if not (args and args[0].__class__ is runtime.tensor) and not holds_tensor((args, keywords)):
                    return reference(*args, **keywords)
                if of_array and args and not isinstance(args[0], runtime.tensor):
                    args = (runtime.as_tensor(args[0], answer.__name__), *args[1:])
                if len(args) > place + 1 or "out" in keywords:
                    target, args, keywords = _target(place + 1, args, keywords)
                    if target is not None:
                        return runtime.write(target, answer(*args, **keywords), answer.__name__)
            try:
                return function(*args, **keywords)
            except (TypeError, IndexError, ValueError) as error:
                if isinstance(error, TapegradError | np.linalg.LinAlgError) or not _binds(function, args, keywords):
                    raise
                raise restated(error, answer.__name__) from None

        answer.__name__ = answer.__qualname__ = reference.__name__
        (ufuncs if isinstance(reference, np.ufunc) else functions)[reference] = answer
        constants.add(answer)
        return answer  # type: ignore[return-value]

    return enter


def on_leaves(function: Callable[[Any], Any], x: Any) -> Any:
    """Return arguments with other values in place of Tensors."""
    if isinstance(x, runtime.tensor):
        return function(x)
    if isinstance(x, (list, tuple)):
        return type(x)([on_leaves(function, part) for part in x])
    return {name: on_leaves(function, part) for name, part in x.items()} if isinstance(x, dict) else x


def decided(x: Any) -> Any:
    """Return arguments with values in place of Tensors, which a recording guards."""
    return on_leaves(lambda t: t._decided(), x)


def fitted(x: AnyArray, dtype: np.dtype[Any], function: str) -> np.ndarray | AnyArray:
    """Return numbers that stand alone or in lists as integers of a dtype, if it is one of integers; others as they are.

    NumPy converts arrays by their dtypes, and such numbers as Python's `int` does.

    Raises
    ------
    OverflowError, ValueError
        As NumPy's, for a number that the dtype does not hold: NaN, infinity, or an int out of its bounds.
    """
    numbers = dtype.kind in "iu" and isinstance(x, (int, float, np.integer, np.floating, list, tuple))
    if numbers and not holds_tensor(x):
        with contextlib.suppress(TypeError):  # of what is no real number
            if x.__class__ is int or runtime.as_tensor(x, function).dtype.kind in "iuf":
                return np.array(x, dtype)
    return x


def as_written(x: Any, dtype: np.dtype[Any], function: str) -> Tensor:
    """Return what is written into an array of a dtype as a Tensor: see `fitted`."""
    return x if x.__class__ is runtime.tensor else runtime.as_tensor(fitted(x, dtype, function), function)


def holds_tensor(x: Any) -> bool:
    """Tell whether it is a Tensor, or a list, tuple or dict that holds one."""
    if isinstance(x, (list, tuple, dict)):
        return any(holds_tensor(part) for part in (x.values() if isinstance(x, dict) else x))
    return isinstance(x, runtime.tensor)


def shows_tensor(arguments: Iterable[Any]) -> bool:
    """Tell whether one of the arguments is a Tensor, or a list in which one is seen: of a long list not all is looked at.

    NumPy asks a Tensor that is not seen for its value, and gets an error if it would be lost.
    """
    for x in arguments:
        if isinstance(x, runtime.tensor):
            return True
        if x.__class__ in (list, tuple) and x and shows_tensor(x if len(x) <= _LOOKED_AT else (*x[:_LOOKED_AT], x[-1])):
            return True
    return False
