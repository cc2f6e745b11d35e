"""Ways by which values leave Tensors, and transforms under which a function is differentiated.

Each exit is a function of an array of two numbers that gives a number; it works on plain arrays too. Each transform gives
the gradient, or the Hessian, of a function of such an array. `tests/tensor/test_exits.py` runs all of one with all of the other.
"""

from __future__ import annotations

import array
import cmath
import collections
import copy
import ctypes
import datetime
import decimal
import fractions
import heapq
import io
import json
import math
import operator
import pickle
import random
import statistics
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.fft
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.ndimage
import scipy.optimize
import scipy.signal
import scipy.sparse
import scipy.sparse.linalg
import scipy.spatial.distance
import scipy.special
import scipy.stats

import tapegrad as tg
from tapegrad.autograd import forward_ad, functional
from tapegrad.errors import PlainDataError

A = np.array([[2.0, 1.0], [0.5, 3.0]])
CSR = scipy.sparse.csr_array(A)
MATRIX = scipy.sparse.csr_matrix(A)
KNOTS = np.array([0.0, 1.0, 2.0, 3.0])
SPLINE = scipy.interpolate.CubicSpline(KNOTS, np.sin(KNOTS))

Exit = Callable[[Any], Any]


def is_tensor(v: Any) -> bool:
    return isinstance(v, tg.Tensor)


def filled(write: Callable[[np.ndarray, Any], Any]) -> Exit:
    """What a write of the array into one of NumPy leaves there."""

    def leave(v: Any) -> Any:
        target = np.zeros(2)
        write(target, v)
        return target[0] + target[1]

    return leave


def written(write: Callable[[Any], Any]) -> Exit:
    """What a function that writes to a stream has written, as a number."""

    def leave(v: Any) -> float:
        return float(len(write(v)))

    return leave


def saved(v: Any) -> Any:
    stream = io.BytesIO()
    np.save(stream, v)
    stream.seek(0)
    return np.load(stream)[0]


def in_place_sum(target: np.ndarray, v: Any) -> None:
    target += v


def minimum(v: Any) -> Any:
    return scipy.optimize.minimize(lambda s: (s[0] - v[0]) ** 2, [0.0], method="BFGS", tol=1e-10).x[0]


def end_of_ode(v: Any) -> Any:
    return scipy.integrate.solve_ivp(lambda t, y: v[0] * y, (0.0, 1.0), [1.0], rtol=1e-10, atol=1e-12).y[0, -1]


def spectrum(v: Any) -> Any:
    if np.lib.NumpyVersion(scipy.__version__) < "1.14.0":
        pytest.skip("scipy.fft before SciPy 1.14 asks for the flags of an array, and a Tensor has none")
    return scipy.fft.fft(v)[0].real


