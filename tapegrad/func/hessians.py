"""Second derivatives of scalar functions: forward over reverse.

Tests: tests/func/test_recalled.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from tapegrad.errors import DtypeError, check_function
from tapegrad.func.argument_leaves import F, Numbers, P, as_arguments, leaves_of, named, positions_of, split_aux
from tapegrad.func.containers import unflatten
from tapegrad.func.forward_mode import inputs_of, linearized, session
from tapegrad.func.jacobians import blocks_of, jacobian_task, symmetric_columns, transposed
from tapegrad.func.reverse_mode import grad, gradient_alone, gradient_of
from tapegrad.hints import with_hints


@overload
def hessian(f: np.ufunc, argnums: Numbers = 0, has_aux: bool = False) -> Callable[..., Any]: ...
@overload
def hessian(f: Callable[P, Any], argnums: Numbers = 0, has_aux: bool = False) -> Callable[P, Any]: ...
@with_hints
def hessian(f: F, argnums: Numbers = 0, has_aux: bool = False) -> F:
    """Return the function that gives the Hessian of a scalar function, symmetric to the bit: forward over reverse.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.hessian(lambda x: x[0] ** 2 * x[1])(np.array([3.0, 5.0]))
    array([[10.,  6.],
           [ 6.,  0.]])
    """
    check_function(f, "hessian")
    slope = gradient_of(f, argnums, has_aux, "hessian", functools.partial(gradient_alone, has_aux))

    @named(f, "hessian", argnums, has_aux)
    def wrapped(*args: Any, **keywords: Any) -> Any:
        with session() as s:
            v = inputs_of(s, args, argnums, "hessian")
            if any(x.dtype.kind == "c" for x in v.variables):
                raise DtypeError(
                    "hessian: expected real arguments, got complex ones. Use hvp, or differentiate by their parts."
                )
            result, aux = split_aux(slope(*v.args, **keywords), has_aux, "hessian")
            gradients, structure = leaves_of(result, "hessian")
            size = sum(x.size for x in v.variables)
            title = f"hessian of {getattr(f, '__name__', 'a function')}, {size} x {size}"
            with jacobian_task(title, size * size):
                table = blocks_of(symmetric_columns, s.trace, v.variables, gradients)
            for i, x in enumerate(v.variables):
                for j, y in enumerate(v.variables[:i]):
                    table[j][i] = transposed(table[i][j], x, y)
            nested = unflatten(structure, [as_arguments(v, line) for line in table], whole=False)
        with jacobian_task(title, size * size):
            return s.results((nested, aux) if has_aux else nested)

    return wrapped


@with_hints
def hvp(f: F, argnums: Numbers = 0) -> F:
    """Return the function ``(x, v, ...) -> H(x) v``: the Hessian of a scalar function times a vector, without the
    Hessian.

    The arguments that `argnums` names come first, then the vectors, then the other arguments: ``hvp(f)(x, v, *rest)``.
    With ``argnums=(0, 1)``, ``hvp(f, (0, 1))((x, y), (v, w), *rest)`` takes and returns tuples.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tg.hvp(lambda x: np.sum(x**3))(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([  6., 120.])
    """
    check_function(f, "hvp")

    @named(f, "hvp", argnums)
    def wrapped(primals: Any, vectors: Any, *rest: Any, **keywords: Any) -> Any:
        several = isinstance(argnums, (tuple, list))
        xs, vs = (primals, vectors) if several else ((primals,), (vectors,))
        positions = positions_of(argnums, len(xs) + len(rest), "hvp")

        def gradient(*parts: Any) -> Any:
            args: list[Any] = list(rest)
            for place, part in sorted(zip(positions, parts, strict=True), key=lambda pair: pair[0]):
                args.insert(place, part)
            return grad(f, argnums)(*args, **keywords)

        return linearized(gradient, tuple(xs), False, "hvp", tuple(vs))[1]

    return wrapped
