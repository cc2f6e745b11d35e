"""How a function of `scipy.special` becomes an op: called by its address, so that the values have SciPy's bits.

A record says what the derivative is; the rest is read off SciPy's ufunc. Functions that SciPy lacks, the derivatives of some
with respect to a parameter, are `routines` of our own and called in the same way.

Tests: tests/ops/test_special.py, tests/ops/test_elementwise.py, tests/ops/test_faddeeva.py
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, BuildError, unordered
from tapegrad.machine import addresses, lane, routines
from tapegrad.machine.lane import Lane, libm
from tapegrad.ops.composites import lifted, plain
from tapegrad.ops.declare import Domain, Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import Tensor, runtime

# in float32 a recorded sweep rounds the terms of a derivative, which are of the size of 1 or of the value, one by one
_TERMS = 8.0
POLES = [((None,), None)]  # what SciPy gives near infinity and the poles is what is promised


def called(name: str, *args: Any, output: int = 0, whole: bool = False) -> Lane:
    """Return a result of a ufunc of `scipy.special` on lanes; with `whole`, NaN where SciPy's integers are no whole numbers.

    Raises
    ------
    BuildError
    """
    symbol = addresses.special(name, output, whole)
    if symbol is None:
        raise BuildError(f"special: expected a function {name!r} in this version of SciPy. Install one that has it.")
    return libm(symbol, *_lifted(args))


def rarely(mask: Any, value: Any, other: Callable[[], Any]) -> Lane:
    """Return a value, and another one where a mask holds: compiled code computes that one only there."""
    if isinstance(mask, Lane):
        e = value.emitter
        scalar_calls = e.scalar_calls
        result = lane.unless(~mask, value, lambda: e.lift(other()))
        e.scalar_calls = scalar_calls  # calls in the rare branch do not make scalar code of the other one
        return result
    return where(mask, other(), value)


def _lifted(args: tuple[Any, ...]) -> list[Lane]:
    emitter = next(a.emitter for a in args if isinstance(a, Lane))
    return [emitter.lift(a) for a in args]


def reference(name: str) -> Callable[..., Any]:
    """Return SciPy's function, of doubles at most."""
    return doubled(scipys("scipy.special", name))


def in_dtype_of_argument(name: str, position: int) -> Callable[..., Any]:
    """Return SciPy's function, whose values are doubles, in the dtype of one of its arguments."""
    function = reference(name)

    def values(*args: Any, **keywords: Any) -> Any:
        dtype = np.asarray(args[position]).dtype
        return np.asarray(function(*args, **keywords)).astype(np.float32 if dtype == np.float32 else np.float64)[()]

    values.__name__, values.function = name, function.function  # type: ignore[attr-defined]
    return values


def of_whole(name: str, places: Sequence[int], module: str = "scipy.special") -> Callable[..., Any]:
    """Return SciPy's function with doubles for integers: their integral parts, NaN where they have none."""
    function = scipys(module, name)

    def values(*args: Any) -> Any:
        dtype, operands = np.result_type(*args), list(args)
        defined: Any = True
        for k in places:
            x = np.asarray(args[k], np.float64)
            with np.errstate(invalid="ignore"):
                small = np.abs(x) < 2e9
                operands[k] = np.where(small, x, 0.0).astype(np.int64)
            defined = defined & small
        result = np.where(
            defined,
            function(*[np.asarray(x, np.float64) if x.dtype != np.int64 else x for x in map(np.asarray, operands)]),
            np.nan,
        )
        return result.astype(dtype if dtype in (np.float32, np.float64) else np.float64)[()]

    values.__name__, values.function = name, function  # type: ignore[attr-defined]
    return doubled(values)


def whole_numbers(k: Any, argument: str, function: str) -> tuple[Any, ...]:
    """Return whole numbers that have no derivative as parameters of an op: an integer, or nested tuples of them.

    Raises
    ------
    ArgumentError
        For other numbers, and for a Tensor whose value a recording would lose.
    """
    if isinstance(k, runtime.tensor) and not (runtime.differs(k) or k.requires_grad):
        k = k.numpy()
    if isinstance(k, runtime.tensor) or np.asarray(k).dtype.kind not in "iu":
        raise ArgumentError(
            f"{function}: expected whole numbers for {argument}, got {k!r}. Use plain integers: they have no derivative."
        )
    return _nested(np.asarray(k).tolist())


def _nested(k: Any) -> tuple[Any, ...]:
    return tuple(map(_nested, k)) if isinstance(k, list) else k