# What would make plain data of a Tensor by accident: refused, wherever it happens.
ACCIDENTS: dict[str, Exit] = {
    "float": lambda v: float(v[0]),
    "float of a result": lambda v: float(np.sin(v[0]) * v[1]),
    "float of one element": lambda v: float(v[:1].reshape(())),
    "complex": lambda v: complex(v[0]).real,
    "math.sin": lambda v: math.sin(v[0]),
    "math.pow": lambda v: math.pow(v[0], 2.0),
    "math.hypot": lambda v: math.hypot(v[0], v[1]),
    "math.fsum": lambda v: math.fsum(v),
    "math.dist": lambda v: math.dist((v[0],), (3.0,)),
    "math.floor": lambda v: math.floor(v[0] * 10.0),
    "math.ceil": lambda v: math.ceil(v[0] * 10.0),
    "math.isclose": lambda v: 1.0 + math.isclose(v[0], v[1]),
    "cmath.exp": lambda v: cmath.exp(v[0]).real,
    "percent": lambda v: float("%.3f" % v[0]),  # noqa: UP031
    "map of float": lambda v: sum(map(float, v)),
    "statistics.fmean": lambda v: statistics.fmean([v[0], v[1]]),
    "array.array": lambda v: array.array("d", [v[0]])[0],
    "ctypes": lambda v: ctypes.c_double(v[0]).value,
    "np.savetxt": written(lambda v: [np.savetxt(io.StringIO(), v)]),
    "np.savez": written(lambda v: [np.savez(io.BytesIO(), v)]),
    "np.format_float_positional": lambda v: float(np.format_float_positional(v[0])),
    "np.require": lambda v: float(np.require(v)[0]),
    "tobytes()": lambda v: np.frombuffer(v.tobytes())[0],
    "numpy()": lambda v: v.numpy()[0] if is_tensor(v) else v[0],
    "__array__": lambda v: v.__array__()[0],
    "np.asarray": lambda v: np.asarray(v)[0],
    "np.asarray of a number": lambda v: np.asarray(v[0]),
    "np.asanyarray": lambda v: np.asanyarray(v)[0],
    "np.ascontiguousarray": lambda v: np.ascontiguousarray(v)[0],
    "np.array": lambda v: np.array(v)[0],
    "np.array of a list": lambda v: np.array([v[0], v[1]])[0],
    "np.array of a mixed list": lambda v: np.array([v[0] ** 2, 3.0])[0],
    "np.array of list(v)": lambda v: np.array(list(v))[0],
    "np.array of nested lists": lambda v: np.array([[v[0]], [v[1]]])[0, 0],
    "np.array of objects": lambda v: np.array([v[0], v[1]], dtype=object)[0],
    "np.float64": lambda v: np.float64(v[0]),
    "np.float64 of an array": lambda v: np.float64(v)[0],
    "np.float32": lambda v: float(np.float32(v[0])),
    "np.r_": lambda v: np.r_[v, 1.0][0],
    "np.c_": lambda v: np.c_[v, v][0, 0],
    "np.vectorize": lambda v: np.vectorize(lambda t: t * t)(v)[0],
    "np.fromiter": lambda v: np.fromiter(iter(v), float)[0],
    "np.full": lambda v: np.full(3, v[0])[0],
    "np.ma.array": lambda v: np.ma.array(v)[0],
    "ndarray[i] = t": filled(lambda target, v: target.__setitem__(0, v[0])),
    "ndarray[i, j] = t": filled(lambda target, v: target.reshape(1, 2).__setitem__((0, 1), v[0])),
    "ndarray[:] = t": filled(lambda target, v: target.__setitem__(slice(None), v)),
    "ndarray[mask] = t": filled(lambda target, v: target.__setitem__(np.array([True, False]), v[0])),
    "ndarray += t": filled(in_place_sum),
    "ndarray.fill": filled(lambda target, v: target.fill(v[0])),
    "ndarray.put": filled(lambda target, v: target.put(0, v[0])),
    "ndarray.dot": lambda v: A.dot(v)[0],
    "out=": filled(lambda target, v: np.multiply(v, 2.0, out=target)),
    "np.copyto": filled(lambda target, v: np.copyto(target, v)),
    "np.put": filled(lambda target, v: np.put(target, 0, v[0])),
    "np.place": filled(lambda target, v: np.place(target, np.array([True, True]), v)),
    "np.add.at": filled(lambda target, v: np.add.at(target, [0], v[0])),
    "np.frompyfunc": lambda v: np.frompyfunc(lambda t: t * 2.0, 1, 1)(v)[0],
    "np.save": saved,
    "np.random": lambda v: np.random.default_rng(0).normal(v[0], 1.0),
    "np.linalg.norm of a list": lambda v: np.linalg.norm([v[0], v[1]]),
    "np.mean of a list": lambda v: np.mean([v[0], v[1]]),
    "tg.tensor": lambda v: tg.tensor(v)[0] if is_tensor(v) else v[0],
    "tg.linspace": lambda v: tg.linspace(0.0, v[0], 3)[2] if is_tensor(v) else v[0],
    "scipy.optimize.rosen": scipy.optimize.rosen,
    "scipy.optimize.minimize": minimum,
    "scipy.linalg.solve": lambda v: scipy.linalg.solve(A, v)[0],
    "scipy.linalg.norm": lambda v: scipy.linalg.norm(v),
    "scipy.linalg.expm": lambda v: scipy.linalg.expm(v[0] * A)[0, 0],
    "scipy.stats.norm.logpdf": lambda v: scipy.stats.norm.logpdf(v[0]),
    "scipy.stats, a parameter": lambda v: scipy.stats.norm(loc=v[0]).logpdf(0.3),
    "scipy.special.softmax": lambda v: scipy.special.softmax(v)[0],
    "scipy.signal.convolve": lambda v: scipy.signal.convolve(v, [1.0, 2.0])[1],
    "scipy.integrate.quad": lambda v: scipy.integrate.quad(lambda s: s * v[0], 0.0, 1.0)[0],
    "scipy.integrate.quad, a limit": lambda v: scipy.integrate.quad(lambda s: s, 0.0, v[0])[0],
    "scipy.integrate.solve_ivp": end_of_ode,
    "scipy.interpolate": lambda v: SPLINE(v[0]),
    "scipy.fft": spectrum,
    "scipy.ndimage": lambda v: scipy.ndimage.gaussian_filter(v, 1.0)[0],
    "scipy.spatial": lambda v: scipy.spatial.distance.euclidean(v, [0.0, 0.0]),
    "csr_array of t": lambda v: scipy.sparse.csr_array(v.reshape(1, 2)).toarray()[0, 0],
    "scipy.sparse.diags": lambda v: scipy.sparse.diags_array([v], offsets=[0]).toarray()[0, 0],
    "scipy.sparse.linalg.spsolve": lambda v: scipy.sparse.linalg.spsolve(CSR.tocsc(), v)[0],
    "LinearOperator": lambda v: (scipy.sparse.linalg.aslinearoperator(A) @ v)[0],
}  # fmt: skip

