"""How a function of `scipy.special` becomes an op: called by its address, so that the values have SciPy's bits.

A record says what the derivative is; the rest is read off SciPy's ufunc. Functions that SciPy lacks, the derivatives of some
with respect to a parameter, are `routines` of our own and called in the same way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.errors import BuildError
from tapegrad.machine import addresses, lane, routines
from tapegrad.machine.lane import Lane, libm
from tapegrad.ops.declare import Domain, Elementwise, scipy_ufuncs
from tapegrad.ops.references import doubled, scipys

POLES = [((None,), None)]  # what SciPy gives near infinity and the poles is what is promised


def called(name: str, *args: Any, output: int = 0) -> Lane:
    """Return a result of a ufunc of `scipy.special` on lanes.

    Raises
    ------
    BuildError
    """
    symbol = addresses.special(name, output)
    if symbol is None:
        raise BuildError(f"special: expected a function {name!r} in this version of SciPy. Install one that has it.")
    return libm(symbol, *_lifted(args))


def _lifted(args: tuple[Any, ...]) -> list[Lane]:
    emitter = next(a.emitter for a in args if isinstance(a, Lane))
    return [emitter.lift(a) for a in args]


def reference(name: str) -> Any:
    """Return SciPy's function, of doubles at most."""
    return doubled(scipys("scipy.special", name))


def _signed(names: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of any number of arguments with names for them."""
    parameters = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in names]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return function


def special(
    name: str, summary: str, domain: Domain, partials: dict[str, Any], whole: Collection[str] = (), **more: Any
) -> Elementwise:  # fmt: skip
    """Declare the ufunc of a name of `scipy.special`: `domain` names all its arguments, one to three.

    Of those in `whole` SciPy takes the integral part, and warns. Beyond the intervals where tests take samples nothing is
    promised but SciPy's value, and that all executors agree.
    """
    function = reference(name)

    def integral(args: Any, trunc: Callable[[Any], Any]) -> list[Any]:
        return [trunc(x) if a in whole else x for a, x in zip(domain, args, strict=True)]

    def values(*args: Any) -> Any:
        return function(*integral(args, np.trunc))

    values.__name__, values.function = name, function.function  # type: ignore[attr-defined]
    own = Elementwise(
        name=name, external=True, forward=_signed(domain, lambda *args: called(name, *integral(args, lane.trunc))),
        partials=partials, reference=values if whole else function, domain=domain, summary=summary, resolve=_resolved(name),
        **{"edges": [((None,) * len(domain), None)], **more},
    )  # fmt: skip
    scipy_ufuncs[name] = own
    return own


def output_of(
    ufunc: str, output: int, name: str, summary: str, domain: Domain, partials: dict[str, Any]
) -> Elementwise:
    """Declare one of the results of a ufunc that has several."""
    return Elementwise(
        name=name, external=True, forward=_signed(domain, lambda *args: called(ufunc, *args, output=output)),
        partials=partials, reference=_one_of(ufunc, output), domain=domain, summary=summary,
        edges=[((None,) * len(domain), None)],
    )  # fmt: skip


def _one_of(name: str, output: int) -> Any:
    function = scipys("scipy.special", name)

    def chosen(*args: Any) -> Any:
        return function(*args)[output]

    chosen.__name__ = f"{name}_{output}"
    return doubled(chosen)


def slope(
    name: str, summary: str, domain: Domain, partials: dict[str, Any], rule: Callable[..., Lane], **more: Any
) -> Elementwise:
    """Declare a derivative that SciPy has not: `rule` computes it of lanes of width 1, with loops and branches.

    Tests have nothing to compare its values with but itself: those of the function whose derivative it is do it, with
    differences.
    """

    def forward(*args: Any) -> Lane:
        return libm(routines.routine(name, len(domain), rule), *_lifted(args))

    def itself(*args: Any) -> Any:
        return routines.on_arrays(name, len(domain), rule, *args)

    return Elementwise(
        name=name, external=True, forward=_signed(domain, forward), partials=partials, reference=doubled(itself),
        domain=domain, summary=summary, edges=[((None,) * len(domain), None)], **more,
    )  # fmt: skip


def _resolved(name: str) -> Callable[..., np.dtype[Any]]:
    """Return what says the dtype of the result for dtypes of operands: NumPy's choice among the ufunc's loops."""

    def resolve(*dtypes: Any) -> Any:
        ufunc = getattr(import_module("scipy.special"), name)
        operands = [type(d) if type(d) in (int, float) else np.dtype(getattr(d, "dtype", d)) for d in dtypes]
        return ufunc.resolve_dtypes((*operands, *[None] * ufunc.nout))[-1]

    return resolve
