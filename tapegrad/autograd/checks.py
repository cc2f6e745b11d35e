"""Gradient checks against central differences: `gradcheck`, and `gradgradcheck` for second derivatives.

Everything is compared as real matrices: a complex number counts as two parts, real and imaginary, so a seed of parts
``(a, b)`` stands for ``a * Re + b * Im`` of an output, and the gradient of a complex input is ``dL/dRe + i dL/dIm``.
The function is only called with fresh leaves of its inputs' values.

Tests: tests/autograd/test_gradcheck.py
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from tapegrad.autograd import gradients
from tapegrad.autograd.forward_ad import dual_level, make_dual, tangent_of
from tapegrad.autograd.grad_mode import aside, inference_mode
from tapegrad.errors import ArgumentError, DtypeError, GradcheckError, GradientError, check_function
from tapegrad.hints import with_hints
from tapegrad.record.recording import tape
from tapegrad.tensor.tensor import Tensor, from_array

Function = Callable[..., Any]


def parts_of(a: np.ndarray) -> np.ndarray:
    """Return the real parts of the elements, and the imaginary ones, as float64 numbers in a row."""
    a = np.ascontiguousarray(a).reshape(-1)
    return a.view(a.real.dtype).astype(np.float64)


def assembled(parts: np.ndarray, like: Tensor | np.ndarray) -> np.ndarray:
    """Return an array like another one from its parts, as the inverse of `parts_of`."""
    real = np.empty(0, like.dtype).real.dtype
    return parts.astype(real).view(like.dtype).reshape(like.shape)


def _width(t: Tensor) -> int:
    """Return the number of parts."""
    return t.size * (2 if t.dtype.kind == "c" else 1)


def _fresh(t: Any) -> Any:
    """Return a leaf of the same value."""
    if not isinstance(t, Tensor):
        return t
    return from_array(t._numpy().copy()).requires_grad_(t.requires_grad)


def _outputs(result: Any, function: str) -> list[Tensor]:
    outputs = [result] if isinstance(result, Tensor) else result
    if not isinstance(outputs, (tuple, list)) or not all(isinstance(t, Tensor) for t in outputs):
        raise DtypeError(f"{function}: func must return a Tensor or a tuple of Tensors, got {type(result).__name__}.")
    return list(outputs)


def _described(result: Any) -> str:
    """Return the container, shapes and dtypes of a function's result."""
    if isinstance(result, Tensor):
        return f"{result.dtype}{list(result.shape)}"
    return f"{type(result).__name__}({', '.join(map(_described, result))})"