# Copies: those of a user's leaf are leaves of their own, others would have no history and are refused.
COPIES: dict[str, Exit] = {
    "copy.copy": lambda v: copy.copy(v)[0],
    "copy.deepcopy": lambda v: copy.deepcopy(v)[0],
    "copy.deepcopy in a list": lambda v: copy.deepcopy([v, 1.0])[0][1],
    "pickle": lambda v: pickle.loads(pickle.dumps(v))[0],
    "pickle of a result": lambda v: pickle.loads(pickle.dumps(v * 2.0))[0],
}

# What has a derivative, or is a decision that a derivative hangs on: it agrees with differences, or it is refused.
SMOOTH: dict[str, Exit] = {
    "csr_array @ t": lambda v: (CSR @ v)[0],
    "t @ csr_array": lambda v: (v @ CSR)[0],
    "csr_matrix @ t": lambda v: (MATRIX @ v)[0],
    "csr_matrix * t": lambda v: (MATRIX * v)[0],
    "t * csr_matrix": lambda v: (v * MATRIX)[0],
    "csr_array.dot": lambda v: CSR.dot(v)[0],
    "max": lambda v: max(v[0], v[1]),
    "sorted": lambda v: sorted(v)[0],
    "iteration": lambda v: next(t * t for t in v),
    "a branch": lambda v: v[0] * v[0] if v[0] > v[1] else v[1] ** 3,
    "a mask": lambda v: v[v > 1.0].sum(),
    "round to digits": lambda v: round(v[0], 1) + v[0],
    "divmod": lambda v: divmod(v[0], 0.3)[1],
    "heapq": lambda v: heapq.nsmallest(1, [v[0], v[1]])[0],
    "random.gauss": lambda v: random.Random(0).gauss(v[0], 1.0),
    "ndarray * list": lambda v: (np.ones(2) * [v[0], 2.0])[0],
    "np.float64 ** t": lambda v: np.float64(2.0) ** v[0],
    "np.insert": lambda v: np.insert(np.zeros(2), 0, v[0])[0],
    "np.sort": lambda v: np.sort(v)[0],
    "np.unique": lambda v: np.unique(v)[0],
    "np.median": lambda v: np.median(v),
    "np.percentile": lambda v: np.percentile(v, 30.0),
    "np.interp": lambda v: np.interp(v[0], KNOTS, KNOTS**2),
    "np.interp of values": lambda v: np.interp(0.5, [0.0, 1.0], v),
    "np.polyval": lambda v: np.polyval([v[0], v[1]], 2.0),
    "np.linspace": lambda v: np.linspace(0.0, v[0], 3)[2],
    "np.nan_to_num": lambda v: np.nan_to_num(v)[0],
    "np.fft": lambda v: np.fft.fft(v)[0].real,
    "np.linalg.solve": lambda v: np.linalg.solve(A, v)[0],
    "np.apply_along_axis": lambda v: np.apply_along_axis(np.sum, 0, v),
    "np.piecewise": lambda v: np.piecewise(v, [v < 1.0], [lambda t: t * t, lambda t: t])[0],
    "np.trapezoid": lambda v: np.trapezoid(v),
    "np.heaviside": lambda v: np.heaviside(v[0] - 1.0, 0.5) + v[0],
    "ndarray @ t": lambda v: (A @ v)[0],
    "tg.array": lambda v: tg.array([v[0], v[1] * v[0]])[1] if is_tensor(v) else v[1] * v[0],
    "assignment": lambda v: assigned(v),
    "scipy.special.gammaln": lambda v: scipy.special.gammaln(v[0]),
    "scipy.special.jv": lambda v: scipy.special.jv(1, v[0]),
    "scipy.special.logsumexp": lambda v: scipy.special.logsumexp(v),
    "scipy.integrate.trapezoid": lambda v: scipy.integrate.trapezoid(v),
    "tg.debug.print": lambda v: (tg.debug.print(v, file=io.StringIO()), v[0])[1],
}  # fmt: skip


