"""Products of functions' Jacobians and Hessians with vectors, and the Jacobians and Hessians themselves.

Each function calls `func` on fresh variables and differentiates by them: in reverse, or forward as the reverse of the
reverse sweep, which is linear in its seed. Hessians are Jacobians of the gradient.

Tests: tests/autograd/test_functional.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.autograd import forward_ad, gradients
from tapegrad.autograd.eager_variables import called
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, check_function
from tapegrad.func.jacobians import jacfwd, jacrev
from tapegrad.func.reverse_mode import differentiating, filled, zeros_of
from tapegrad.ops.shape_ops import stack
from tapegrad.record.open_recording import current
from tapegrad.record.recording import tape
from tapegrad.record.variables import stand_in, variable
from tapegrad.tensor.tensor import Tensor, from_array

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

Function = Callable[..., Any]
Tensors = tuple[Tensor, ...]
Grads = Sequence[Tensor | None]


class _Spec(NamedTuple):
    """What a call asks for, and what its messages speak of."""

    name: str
    create_graph: bool
    strict: bool
    value: str = "output"
    derivative: str = "Jacobian"


def _tuple(x: Any, what: str, name: str) -> tuple[Tensors, bool]:
    """Return a Tensor or a tuple of Tensors as a tuple, and whether it was one."""
    several = isinstance(x, tuple)
    for t in x if several else (x,):
        if not isinstance(t, Tensor):
            raise DtypeError(
                f"{name}: {what} must be a Tensor or a tuple of Tensors, got {'a tuple with ' if several else ''}"
                f"{type(t).__name__}. For functions of NumPy arrays use tg.func."
            )
    return (x if several else (x,)), several


def _variable(t: Tensor) -> Tensor:
    """Return the same value, to differentiate by."""
    return variable(t) if current() is not None else forward_ad.leaf(t)


def _check_strict(spec: _Spec, independent: Iterable[bool], what: str, of: str, where: str = "") -> None:
    """Refuse, where `strict`, what is independent; braces in the texts stand for its number."""
    for k, one in enumerate(independent):
        if spec.strict and one:
            text = f"{spec.name}: {what} of func is independent of {of}, which strict=True forbids{where}."
            raise GradientError(text.format(k))


def _called(func: Function, inputs: Any, spec: _Spec) -> tuple[list[Tensor], Tensors, bool]:
    """Return variables, the outputs for them, and whether these are several."""
    xs, _ = _tuple(inputs, "inputs", spec.name)
    for k, x in enumerate(xs):
        if x.dtype.kind not in "fc":
            raise DtypeError(
                f"{spec.name}: can only differentiate by floating-point and complex numbers, got {x.dtype} for "
                f"input {k}. Convert it with astype(float)."
            )
    # connected with the inputs if the results shall be
    variables = [x.clone() if spec.create_graph and x.requires_grad else _variable(x) for x in xs]
    return variables, *_outputs(func, variables, spec)


def _outputs(func: Function, variables: list[Tensor], spec: _Spec) -> tuple[Tensors, bool]:
    """Return what func returns as a tuple, and whether it is one; variables that it writes to are replaced by
    others."""
    result = called(func, map(stand_in, variables), {}, variables)
    outs, several = _tuple(result, "what func returns", spec.name)
    _check_strict(spec, [not out.requires_grad for out in outs], f"{spec.value} {{}}", "the inputs")
    return outs, several


def _vector(v: Any, refs: Sequence[Tensor], name: str) -> Tensors:
    """Return the vector of a product, checked; 1 if it was left out."""
    if v is None:
        if len(refs) != 1 or refs[0].size != 1 or refs[0].dtype.kind == "c":
            raise ArgumentError(f"{name}: v can only be left out where it is a single real number. Pass it.")
        return (from_array(np.ones(refs[0].shape, refs[0].dtype)),)
    vectors, _ = _tuple(v, "v", name)
    if len(vectors) != len(refs):
        raise ArgumentError(f"{name}: v must be {len(refs)} Tensors, got {len(vectors)}.")
    for k, (a, b) in enumerate(zip(vectors, refs, strict=True)):
        if a.shape != b.shape:
            raise ShapeError(f"{name}: v must have shape {b.shape} at position {k}, got {a.shape}.")
    return vectors


def _grad(outs: Grads, xs: Sequence[Tensor], seeds: Sequence[Any] | None, create: bool, retain: bool = False) -> Grads:
    """Return gradients of those outputs that have any; None where nothing connects."""
    roots = [k for k, out in enumerate(outs) if out is not None and out.requires_grad]
    if not roots:
        return (None,) * len(xs)
    return gradients.grad(
        [outs[k] for k in roots], xs, None if seeds is None else [seeds[k] for k in roots],
        retain_graph=create or retain, create_graph=create, allow_unused=True,
    )  # fmt: skip


def _filled(grads: Grads, xs: Sequence[Tensor], spec: _Spec) -> list[Tensor]:
    """Return zeros for gradients that are not there; with `strict` an error."""
    _check_strict(spec, [g is None for g in grads], f"the {spec.value}", "input {}")
    _check_further(spec, grads, f"the {spec.derivative}", "input {}", " with create_graph=True")
    return filled(grads, xs)


def _check_further(spec: _Spec, derivatives: Grads, what: str, of: str, where: str) -> None:
    """Refuse, where `strict`, what cannot be differentiated further but shall be."""
    if spec.create_graph:
        _check_strict(spec, [g is not None and not g.requires_grad for g in derivatives], what, of, where)


def _shown(tensors: Sequence[Tensor], several: bool, spec: _Spec) -> tuple[Tensor, ...] | Tensor:
    """Return results in the form of torch's: connected for `create_graph`, and one alone if they are not several."""
    shown = tuple(t if spec.create_graph and not tape.inference else forward_ad.cut(t) for t in tensors)
    return shown if several else shown[0]