def in_doubles(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a reference that computes in double precision, and gives what NumPy promotes its operands to."""

    def values(*args: Any) -> Any:
        dtype = np.result_type(*args)
        result = function(*[np.asarray(x, np.float64) for x in args])
        return result.astype(dtype if dtype in (np.float32, np.float64) else np.float64)[()]

    return doubled(values)


def _signed(names: dict[str, tuple[float, float]], function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of any number of arguments with names for them."""
    parameters = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in names]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return function


def special(
    name: str,
    summary: str,
    domain: Domain,
    partials: dict[str, Any],
    whole: Collection[str] = (),
    computed: Callable[..., Lane] | None = None,
    expected: Any = None,
    **more: Any,
) -> Elementwise:  # fmt: skip
    """Declare the ufunc of a name of `scipy.special`: `domain` names all its arguments, one to three.

    `computed` is lane arithmetic that takes the place of a call, `expected` a reference that is more
    exact than SciPy's. Of those in `whole` SciPy takes the integral part, and warns. Beyond the intervals where tests take samples nothing is
    promised but SciPy's value, and that all executors agree.
    """
    places = [k for k, argument in enumerate(domain) if argument in whole]

    def forward(*args: Any) -> Lane:
        if computed is not None:
            return computed(*_lifted(args))
        truncated = [lane.trunc(x) if k in places else x for k, x in enumerate(args)]
        return called(name, *truncated, whole=bool(places))

    op = Elementwise(
        name=name, external=True, forward=_signed(domain, forward), partials=partials,
        reference=expected or (of_whole(name, places) if places else reference(name)), domain=domain, summary=summary,
        resolve=None if places else _resolved(name), on_complex=_of_complex(name), **{"saturates": _TERMS, **more},
    )  # fmt: skip
    scipy_ufuncs[name] = op
    return op


def _of_complex(name: str) -> Callable[..., Any]:
    """Return SciPy's function of complex numbers that are plain data: none of others has a derivative."""

    def answered(*args: Any) -> Tensor:
        try:
            return lifted(getattr(import_module("scipy.special"), name)(*plain(args)))
        except TypeError:  # they are more than plain data, or SciPy's function is one of real numbers
            raise unordered(name) from None

    return answered


def output_of(
    ufunc: str, output: int, name: str, summary: str, domain: Domain, partials: dict[str, Any]
) -> Elementwise:
    """Declare one of the results of a ufunc that has several."""
    return Elementwise(
        name=name, external=True, forward=_signed(domain, lambda *args: called(ufunc, *args, output=output)),
        partials=partials, reference=_one_of(ufunc, output), domain=domain, summary=summary,
        saturates=_TERMS, resolve=_resolved(ufunc),
    )  # fmt: skip


def _one_of(name: str, output: int) -> Callable[..., Any]:
    function = scipys("scipy.special", name)

    def chosen(*args: Any) -> Any:
        return function(*args)[output]

    chosen.__name__ = f"{name}_{output}"
    return doubled(chosen)


def slope(
    name: str,
    summary: str,
    domain: Domain,
    partials: dict[str, Any],
    rule: Callable[..., Lane],
    of: str = "",
    **more: Any,
) -> Elementwise:
    """Declare a derivative that SciPy has not, of a function: `rule` computes it of lanes of width 1, with loops and branches.

    Tests have nothing to compare its values with but itself: those of the function whose derivative it is do it, with
    differences.
    """

    def forward(*args: Any) -> Lane:
        return libm(routines.routine(name, len(domain), rule), *_lifted(args))

    def itself(*args: Any) -> np.ndarray:
        return routines.on_arrays(name, len(domain), rule, *args)

    return Elementwise(
        name=name, external=True, forward=_signed(domain, forward), partials=partials, reference=doubled(itself),
        domain=domain, summary=summary, saturates=_TERMS, derivative_of=of, **more,
    )  # fmt: skip


def _resolved(name: str) -> Callable[..., np.dtype[Any]]:
    """Return what says the dtype of the result for dtypes of operands: NumPy's choice among the ufunc's loops."""

    def resolve(*dtypes: Any) -> Any:
        ufunc = getattr(import_module("scipy.special"), name)
        operands = [
            type(d) if type(d) in (int, float) else d if isinstance(d, np.dtype) else np.dtype(bool) for d in dtypes
        ]
        return ufunc.resolve_dtypes((*operands, *[None] * ufunc.nout))[-1]

    return resolve