def assigned(v: Any) -> Any:
    z = v.copy()
    z[0] = z[1] * z[1]
    return z[0]


# What is constant around a point: its derivative is 0 there, or it is refused.
STEPS: dict[str, Exit] = {
    "bool": lambda v: 2.0 if v[0] else 3.0,
    "comparison": lambda v: 2.0 if 0.5 < v[0] < 1.0 else 3.0,
    "int": lambda v: int(v[0] * 10.0),
    "round": lambda v: round(v[0] * 10.0),
    "math.trunc": lambda v: math.trunc(v[0] * 10.0),
    "range of int": lambda v: float(sum(1 for _ in range(int(v[1] * 3.0)))),
    "slice by int": lambda v: float(len([1.0, 2.0, 3.0][int(v[1]) :])),
    "list * int": lambda v: float(len([0.0] * int(v[1] * 2.0))),
    "index of int": lambda v: [1.0, 2.0, 3.0][int(v[1])],
    "in a list": lambda v: 2.0 if v[0] in [0.7, 3.0] else 3.0,
    "in the array": lambda v: 2.0 if 0.7 in v else 3.0,
    "list.index": lambda v: [3.0, 0.7].index(v[0]) + 1.0,
    "np.argmax": lambda v: np.argmax(v) + 1.0,
    "[i] of argmax": lambda v: [1.0, 2.0][np.argmax(v)],
    "argsort": lambda v: np.argsort(v)[0] + 1.0,
    "np.where": lambda v: np.where(v > 1.0)[0][0] + 1.0,
    "np.searchsorted": lambda v: np.searchsorted(KNOTS, v[0]) + 1.0,
    "np.digitize": lambda v: np.digitize(v, KNOTS)[0] + 1.0,
    "np.histogram": lambda v: np.histogram(v, KNOTS)[0][0] + 1.0,
    "np.count_nonzero": lambda v: np.count_nonzero(v) + 1.0,
    "np.allclose": lambda v: 1.0 + np.allclose(v, [0.7, 1.6]),
    "np.array_equal": lambda v: 1.0 + np.array_equal(v, [0.7, 1.6]),
    "np.isclose": lambda v: 1.0 + np.isclose(v, 0.7)[0],
    "np.any": lambda v: 1.0 + bool(np.any(v > 1.0)),
    "astype(int)": lambda v: (v * 10.0).astype(int)[0] + 1.0,
    "float of a comparison": lambda v: 1.0 + float(v[0] > 0.5),
    "asarray of a comparison": lambda v: 1.0 + np.asarray(v > 1.0)[1],
    "asarray of one comparison": lambda v: 1.0 + np.asarray(v[1] > 1.0),
    "number[truth value]": lambda v: 1.0 + np.sum(np.float64(2.0)[v[1] > 1.0]),
    "array[truth value]": lambda v: 1.0 + np.sum(KNOTS[v[0] > 1.0]),
    "np.sign": lambda v: np.sign(v[0]),
    "shape": lambda v: float(np.shape(v)[0] + len(v) + np.size(v)),
    "bytes": lambda v: 1.0 + len(bytes(v)) / 16.0,
}  # fmt: skip

