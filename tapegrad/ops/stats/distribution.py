"""What a distribution is: a record of its standard form. Location, scale, support and parameters out of range are handled here, once.

A record's functions are called with numbers inside its support alone: what lies outside is replaced before, and the result
after, so that no gradient there is anything but 0. At an end of the support the derivative is that of the outside where the
function is continuous, and that of the inside where it jumps. They are written with the package's ops, for what these take.

Tests: tests/ops/test_stats.py
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import lifted, plain
from tapegrad.ops.declare import Constant
from tapegrad.ops.elementwise_ops import absolute, exp, floor, log, log1p, logical_or, sqrt, where
from tapegrad.ops.expectations import expected
from tapegrad.ops.lazy_help import help_of_distributions
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.stats.frozen_distribution import Frozen

Function = Callable[..., Any]
Method = TypeVar("Method", bound=Function)


def _quantile_of_scipy(*args: Any, distribution: str, method: str) -> Any:
    return getattr(getattr(import_module("scipy.stats"), distribution), method)(*args)


whole_quantile = Constant(
    name="whole_quantile", forward=_quantile_of_scipy, may_fail=False,
    infer=lambda *shapes, distribution, method: np.broadcast_shapes(*shapes),
    samples=lambda rng: [((rng.uniform(size=(2, 3)), rng.uniform(1.0, 5.0, 3)), {"distribution": "poisson", "method": "ppf"})],
    summary="Quantile of a distribution of whole numbers, as SciPy computes it.",
)  # fmt: skip
distributions: dict[str, Any] = {}  # by name


def number(x: AnyArray, function: str) -> Any:
    """Return what a user gave as a Tensor of floating-point numbers, a number as it is."""
    if isinstance(x, (int, float)):
        return x
    x = runtime.as_tensor(x, function)
    return x if x.dtype.kind == "f" else x.astype(np.float64)


class Unknown(ArgumentError):
    """There is no formula here; but SciPy computes it, of plain data."""


def _or_as_scipy(method: Method) -> Method:
    """Give what has no formula here to SciPy's method, if all Tensors are plain data."""

    @functools.wraps(method)
    def answered(self: Distribution, *args: Any, **keywords: Any) -> Any:
        try:
            return method(self, *args, **keywords)
        except Unknown as error:
            unknown = error
        scipys_method = getattr(getattr(import_module("scipy.stats"), self.name), method.__name__)
        try:
            arguments = plain((args, keywords))
        except TypeError:
            raise unknown from None
        return lifted(scipys_method(*arguments[0], **arguments[1]))

    return answered  # type: ignore[return-value]


def chosen(mask: AnyArray, yes: Any, no: Any) -> Any:
    """Return `where(mask, yes, no)`, and one of both if the mask is a plain truth value."""
    if isinstance(mask, (bool, np.bool_)):
        return yes if mask else no
    return where(mask, yes, no)