class _Check:
    """One function at one point: its outputs, and what is asked of their derivatives."""

    def __init__(
        self, func: Function, inputs: Sequence[Any], title: str, eps: float, atol: float, rtol: float, fast: bool
    ) -> None:
        self.func, self.originals, self.title = func, inputs, title
        self.eps, self.atol, self.rtol = eps, atol, rtol
        self.positions = [k for k, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
        self.inputs = [_fresh(t) for t in inputs]
        self.leaves = [self.inputs[k] for k in self.positions]
        returned = func(*self.inputs)
        results = _outputs(returned, title)
        self.described = _described(returned)
        # outputs without gradient are ignored, unless all are: then their derivatives must be 0
        self.chosen = [k for k, t in enumerate(results) if t.requires_grad] or list(range(len(results)))
        self.results = [results[k] for k in self.chosen]
        random = np.random.default_rng(0)
        # the parts of seeds in rows, of directions in columns: all of them, or a random one
        self.seeds = [random.normal(size=(1, _width(t))) if fast else np.eye(_width(t)) for t in self.results]
        self.directions = [random.normal(size=(_width(t), 1)) if fast else np.eye(_width(t)) for t in self.leaves]
        self.fast = fast
        self.random = random
        self.expected = [self.numerical(i) for i in range(len(self.leaves))]

    def numerical(self, i: int) -> list[np.ndarray]:
        """Find, for each output, the derivatives of its parts along the directions of differentiable input `i`."""
        leaf = self.leaves[i]
        centre = parts_of(leaf._numpy())

        def value(parts: np.ndarray) -> list[np.ndarray]:
            inputs = [_fresh(t) for t in self.originals]
            inputs[self.positions[i]] = from_array(assembled(parts, leaf)).requires_grad_()
            returned = self.func(*inputs)
            results = _outputs(returned, self.title)
            if (described := _described(returned)) != self.described:
                raise GradcheckError(
                    f"{self.title}: func must return the same containers, shapes and dtypes around its inputs, got "
                    f"{self.described}, and {described} where input {self.positions[i]} differs by {self.eps:g}. "
                    "Such a function has no derivative there."
                )
            return [parts_of(results[k]._numpy()) for k in self.chosen]

        columns = [
            [(up - down) / (2 * self.eps) for up, down in zip(value(centre + h), value(centre - h), strict=True)]
            for h in self.eps * self.directions[i].T
        ]
        if not columns:
            return [np.zeros((_width(t), 0)) for t in self.results]
        return [np.stack(column, 1) for column in zip(*columns, strict=True)]

    def sweep(self, roots: Sequence[int], seeds: Sequence[np.ndarray]) -> list[Tensor | None]:
        """Return the gradients of seeds (in parts) times outputs."""
        pairs = [(self.results[k], s) for k, s in zip(roots, seeds, strict=True) if self.results[k].requires_grad]
        if not pairs:
            return [None] * len(self.leaves)
        arrays = [assembled(s, t) for t, s in pairs]
        return list(gradients.grad([t for t, _ in pairs], self.leaves, arrays, retain_graph=True, allow_unused=True))

    def rows(self, roots: Sequence[int], seeds: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Return the parts of the gradients of seeds times outputs."""
        pairs = zip(self.leaves, self.sweep(roots, seeds), strict=True)
        return [np.zeros(_width(t)) if g is None else parts_of(g._numpy()) for t, g in pairs]

    def reverse(self, k: int) -> list[np.ndarray]:
        """Find, for each differentiable input, the gradients of output `k` for its seeds, in rows."""
        rows = [self.rows([k], [seed]) for seed in self.seeds[k]]
        return [np.array([row[i] for row in rows]).reshape(len(rows), _width(t)) for i, t in enumerate(self.leaves)]

    def compare(self, analytical: np.ndarray, k: int, i: int, what: str) -> None:
        """Refuse derivatives of output `k` with respect to differentiable input `i` that differ."""
        numerical = self.expected[i][k]
        scale = 1.0
        if self.fast:
            numerical = self.seeds[k] @ numerical
            # what entries that differ by atol may sum up to
            scale = max(1.0, float(np.abs(self.seeds[k]).sum() * np.abs(self.directions[i]).sum()))
        difference = np.abs(analytical - numerical)
        if np.all(difference <= scale * self.atol + self.rtol * np.abs(numerical)):
            return
        worst = tuple(int(n) for n in np.unravel_index(np.argmax(difference), difference.shape))
        shown = "projected on random vectors" if self.fast else "rows are the output's elements, columns the input's"
        if {self.results[k].dtype.kind, self.leaves[i].dtype.kind} & {"c"}:
            shown += "; a complex number is two, real and imaginary"
        raise GradcheckError(
            f"{self.title}: the derivatives of output {self.chosen[k]} with respect to input {self.positions[i]} by "
            f"{what} and by differences do not agree: the largest difference is {difference[worst]:.6g}, at "
            f"{worst}. Look for a "
            f"wrong rule, a kink, or a value cut off from its history.\n"
            f"Jacobian ({shown})\nnumerical:\n{numerical}\nanalytical:\n{analytical}"
        )

    def backward(self, nondet_tol: float, undefined: bool, dtypes: bool, batched: bool) -> None:
        """Check the reverse sweep."""
        for k in range(len(self.results)):
            analytical = self.reverse(k)
            for i, matrix in enumerate(analytical):
                self.compare(matrix @ self.directions[i] if self.fast else matrix, k, i, "the sweep")
            self._same_twice(k, analytical, nondet_tol)
            if batched:
                self._batched(k, analytical)
        self._zero_seed()
        if undefined:
            self._undefined()
        if dtypes:
            self._dtypes()

    def forward(self) -> None:
        """Check dual numbers."""
        for i, leaf in enumerate(self.leaves):
            columns: list[list[np.ndarray]] = [[] for _ in self.results]
            for direction in self.directions[i].T:
                inputs = [_fresh(t) for t in self.originals]
                with dual_level():
                    inputs[self.positions[i]] = make_dual(inputs[self.positions[i]], assembled(direction, leaf))
                    results = _outputs(self.func(*inputs), self.title)
                    for k, column in zip(self.chosen, columns, strict=True):
                        tangent = tangent_of(results[k])
                        column.append(np.zeros(_width(results[k])) if tangent is None else parts_of(tangent._numpy()))
            for k, (t, column) in enumerate(zip(self.results, columns, strict=True)):
                matrix = np.array(column).reshape(len(column), _width(t)).T
                self.compare(self.seeds[k] @ matrix if self.fast else matrix, k, i, "dual numbers")

    def _same_twice(self, k: int, first: list[np.ndarray], tolerance: float) -> None:
        for i, (a, b) in enumerate(zip(first, self.reverse(k), strict=True)):
            difference = np.max(np.abs(a - b), initial=0.0)
            if not difference <= tolerance:
                raise GradcheckError(
                    f"{self.title}: two sweeps with the same seeds must give the same gradient, got a difference of "
                    f"{difference:.6g} for output {self.chosen[k]} and input {self.positions[i]}. Make the rule "
                    "deterministic, or pass nondet_tol."
                )

    def _zero_seed(self) -> None:
        zeros = [np.zeros(_width(t)) for t in self.results]
        for position, row in zip(self.positions, self.rows(range(len(zeros)), zeros), strict=True):
            if np.any(row != 0):
                raise GradcheckError(
                    f"{self.title}: a seed of zeros must give a gradient of zeros, got {row} for input {position}. "
                    "The rule must multiply by the adjoint that it is given."
                )

    def _undefined(self) -> None:
        """Check that outputs without any seed count as those with a seed of zeros."""
        for k, t in enumerate(self.results):
            seed = self.random.normal(size=_width(t))
            seeds = [seed if k == j else np.zeros(_width(other)) for j, other in enumerate(self.results)]
            alone, together = self.rows([k], [seed]), self.rows(range(len(seeds)), seeds)
            for position, a, b in zip(self.positions, alone, together, strict=True):
                if not np.allclose(a, b, self.rtol, self.atol, equal_nan=True):
                    raise GradcheckError(
                        f"{self.title}: outputs without a seed must count as zeros, but the gradient of output "
                        f"{self.chosen[k]} with respect to input {position} is {a} without and {b} with seeds of "
                        "zeros for the others. The rule must handle missing adjoints."
                    )

    def _dtypes(self) -> None:
        seeds = [self.random.normal(size=_width(t)) for t in self.results]
        gradients = self.sweep(range(len(seeds)), seeds)
        for position, t, g in zip(self.positions, self.leaves, gradients, strict=True):
            if g is not None and (g.dtype, g.shape) != (t.dtype, t.shape):
                raise GradcheckError(
                    f"{self.title}: a gradient must have its input's dtype and shape, got {g.dtype} {g.shape} for "
                    f"input {position} of {t.dtype} {t.shape}."
                )

    def _batched(self, k: int, rows: list[np.ndarray]) -> None:
        t = self.results[k]
        if not t.requires_grad or not len(self.seeds[k]):
            return
        seeds = np.stack([assembled(seed, t) for seed in self.seeds[k]])
        together = gradients.grad(t, self.leaves, seeds, retain_graph=True, allow_unused=True, is_grads_batched=True)
        for i, (g, single) in enumerate(zip(together, rows, strict=True)):
            batched = np.zeros_like(single) if g is None else parts_of(g._numpy()).reshape(single.shape)
            if not np.allclose(batched, single, self.rtol, self.atol, equal_nan=True):
                raise GradcheckError(
                    f"{self.title}: batched seeds must give the same gradients as single ones, got for output "
                    f"{self.chosen[k]} and "
                    f"input {self.positions[i]}\nbatched:\n{batched}\none by one:\n{single}"
                )


def _start(func: Function, inputs: Any, function: str) -> tuple[Any, ...]:
    """Return the inputs as a tuple.

    Raises
    ------
    GradientError, DtypeError
        If there is no derivative to check.
    """
    if tape.pending is not None and tape.pending.traced:
        raise GradientError(f"{function}: the enclosing function is being recorded. Call {function} outside.")
    check_function(func, function)
    arguments = (inputs,) if isinstance(inputs, Tensor) else inputs
    if not isinstance(arguments, (tuple, list)):
        raise DtypeError(f"{function}: inputs must be a Tensor or a tuple, got {type(inputs).__name__}.")
    leaves = [t for t in arguments if isinstance(t, Tensor) and t.requires_grad]
    if not leaves:
        raise GradientError(f"{function}: at least one input must require grad. Make one with requires_grad=True.")
    narrow = {str(t.dtype) for t in leaves if t.dtype not in (np.float64, np.complex128)}
    if narrow:
        warnings.warn(
            f"{function}: an input is of {', '.join(sorted(narrow))}, in which differences are too coarse for the "
            "default tolerances. Use float64.",
            stacklevel=3,
        )
    return tuple(arguments)


@with_hints
def gradcheck(
    func: Function,
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
) -> bool:
    """Compare gradients with central differences.

    Also checked: the same seed twice gives the same gradient, a seed of zeros gives zeros.

    Parameters
    ----------
    func : callable
        Takes the inputs and returns a Tensor or a tuple of Tensors. It must compute from its arguments, which are
        copies of the inputs.
    inputs : Tensor or tuple
        Tensors, leaves or results, and anything else that `func` takes. Those that require grad are checked; they
        should be of float64.
    eps : float
        Step of the differences.
    atol, rtol : float
        A derivative a passes for a difference n if ``|a - n| <= atol + rtol * |n|``.
    raise_exception : bool
        Raise if the check fails, instead of returning False.
    nondet_tol : float
        How far two sweeps with one seed may differ.
    check_undefined_grad : bool
        Outputs that have no seed must count as those with a seed of zeros.
    check_grad_dtypes : bool
        Gradients must have their inputs' dtypes and shapes.
    check_batched_grad : bool
        ``is_grads_batched=True`` must give what single sweeps give.
    check_forward_ad : bool
        Check the tangents of dual numbers (see `forward_ad`).
    check_backward_ad : bool
        Check the reverse sweep.
    fast_mode : bool
        Compare one number for each pair of output and input, a random projection (always the same one) of the
        Jacobian, instead of all its entries. If they differ, all entries are compared after all, for the message.

    Returns
    -------
    bool
        True; False if the check failed and `raise_exception` is False.

    Raises
    ------
    GradcheckError
        If the check fails. The message shows both Jacobians.
    GradientError
        If no input requires grad.

    Warns
    -----
    UserWarning
        If an input that requires grad is not of double precision.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([0.5, 2.0], requires_grad=True)
    >>> tg.autograd.gradcheck(lambda x: tg.sin(x) * x, x)
    True
    >>> tg.autograd.gradcheck(lambda x: tg.sin(x) * x.detach(), x, raise_exception=False)
    False
    """
    xs = _start(func, inputs, "gradcheck")
    return _checked(
        func, xs, "gradcheck", (eps, atol, rtol, fast_mode), raise_exception, check_forward_ad, check_backward_ad,
        (nondet_tol, check_undefined_grad, check_grad_dtypes, check_batched_grad),
    )  # fmt: skip


def _checked(
    func: Function, inputs: Sequence[Any], title: str, numbers: tuple[Any, ...], raises: bool, forward: bool,
    backward: bool, more: tuple[float, bool, bool, bool],
) -> bool:  # fmt: skip
    for name, value in zip(("eps", "atol", "rtol"), numbers, strict=False):
        if not isinstance(value, Real):
            raise ArgumentError(f"{title}: {name} must be a number, got {value!r}.")
    if not (forward or backward):
        raise ArgumentError(f"{title}: no check is on. Leave at least one on.")
    try:
        with inference_mode(False), aside():
            check = _Check(func, inputs, title, *numbers)
            if forward:
                check.forward()
            if backward:
                check.backward(*more)
    except GradcheckError as error:
        if not raises:
            return False
        if numbers[-1]:  # show the Jacobians themselves
            try:
                _checked(func, inputs, title, (*numbers[:-1], False), True, forward, backward, more)
            except GradcheckError as full_error:
                raise full_error from error
        raise
    return True


@with_hints
def gradgradcheck(
    func: Function,
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
) -> bool:
    """Compare second derivatives with central differences of the gradients.

    What is checked is the gradient as a function of the inputs and of the seeds.

    Parameters
    ----------
    func, inputs : as for `gradcheck`
        The function, and where it is checked.
    grad_outputs : Tensor or tuple of Tensors, optional
        The seed of each output that requires grad, at which to check; random numbers (always the same) by default.
    check_fwd_over_rev : bool
        Check the tangents of gradients.
    check_rev_over_rev : bool
        Check the reverse sweep over the recorded one.
    eps, atol, rtol, raise_exception, nondet_tol, check_undefined_grad, check_grad_dtypes, check_batched_grad, fast_mode
        As for `gradcheck`.

    Returns
    -------
    bool
        True; False if the check failed and `raise_exception` is False.

    Raises
    ------
    GradcheckError, GradientError
        As `gradcheck`.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([0.5, 2.0], requires_grad=True)
    >>> tg.autograd.gradgradcheck(lambda x: tg.sin(x) * x, x)
    True
    """
    primals = _start(func, inputs, "gradgradcheck")

    def differentiable(result: Any) -> list[Tensor]:
        return [t for t in _outputs(result, "gradgradcheck") if t.requires_grad]

    if grad_outputs is None:
        random = np.random.default_rng(1)
        with inference_mode(False):
            outputs = differentiable(func(*[_fresh(t) for t in primals]))
        seeds = [from_array(assembled(random.normal(size=_width(t)), t)) for t in outputs]
    else:
        seeds = _outputs(grad_outputs, "gradgradcheck")
    seeds = [s.detach().requires_grad_() for s in seeds]
    positions = [k for k, t in enumerate(primals) if isinstance(t, Tensor) and t.requires_grad]

    def first(*args: Any) -> tuple[Tensor, ...]:
        arguments, vectors = args[: len(primals)], args[len(primals) :]
        targets = [arguments[k] for k in positions]
        grads = gradients.grad(differentiable(func(*arguments)), targets, vectors, create_graph=True, allow_unused=True)
        return tuple(g for g in grads if g is not None)

    return _checked(
        first, (*primals, *seeds), "gradgradcheck", (eps, atol, rtol, fast_mode), raise_exception, check_fwd_over_rev,
        check_rev_over_rev, (nondet_tol, check_undefined_grad, check_grad_dtypes, check_batched_grad),
    )  # fmt: skip