# Tensors as keys.
HASHED: dict[str, Exit] = {
    "dict look-up": lambda v: {0.7: 2.0}.get(v[0], 3.0),
    "in a set": lambda v: 2.0 if v[0] in {0.7, 1.0} else 3.0,
    "Counter": lambda v: collections.Counter([v[0]])[0.7] + 1.0,
    "set of Tensors": lambda v: float(len({v[0], v[0] * 1.0})),
    "hash": lambda v: 2.0 if hash(v[0]) == hash(0.7) else 3.0,
}

# Printing: values of the call in code that runs once; refused where a replay would print, or use, what was recorded.
PRINTING: dict[str, Exit] = {
    "format": lambda v: float(f"{v[0]:.3f}"),
    "format()": lambda v: float(format(v[0], ".2e")),
    "str.format": lambda v: float("{:.4f}".format(v[0])),  # noqa: UP032
    "all digits": lambda v: float(f"{v[0]:.17g}"),
    "np.array2string": lambda v: float(np.array2string(v).strip("[]").split()[0]),
    "np.array_str": lambda v: float(np.array_str(v).strip("[]").split()[0]),
    "np.array_repr": lambda v: float(np.array_repr(v).strip("ary()[]").split(",")[0]),
    "percent s": lambda v: float(bool("%s" % v)),  # noqa: UP031
    "f-string": lambda v: float(bool(f"{v[0]}")),
    "str": lambda v: float(bool(str(v))),
    "repr": lambda v: float(bool(repr(v))),
    "print": written(lambda v: [print(v, v[0], file=io.StringIO())]),
}

# The explicit exits: the value goes out as a constant in code that runs once; refused where it is replayed.
EXPLICIT: dict[str, Exit] = {
    "item()": lambda v: v[0].item(),
    "item() of a result": lambda v: (np.sin(v[0]) * v[1]).item(),
    "tolist()": lambda v: v.tolist()[0],
    "detach().numpy()": lambda v: v.detach().numpy()[0] if is_tensor(v) else v[0],
    "np.asarray(detach())": lambda v: np.asarray(v.detach())[1] if is_tensor(v) else v[1],
    "float(detach())": lambda v: float((v[0] * v[1]).detach()) if is_tensor(v) else v[0] * v[1],
    "json of item()": lambda v: json.loads(json.dumps([v[0].item()]))[0],
    "math of item()": lambda v: math.sin(v[0].item()),
    "Decimal of item()": lambda v: float(decimal.Decimal(v[0].item())),
}  # fmt: skip