# ------------------------------------------------------------------------------------------------- products


def _vjp(func: Function, inputs: Any, v: Any, spec: _Spec) -> tuple[Any, Any]:
    check_function(func, spec.name)
    with differentiating():
        variables, outs, several = _called(func, inputs, spec)
        grads = _grad(outs, variables, _vector(v, outs, spec.name), spec.create_graph)
        products = _filled(grads, variables, spec)
    return _shown(outs, several, spec), _shown(products, isinstance(inputs, tuple), spec)


def _jvp(func: Function, inputs: Any, v: Any, spec: _Spec) -> tuple[Any, Any]:
    check_function(func, spec.name)
    vector = _vector(v, _tuple(inputs, "inputs", spec.name)[0], spec.name)
    with differentiating():
        variables, outs, several = _called(func, inputs, spec)
        seeds = [_variable(zeros_of(out)) for out in outs]
        pulled = _grad(outs, variables, seeds, True)
        _check_strict(spec, [g is None for g in pulled], f"the {spec.value}", "input {}")
        tangents = _grad(pulled, seeds, vector, spec.create_graph)
    what = f"the {spec.derivative} of {spec.value} {{}}"
    _check_further(spec, tangents, what, "the inputs", " with create_graph")
    return _shown(outs, several, spec), _shown(filled(tangents, outs), several, spec)