@help_of_distributions
@dataclass(eq=False, kw_only=True)
class Distribution:
    """A distribution, with SciPy's name, parameters and methods.

    Attributes
    ----------
    name : str
    summary : str
    parameters : tuple of str
        Of its shape, before loc and scale.
    log_density : callable
        ``log_density(z, *parameters)``, of the standard form.
    cdf_, sf_, logcdf_, logsf_, ppf_, isf_ : callable, optional
        The others that are known, of the standard form; what is missing is made of those that are there.
    tail : pair of callables, optional
        Of the parameters, where the density falls like a power: by what the probability of more than z is less than z * density, and
        from where on that is so to all digits. Without a lower end the distribution is symmetric.
    low, high : float or callable of the parameters
        The ends of the support.
    ends : bool
        The density is that of the formula at the ends too, not 0.
    inside : float or callable of the parameters
        Some number between the ends, and where the density is smooth.
    valid : callable
        Of the parameters: whether they are allowed.
    mean_, var_, entropy_ : callable, optional
        Of the parameters.
    edge : pair of callables, optional
        Where parameters are at the edge of what is allowed, so that probabilities which are 0 there have a derivative that their
        logarithm has not: of the parameters, whether they are; and the probability as a product of powers.
    discrete : bool
        Of whole numbers, without scale. Its quantiles are SciPy's, piecewise constant.
    sample : tuple of floats
        Parameters at which tests look.
    """

    name: str
    summary: str
    log_density: Function
    parameters: tuple[str, ...] = ()
    cdf_: Function | None = None
    sf_: Function | None = None
    logcdf_: Function | None = None
    logsf_: Function | None = None
    ppf_: Function | None = None
    isf_: Function | None = None
    tail: tuple[Function, Function] | None = None
    low: Any = -math.inf
    high: Any = math.inf
    ends: bool = True
    inside: Any = 0.5
    valid: Function | None = None
    mean_: Function | None = None
    var_: Function | None = None
    entropy_: Function | None = None
    edge: tuple[Function, Function] | None = None
    discrete: bool = False
    sample: Sequence[tuple[float, ...]] = ((),)

    def __post_init__(self) -> None:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(name, kind) for name in self.parameters]
        parameters.append(inspect.Parameter("loc", kind, default=0))
        if not self.discrete:
            parameters.append(inspect.Parameter("scale", kind, default=1))
        self.__signature__: inspect.Signature = inspect.Signature(parameters)
        if self.discrete:
            self.ppf_, self.isf_ = _steps(self.name, "ppf"), _steps(self.name, "isf")
        distributions[self.name] = self

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"{self!r} has no {name!r}. Use scipy.stats.{self.name} on plain arrays; a random number of standard form is ppf of a uniform one."
        )

    def __repr__(self) -> str:
        return f"tapegrad.stats.{self.name}"

    def __call__(self, *args: Any, **keywords: Any) -> Frozen:
        """Return the distribution with these parameters."""
        self._bound("__call__", args, keywords)
        return Frozen(self, args, keywords)

    # -------------------------------------------------------------------------------------------- densities

    def logpdf(self, x: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the logarithm of the density; -inf outside of the support."""
        self._continuous("logpdf", "logpmf")
        return self._log_density("logpdf", x, args, keywords)

    def pdf(self, x: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the density."""
        self._continuous("pdf", "pmf")
        return exp(self._log_density("pdf", x, args, keywords))

    def logpmf(self, k: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the logarithm of the probability of whole numbers; -inf for what is none, or outside of the support."""
        if not self.discrete:
            raise ArgumentError(f"{self.name}.logpmf: the distribution is continuous. Use logpdf.")
        return self._log_density("logpmf", k, args, keywords)

    def pmf(self, k: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the probability of whole numbers."""
        if not self.discrete:
            raise ArgumentError(f"{self.name}.pmf: the distribution is continuous. Use pdf.")
        return self._log_density("pmf", k, args, keywords)

    # -------------------------------------------------------------------------------------------- distribution functions

    @_or_as_scipy
    def cdf(self, x: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the probability of at most x."""
        return self._cumulated("cdf", x, args, keywords, self._cdf, 0.0, 1.0)

    @_or_as_scipy
    def sf(self, x: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the probability of more than x."""
        return self._cumulated("sf", x, args, keywords, self._sf, 1.0, 0.0)

    @_or_as_scipy
    def logcdf(self, x: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the logarithm of the probability of at most x."""
        function = self.logcdf_ or (lambda *a: _log(self._cdf, self.sf_, a))
        if self.tail is not None and _is(self.low, -math.inf):
            function = lambda z, *shapes: self._log_sf(-z, *shapes)  # noqa: E731
        return self._cumulated("logcdf", x, args, keywords, function, -math.inf, 0.0)

    @_or_as_scipy
    def logsf(self, x: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the logarithm of the probability of more than x."""
        function = self.logsf_ or self._log_sf
        return self._cumulated("logsf", x, args, keywords, function, 0.0, -math.inf)

    @_or_as_scipy
    def ppf(self, q: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the quantile: the x with `cdf(x) = q`."""
        function = self.ppf_ or _mirrored(self.isf_)
        return self._quantile("ppf", q, args, keywords, function, 0.0, 1.0)

    @_or_as_scipy
    def isf(self, q: Any, *args: Any, **keywords: Any) -> Tensor:
        """Return the x with `sf(x) = q`."""
        function = self.isf_ or _mirrored(self.ppf_)
        return self._quantile("isf", q, args, keywords, function, 1.0, 0.0)

    def median(self, *args: Any, **keywords: Any) -> Tensor:
        """Return the median."""
        return self.ppf(0.5, *args, **keywords)

    def interval(self, confidence: Any, *args: Any, **keywords: Any) -> tuple[Tensor, Tensor]:
        """Return the quantiles between which this probability lies, with as much below as above.

        Raises
        ------
        ArgumentError
            Unless it is from 0 to 1.
        """
        share = runtime.as_tensor(number(confidence, f"{self.name}.interval"))
        error = f"{self.name}.interval: expected a probability from 0 to 1, got others. Divide percents by 100."
        share = expected(share, logical_or(share < 0.0, share > 1.0), error)
        return self.ppf(0.5 * (1.0 - share), *args, **keywords), self.ppf(0.5 * (1.0 + share), *args, **keywords)

    def support(self, *args: Any, **keywords: Any) -> tuple[Tensor, Tensor]:
        """Return the ends of the support."""
        shapes, loc, scale = self._bound("support", args, keywords)
        lifted = _lifted(shapes, scale)
        return (
            self._checked(_of(self.low, lifted) * scale + loc, shapes, scale),
            self._checked(_of(self.high, lifted) * scale + loc, shapes, scale),
        )

    # -------------------------------------------------------------------------------------------- moments

    @_or_as_scipy
    def mean(self, *args: Any, **keywords: Any) -> Tensor:
        """Return the mean."""
        shapes, loc, scale = self._bound("mean", args, keywords)
        value = self._formula("mean", self.mean_)(*_lifted(shapes, scale)) * scale + loc
        return self._checked(value, shapes, scale)

    @_or_as_scipy
    def var(self, *args: Any, **keywords: Any) -> Tensor:
        """Return the variance."""
        shapes, loc, scale = self._bound("var", args, keywords)
        value = self._formula("var", self.var_)(*_lifted(shapes, scale)) * scale * scale
        return _beside(loc, self._checked(value, shapes, scale))

    @_or_as_scipy
    def std(self, *args: Any, **keywords: Any) -> Tensor:
        """Return the standard deviation."""
        self._formula("std", self.var_)
        return sqrt(self.var(*args, **keywords))

    @_or_as_scipy
    def stats(self, *args: Any, moments: str = "mv", **keywords: Any) -> Tensor | tuple[Tensor, ...]:
        """Return the mean and the variance, or that of both which `moments` names, "m" or "v".

        Raises
        ------
        ArgumentError
            For the moments "s" and "k" of what is no plain data.
        """
        methods = {"m": self.mean, "v": self.var}
        if set(moments).isdisjoint("mvsk"):
            raise ArgumentError(f"{self.name}.stats: expected letters of 'mvsk' for moments, got {moments!r}.")
        if set(moments) - methods.keys():
            raise Unknown(
                f"{self.name}.stats: expected 'm', 'v' or 'mv' for moments, got {moments!r}. Integrate others by tg.integrate.quad."
            )
        results = tuple(methods[m](*args, **keywords) for m in methods if m in moments)
        return results if len(results) > 1 else results[0]

    @_or_as_scipy
    def entropy(self, *args: Any, **keywords: Any) -> Tensor:
        """Return the differential entropy."""
        shapes, loc, scale = self._bound("entropy", args, keywords)
        value = self._formula("entropy", self.entropy_)(*_lifted(shapes, scale))
        value = value if _is(scale, 1) else value + log(*_lifted([scale], value))
        return _beside(loc, self._checked(value, shapes, scale))

    # -------------------------------------------------------------------------------------------- within

    def _continuous(self, function: str, other: str) -> None:
        if self.discrete:
            raise ArgumentError(f"{self.name}.{function}: the distribution is discrete. Use {other}.")

    def _formula(self, what: str, function: Function | None) -> Function:
        if function is None:
            raise Unknown(
                f"{self.name}.{what}: no differentiable formula is known here. Use scipy.stats.{self.name} on plain arrays."
            )
        return function

    def _bound(self, function: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[list[Any], Any, Any]:
        """Return the parameters of the shape, loc and scale.

        Raises
        ------
        ArgumentError
        """
        try:
            bound = self.__signature__.bind(*args, **keywords)
        except TypeError as error:
            expected = ", ".join(str(p) for p in self.__signature__.parameters.values())
            raise ArgumentError(f"{self.name}.{function}: expected parameters {expected}, got {error}.") from None
        bound.apply_defaults()
        values = [number(a, f"{self.name}.{function}") for a in bound.arguments.values()]
        if self.discrete:
            values.append(1)
        return values[:-2], values[-2], values[-1]

    def _place(self, function: str, x: AnyArray, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Return a number in the standard form, its parameters, the scale, and the ends of the support."""
        shapes, loc, scale = self._bound(function, args, keywords)
        z = number(x, f"{self.name}.{function}")
        z = runtime.as_tensor(float(z)) if isinstance(z, (int, float)) else z
        z = z if _is(loc, 0) else z - loc
        z = z if _is(scale, 1) else z / scale
        lifted = _lifted(shapes, z)
        return z, lifted, shapes, scale, _of(self.low, lifted), _of(self.high, lifted)

    def _log_density(self, function: str, x: AnyArray, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        z, shapes, parameters, scale, low, high = self._place(function, x, args, keywords)
        outside = self._beyond(z, low, high)
        if self.discrete:
            outside = _either(outside, z - floor(z) > 0.0)  # NaN is not outside
        z = _replaced(z, outside, _of(self.inside, shapes))
        value = self.log_density(z, *shapes)
        if function == "pmf":
            value = exp(value)
            if self.edge is not None:
                at_edge, powers = self.edge
                edge = at_edge(*parameters)
                value = value if edge is False else chosen(edge, powers(z, *shapes), value)
            return self._checked(where(outside, 0.0, value), parameters, scale)
        if not _is(scale, 1):
            value = value - log(*_lifted([scale], z))
        return self._checked(value if outside is None else where(outside, -math.inf, value), parameters, scale)

    def _beyond(self, z: AnyArray, low: AnyArray, high: AnyArray) -> Any:
        """Return whether numbers lie where the density is 0; None if there is no such place. NaN lies nowhere."""
        below = None if _is(low, -math.inf) else z < low if self.ends else z <= low
        above = None if _is(high, math.inf) else z > high if self.ends else z >= high
        return _either(below, above)

    def _cumulated(
        self, function: str, x: AnyArray, args: tuple[Any, ...], keywords: dict[str, Any], standard: Function, below: float, above: float
    ) -> Any:  # fmt: skip
        """Return what is a function of the distribution function, with its values before and behind the support."""
        z, shapes, parameters, scale, low, high = self._place(function, x, args, keywords)
        if self.discrete:
            z = floor(z)
            left = z < low
        else:
            left = z == -math.inf if _is(low, -math.inf) else z <= low
        right = z == math.inf if _is(high, math.inf) else z >= high
        value = standard(_replaced(z, _either(left, right), _of(self.inside, shapes)), *shapes)
        return self._checked(where(right, above, where(left, below, value)), parameters, scale)

    def _quantile(
        self, name: str, q: AnyArray, args: Any, keywords: Any, standard: Function | None, first: float, last: float
    ) -> Any:  # fmt: skip
        """Return a quantile, with the ends of the support where the probability is `first` and `last`."""
        function = self._formula(name, standard)
        shapes, loc, scale = self._bound(name, args, keywords)
        q = number(q, f"{self.name}.{name}")
        q = runtime.as_tensor(float(q)) if isinstance(q, (int, float)) else q
        parameters, shapes = shapes, _lifted(shapes, q)
        low, high = _of(self.low, shapes), _of(self.high, shapes)
        inside = (q >= 0.0) * (q <= 1.0)
        if self.discrete:
            low = low - 1.0  # which is the limit of what is below the support
        value = where(inside, function(where(inside, q, 0.5), *shapes), math.nan)
        value = where(_missed(q == first, value, low), low, where(_missed(q == last, value, high), high, value))
        value = value if _is(scale, 1) else value * scale
        return self._checked(value if _is(loc, 0) else value + loc, parameters, scale)

    def _checked(self, value: AnyArray, shapes: Sequence[Any], scale: AnyArray) -> Any:
        """Return NaN for parameters that no distribution has."""
        allowed = self.valid(*shapes) if self.valid else _all_positive(shapes)
        if not _is(scale, 1):
            positive = scale > 0
            allowed = positive if allowed is True else chosen(positive, allowed, False)
        if allowed is True or (isinstance(allowed, (bool, np.bool_)) and allowed):
            return value if isinstance(value, runtime.tensor) else runtime.as_tensor(value)
        return where(allowed, value, math.nan)

    def _cdf(self, z: Any, *shapes: Any) -> Any:
        if self.cdf_ is not None:
            return self.cdf_(z, *shapes)
        if self.logcdf_ is not None:
            return exp(self.logcdf_(z, *shapes))
        return 1.0 - self._formula("cdf", self.sf_)(z, *shapes)

    def _sf(self, z: Any, *shapes: Any) -> Any:
        if self.sf_ is not None:
            return self.sf_(z, *shapes)
        if self.logsf_ is not None:
            return exp(self.logsf_(z, *shapes))
        return 1.0 - self._formula("sf", self.cdf_)(z, *shapes)

    def _log_sf(self, z: AnyArray, *shapes: Any) -> Any:
        """Return the logarithm of the probability of more than z: far out by the density, which underflows as a slope of that."""
        if self.tail is None:
            return _log(self._sf, self.cdf_, (z, *shapes))
        index, start = self.tail
        far = z > start(*shapes)
        out = where(far, z, 1.0)
        beyond = self.log_density(out, *shapes) + log(out) - log(index(*shapes))
        return where(far, beyond, _log(self._sf, self.cdf_, (where(far, 1.0, z), *shapes)))


def _is(x: AnyArray, number: float) -> bool:
    """Tell whether something is this plain number."""
    return isinstance(x, (int, float)) and x == number


def _beside(loc: Any, value: Any) -> Any:
    """Return what does not depend on loc for each loc, NaN where it is NaN."""
    return value if isinstance(loc, (int, float)) and loc == loc else where(loc == loc, value, math.nan)


def _of(x: AnyArray, shapes: Sequence[Any]) -> AnyArray:
    return x(*shapes) if callable(x) else x


def _lifted(values: Sequence[Any], other: AnyArray) -> list[Any]:
    """Return plain numbers among values as Tensors, which take no part in the choice of a dtype."""
    dtypes = [runtime.dtype_of(x) for x in (*values, other) if isinstance(x, runtime.tensor)]
    dtype = np.result_type(*dtypes, 0.0)
    return [runtime.as_tensor(np.asarray(x, dtype)) if isinstance(x, (int, float)) else x for x in values]


def _either(x: Any, y: Any) -> Any:
    return y if x is None else x if y is None else logical_or(x, y)


def _replaced(z: AnyArray, mask: AnyArray, other: AnyArray) -> AnyArray:
    return z if mask is None else where(mask, other, z)


def _missed(mask: AnyArray, value: AnyArray, end: AnyArray) -> Any:
    """Return where a quantile is not the end of the support that it should be; a finite end keeps its derivative."""
    if isinstance(end, float):
        return mask if math.isinf(end) else mask * (value != end)
    return mask * (1.0 - (value == end) * (absolute(end) < math.inf))


def _steps(name: str, method: str) -> Function:
    """Return quantiles of whole numbers."""
    return lambda q, *shapes: whole_quantile(q, *shapes, distribution=name, method=method)


def _mirrored(quantile: Function | None) -> Function | None:
    """Return the quantile function from the other end."""
    return quantile and (lambda q, *shapes: quantile(1.0 - q, *shapes))


def _log(probability: Function, rest: Function | None, args: tuple[Any, ...]) -> Any:
    """Return the logarithm of a probability, by its complement where that is known and smaller."""
    p = probability(*args)
    if rest is None:
        return log(p)
    large = p > 0.5
    return where(large, log1p(-where(large, rest(*args), 0.5)), log(where(large, 0.5, p)))


def _all_positive(shapes: Sequence[Any]) -> Any:
    allowed: Any = True
    for s in shapes:
        allowed = s > 0 if allowed is True else chosen(allowed, s > 0, False)
    return allowed