# Python's own refusals of what is no number or buffer, before a Tensor is asked; struct puts its error in place of ours, and
# brentq goes on after one and may stop with another.
FOREIGN: dict[str, tuple[Exit, type[Exception] | tuple[type[Exception], ...]]] = {
    "operator.index": (lambda v: operator.index(v[0]), TypeError),
    "range": (lambda v: len(range(v[0])), TypeError),
    "slice": (lambda v: [1.0, 2.0][v[0] :][0], TypeError),
    "memoryview": (lambda v: memoryview(v)[0], TypeError),
    "__array_interface__": (lambda v: v.__array_interface__["data"][0], AttributeError),
    "np.from_dlpack": (lambda v: np.from_dlpack(v)[0], PlainDataError),
    "np.frombuffer": (lambda v: np.frombuffer(v)[0], TypeError),
    "struct.pack": (lambda v: struct.unpack("d", struct.pack("d", v[0]))[0], struct.error),
    "statistics.mean": (lambda v: statistics.mean([v[0], v[1]]), TypeError),
    "datetime": (lambda v: datetime.timedelta(seconds=v[0]).total_seconds(), TypeError),
    "np.nditer": (lambda v: next(np.nditer(v)), TypeError),
    "decimal": (lambda v: float(decimal.Decimal(v[0])), TypeError),
    "fractions": (lambda v: float(fractions.Fraction(v[0])), TypeError),
    "json": (lambda v: json.loads(json.dumps([v[0]]))[0], TypeError),
    "brentq": (
        lambda v: scipy.optimize.brentq(lambda s: s - v[0], 0.0, 3.0),
        (TypeError, ValueError, SystemError, AttributeError),
    ),
}  # fmt: skip


# ------------------------------------------------------------------------------------------------- transforms

X0 = np.array([0.7, 1.6])
EYE = np.eye(2)

Transform = Callable[[Callable[[Any], Any]], Any]


def plain(t: Any) -> np.ndarray:
    return t.detach().numpy() if is_tensor(t) else np.asarray(t)


def leaf(x: np.ndarray = X0) -> tg.Tensor:
    return tg.tensor(x, requires_grad=True)


def backward(f: Any) -> Any:
    x = leaf()
    f(x).backward()
    return x.grad


def twice_backward(f: Any) -> Any:
    x = leaf()
    (g,) = tg.autograd.grad(f(x), x, create_graph=True)
    return np.stack([plain(tg.autograd.grad(g[k], x, retain_graph=True, materialize_grads=True)[0]) for k in range(2)])


def batched_seeds(f: Any) -> Any:
    x = leaf()
    (g,) = tg.autograd.grad(f(x), x, create_graph=True)
    return tg.autograd.grad(g, x, EYE, is_grads_batched=True, materialize_grads=True)[0]


def dual(f: Any) -> Any:
    found = []
    for e in EYE:
        with forward_ad.dual_level():
            tangent = forward_ad.unpack_dual(f(forward_ad.make_dual(tg.tensor(X0), e))).tangent
            found.append(0.0 if tangent is None else tangent.item())
    return np.array(found)


def tape_of_a_file(f: Any) -> Any:
    compiled = tg.compile(tg.grad(f))
    compiled(X0)
    stream = io.BytesIO()
    compiled.tape().save(stream)
    stream.seek(0)
    return tg.load(stream)(X0)


def loops(f: Any) -> dict[str, Callable[[Any], Any]]:
    """Functions of the same value, computed in the body of a loop, or by what it reads from around it."""
    return {
        "scan": lambda x: tg.scan(lambda c, _: (c, f(c)), x, length=3)[1][-1],
        "scan, closure": lambda x: tg.scan(lambda c, _: (c + f(x), None), 0.0, length=2)[0] / 2.0,
        "fori_loop": lambda x: tg.fori_loop(0, 2, lambda i, s: (s[0], s[1] + f(s[0])), (x, 0.0))[1] / 2.0,
        "while_loop": lambda x: tg.while_loop(lambda s: s[0] < 1.0, lambda s: (s[0] + 1.0, s[1], f(s[1])), (0.0, x, 0.0))[2],
        "while_loop, bounded": lambda x: tg.while_loop(
            lambda s: s[0] < 1.0, lambda s: (s[0] + 1.0, s[1], f(s[1])), (0.0, x, 0.0), max_steps=3
        )[2],
        "checkpoint": tg.checkpoint(f),
        "checkpoint, closure": lambda x: tg.checkpoint(lambda s: s * f(x))(1.0),
        "vmap inside": lambda x: tg.vmap(f)(x.reshape(1, 2))[0],
    }  # fmt: skip