def vjp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return ``func(*inputs)``, and a vector times the Jacobian.

    Parameters
    ----------
    func : callable
        Takes Tensors and returns a Tensor or a tuple of Tensors.
    inputs : Tensor or tuple of Tensors
        Of floating-point or complex numbers.
    v : Tensor or tuple of Tensors, optional
        Of the outputs' shapes. Can be left out for a single output of one element, where it is 1.
    create_graph : bool
        Results can be differentiated further, by inputs that require grad. Otherwise they have no history.
    strict : bool
        Outputs and inputs that do not depend on each other are an error, instead of zeros.

    Returns
    -------
    output
        As `func` returns it.
    product : Tensor or tuple of Tensors
        As `inputs`.

    Raises
    ------
    DtypeError
        For anything that is no Tensor of floating-point numbers: `tapegrad.func` has functions of NumPy arrays.
    ArgumentError, ShapeError
        If `v` does not fit.
    GradientError
        With `strict`, for what is independent.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.autograd.functional.vjp(lambda x: x * x, tg.tensor([1.0, 2.0]), tg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    return _vjp(func, inputs, v, _Spec("vjp", create_graph, strict))


def jvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return ``func(*inputs)``, and the Jacobian times a vector; arguments and errors as for `vjp`.

    Parameters
    ----------
    v : Tensor or tuple of Tensors, optional
        Of the inputs' shapes. Can be left out for a single input of one element, where it is 1.

    Returns
    -------
    output, product
        Both as `func` returns its result.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.autograd.functional.jvp(lambda x: x * x, tg.tensor([1.0, 2.0]), tg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    return _jvp(func, inputs, v, _Spec("jvp", create_graph, strict))


def _gradient(func: Function, spec: _Spec, values: list[Tensor]) -> Function:
    """Return the gradient of a function with one value, which is put into `values`."""

    def gradient(*arguments: Tensor) -> Tensors:
        xs = list(arguments)
        (out, *rest), several = _outputs(func, xs, spec._replace(value="output"))
        if several or out.size != 1:
            got = f"{1 + len(rest)} Tensors" if several else f"shape {out.shape}"
            raise GradientError(f"{spec.name}: func must return a single Tensor of one element, got {got}. Reduce it.")
        values.append(out)
        return tuple(filled(_grad([out], xs, None, True), xs))

    return gradient


def _product(
    rule: Callable[..., tuple[Any, Any]], name: str, func: Function, inputs: Any, v: Any, create: bool, strict: bool
) -> tuple[Any, Any]:
    """Return a product with the Jacobian of the gradient, and the value of the function."""
    spec = _Spec(name, create, strict, "gradient", "Hessian")
    values: list[Tensor] = []
    check_function(func, name)
    _, product = rule(_gradient(func, spec, values), inputs, v, spec)
    return _shown(values, False, spec), product if isinstance(inputs, tuple) or rule is _vjp else product[0]


def vhp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return ``func(*inputs)``, of one element, and a vector times the Hessian; arguments and errors as for `vjp`.

    Parameters
    ----------
    v : Tensor or tuple of Tensors, optional
        Of the inputs' shapes. Can be left out for a single input of one element, where it is 1.

    Returns
    -------
    output : Tensor
    product : Tensor or tuple of Tensors
        As `inputs`.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.autograd.functional.vhp(lambda x: (x**3).sum(), tg.tensor([1.0, 2.0]), tg.tensor([1.0, 10.0]))
    (tensor(9.), tensor([  6., 120.]))
    """
    return _product(_vjp, "vhp", func, inputs, v, create_graph, strict)


def hvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Multiply the Hessian by a vector: `vhp` where the Hessian is symmetric, for one more sweep.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.autograd.functional.hvp(lambda x: (x**3).sum(), tg.tensor([1.0, 2.0]), tg.tensor([1.0, 10.0]))
    (tensor(9.), tensor([  6., 120.]))
    """
    return _product(_jvp, "hvp", func, inputs, v, create_graph, strict)


# ------------------------------------------------------------------------------------------------- matrices


def _check_strategy(spec: _Spec, vectorize: bool, strategy: str) -> None:
    if strategy not in ("reverse-mode", "forward-mode"):
        raise ArgumentError(f"{spec.name}: the strategy must be 'reverse-mode' or 'forward-mode', got {strategy!r}.")
    if spec.strict and vectorize:
        raise ArgumentError(f"{spec.name}: strict=True does not go with vectorize=True.")
    if strategy == "forward-mode":
        if spec.create_graph:
            raise ArgumentError(f"{spec.name}: create_graph=True does not go with forward mode. Use tg.func.jacfwd.")
        if spec.strict:
            raise ArgumentError(f"{spec.name}: strict=True does not go with forward mode.")
        if not vectorize:
            raise ArgumentError(f"{spec.name}: forward mode needs vectorize=True.")


def _rows(out: Tensor, variables: list[Tensor], spec: _Spec, vectorize: bool) -> list[Tensor]:
    """Return blocks of the Jacobian, from a seed for each element of an output."""
    seeds = np.eye(out.size, dtype=out.dtype).reshape(out.size, *out.shape)
    blocks: Grads
    if not (out.size and out.requires_grad):
        blocks = [None] * len(variables)
    elif vectorize:
        blocks = gradients.grad(
            out, variables, seeds, retain_graph=True, create_graph=spec.create_graph, allow_unused=True,
            is_grads_batched=True,
        )  # fmt: skip
    else:
        rows = [_filled(_grad([out], variables, [s], spec.create_graph, True), variables, spec) for s in seeds]
        blocks = [stack(column) for column in zip(*rows, strict=True)]
    shapes = [(*out.shape, *x.shape) for x in variables]
    return [
        from_array(np.zeros(s, x.dtype)) if g is None else g.reshape(s)
        for g, s, x in zip(blocks, shapes, variables, strict=True)
    ]


def _at_once(transform: Function, func: Function, xs: Tensors, spec: _Spec) -> tuple[list[Sequence[Tensor]], bool]:
    """Return blocks of the Jacobian, from a batch of seeds or of tangents: by `jacrev` or `jacfwd`."""
    several = False

    def listed(*args: Tensor) -> Tensors:
        nonlocal several
        outs, several = _outputs(func, list(args), spec)
        _check_real(outs, spec)
        return outs

    table = transform(listed, tuple(range(len(xs))))(*[forward_ad.cut(x) for x in xs])
    return list(table), several


def _check_real(outs: Tensors, spec: _Spec) -> None:
    """Refuse complex outputs."""
    for k, out in enumerate(outs):
        if out.dtype.kind == "c":
            raise DtypeError(
                f"{spec.name}: {spec.value} {k} of func must be real, got {out.dtype}. Use vjp and jvp, or "
                "differentiate .real and .imag."
            )


def _jacobian(func: Function, inputs: Any, spec: _Spec, vectorize: bool, strategy: str) -> tuple[Any, bool]:
    """Return blocks of the Jacobian for each output and input, and whether the outputs are several."""
    _check_strategy(spec, vectorize, strategy)
    check_function(func, spec.name)
    xs, several = _tuple(inputs, "inputs", spec.name)
    blocks: list[Sequence[Tensor]]
    with differentiating():
        if vectorize and not spec.create_graph:
            transform = jacfwd if strategy == "forward-mode" else jacrev
            blocks, outs_several = _at_once(transform, func, xs, spec)
        else:
            variables, outs, outs_several = _called(func, inputs, spec)
            _check_real(outs, spec)
            blocks = [_rows(out, variables, spec, vectorize) for out in outs]
    return [_shown(line, several, spec) for line in blocks], outs_several


def jacobian(
    func: Function, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> tuple[Any, ...]:  # fmt: skip
    """Return the Jacobian of a function; `func`, `inputs`, `create_graph`, `strict` and errors as for `vjp`.

    Parameters
    ----------
    vectorize : bool
        One batched sweep instead of a sweep for each element. Not with `strict`.
    strategy : {"reverse-mode", "forward-mode"}
        Row by row, or column by column. Forward mode needs `vectorize`, and does not go with `create_graph`; it records
        `func`, as `tapegrad.func.jacfwd` does.

    Returns
    -------
    Tensor, tuple, or tuple of tuples
        Of shape ``output.shape + input.shape``; for several outputs a tuple, which holds tuples for several inputs.

    Raises
    ------
    ArgumentError
        For arguments that do not go together.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.autograd.functional.jacobian(lambda x, y: x * y[0], (tg.tensor([1.0, 2.0]), tg.tensor([3.0])))
    (tensor([[3., 0.],
            [0., 3.]]), tensor([[1.],
            [2.]]))
    """
    spec = _Spec("jacobian", create_graph, strict)
    blocks, several = _jacobian(func, inputs, spec, vectorize, strategy)
    return tuple(blocks) if several else blocks[0]


def hessian(
    func: Function, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> tuple[Any, ...]:  # fmt: skip
    """Return the Hessian of a function with one value: the Jacobian of its gradient, with the arguments of `jacobian`.

    Returns
    -------
    Tensor or tuple of tuples of Tensors
        Of shape ``input.shape + input.shape``; for several inputs a tuple of tuples.

    Raises
    ------
    GradientError
        If `func` does not return a single Tensor of one element.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.autograd.functional.hessian(lambda x: x[0] ** 2 * x[1], tg.tensor([3.0, 5.0]))
    tensor([[10.,  6.],
            [ 6.,  0.]])
    """
    spec = _Spec("hessian", create_graph, strict, "gradient", "Hessian")
    check_function(func, "hessian")
    blocks, _ = _jacobian(_gradient(func, spec, []), inputs, spec, vectorize, outer_jacobian_strategy)
    return tuple(blocks) if isinstance(inputs, tuple) else blocks[0]