def in_loop(name: str, transform: Any) -> Transform:
    return lambda f: transform(loops(f)[name])(X0)


def hessian_by_rows(product: Any) -> Transform:
    return lambda f: np.stack([plain(product(f, e)) for e in EYE])


# On the user's own leaf, in eager code.
LEAF: dict[str, Transform] = {"backward": backward}
LEAF_TWICE: dict[str, Transform] = {"backward twice": twice_backward, "is_grads_batched": batched_seeds}
# Those that run the function once (or once more) on the very values.
ONCE: dict[str, Transform] = {
    "grad": lambda f: tg.grad(f)(X0),
    "grad of a Tensor": lambda f: tg.grad(f)(tg.tensor(X0)),
    "grad of a leaf": lambda f: tg.grad(f)(leaf()),
    "value_and_grad": lambda f: tg.value_and_grad(f)(X0)[1],
    "vjp": lambda f: tg.func.vjp(f, X0)[1](1.0)[0],
    "jvp": lambda f: np.array([tg.func.jvp(f, (X0,), (e,))[1] for e in EYE]),
    "jacrev": lambda f: tg.func.jacrev(f)(X0),
    "jacfwd": lambda f: tg.func.jacfwd(f)(X0),
    "jacobian": lambda f: tg.jacobian(f)(X0),
    "jacobian of a Tensor": lambda f: tg.jacobian(f)(tg.tensor(X0)),
    "jacobian of a leaf": lambda f: tg.jacobian(f)(leaf()),
    "jacobian of a list": lambda f: tg.jacobian(lambda x: [f(x)])(X0)[0],
    "grad of a jvp": lambda f: tg.grad(lambda t: tg.func.jvp(f, (X0,), (t,))[1])(X0),
    "linearize": lambda f: np.array([tg.func.linearize(f, X0)[1](e) for e in EYE]),
    "dual": dual,
    "compile, of constants": lambda f: tg.compile(lambda s: tg.grad(f)(X0) * s)(1.0),
    "functional.vjp": lambda f: functional.vjp(f, tg.tensor(X0))[1],
    "functional.jvp": lambda f: np.array([functional.jvp(f, tg.tensor(X0), tg.tensor(e))[1].item() for e in EYE]),
    "functional.jacobian": lambda f: functional.jacobian(f, tg.tensor(X0)),
    "functional.jacobian, vectorized": lambda f: functional.jacobian(f, tg.tensor(X0), vectorize=True),
    "functional.jacobian, forward": lambda f: functional.jacobian(
        f, tg.tensor(X0), vectorize=True, strategy="forward-mode"
    ),
    "checkpoint": in_loop("checkpoint", tg.grad),
    "checkpoint, jacobian": in_loop("checkpoint", tg.jacobian),
    "checkpoint, closure": in_loop("checkpoint, closure", tg.grad),
    "checkpoint, closure, jacobian": in_loop("checkpoint, closure", tg.jacobian),
    "scan, closure": in_loop("scan, closure", tg.grad),
    "while_loop": in_loop("while_loop", tg.grad),
    "while_loop, jacobian": in_loop("while_loop", tg.jacobian),
}  # fmt: skip
TWICE: dict[str, Transform] = {
    "hessian": lambda f: tg.hessian(f)(X0),
    "hessian of a leaf": lambda f: tg.hessian(f)(leaf()),
    "jacobian of grad": lambda f: tg.jacobian(tg.grad(f))(X0),
    "jacfwd of jacrev": lambda f: tg.func.jacfwd(tg.func.jacrev(f))(X0),
    "grad of jacobian": lambda f: np.stack([tg.grad(lambda x, k=k: tg.jacobian(f)(x)[k])(X0) for k in range(2)]),
    "hvp": hessian_by_rows(lambda f, e: tg.hvp(f)(X0, e)),
    "functional.hessian": lambda f: functional.hessian(f, tg.tensor(X0)),
    "functional.hvp": hessian_by_rows(lambda f, e: functional.hvp(f, tg.tensor(X0), tg.tensor(e))[1]),
    "functional.vhp": hessian_by_rows(lambda f, e: functional.vhp(f, tg.tensor(X0), tg.tensor(e))[1]),
    "checkpoint, hessian": in_loop("checkpoint", tg.hessian),
}  # fmt: skip
# Those that replay what was recorded.
REPLAYED: dict[str, Transform] = {
    "compile, then grad": lambda f: tg.grad(tg.compile(f))(X0),
    "compile of grad": lambda f: tg.compile(tg.grad(f))(X0),
    "compile of jacobian": lambda f: tg.compile(tg.jacobian(f))(X0),
    "compile of jvp": lambda f: np.array([tg.compile(lambda x, t: tg.func.jvp(f, (x,), (t,))[1])(X0, e) for e in EYE]),
    "compile of linearize": lambda f: tg.compile(lambda x: tg.array([tg.func.linearize(f, x)[1](e) for e in EYE]))(X0),
    "compile of functional.vjp": lambda f: tg.compile(lambda x: functional.vjp(f, x)[1])(X0),
    "batch": lambda f: tg.compile(tg.grad(f)).batch(np.stack([X0, X0]))[1],
    "vmap": lambda f: tg.vmap(tg.grad(f))(np.stack([X0, X0]))[1],
    "vmap on Tensors": lambda f: tg.vmap(tg.grad(f))(tg.tensor(np.stack([X0, X0])))[1],
    "vmap inside": in_loop("vmap inside", tg.grad),
    "vmap inside, jacobian": in_loop("vmap inside", tg.jacobian),
    "a tape of a file": tape_of_a_file,
    "scan": in_loop("scan", tg.grad),
    "scan, jacobian": in_loop("scan", tg.jacobian),
    "scan, compiled": lambda f: tg.compile(tg.grad(loops(f)["scan"]))(X0),
    "fori_loop": in_loop("fori_loop", tg.grad),
    "while_loop, bounded": in_loop("while_loop, bounded", tg.grad),
    "checkpoint, compiled": lambda f: tg.compile(tg.grad(tg.checkpoint(f)))(X0),
    "sparse_jacobian": lambda f: tg.func.sparse_jacobian(lambda x: [f(x)])(X0).toarray()[0],
}  # fmt: skip
REPLAYED_TWICE: dict[str, Transform] = {
    "compile of hessian": lambda f: tg.compile(tg.hessian(f))(X0),
    "scan, hessian": in_loop("scan", tg.hessian),
}


# ------------------------------------------------------------------------------------------------- differences


def gradient_by_differences(f: Callable[[np.ndarray], Any], h: float = 1e-6) -> np.ndarray:
    return np.array([(float(f(X0 + h * e)) - float(f(X0 - h * e))) / (2.0 * h) for e in EYE])


def hessian_by_differences(f: Callable[[np.ndarray], Any], h: float = 1e-4) -> np.ndarray:
    def mixed(a: np.ndarray, b: np.ndarray) -> float:
        return sum(s * t * float(f(X0 + s * h * a + t * h * b)) for s in (1, -1) for t in (1, -1)) / (4.0 * h * h)

    return np.array([[mixed(a, b) for b in EYE] for a in EYE])


if tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 15):  # before, SciPy asked for a method that Tensors lack
    SMOOTH["csr_array * t"] = lambda v: (CSR * v).toarray()[0, 0]
