"""Examples of calls, for functions whose records have no samples that can be shown.

A line is ``name | arguments``, or ``namespace.name | arguments``, written with the names of `NAMES`. What the call gives is
computed by the function of NumPy or SciPy of that name. `PROGRAMS` are examples that are no single calls.

Tests: tests/package/test_help.py
"""

from __future__ import annotations

NAMES = {
    "x": "[[1.0, 4.0], [3.0, 2.0]]",
    "y": "[[1.0, 2.0], [3.0, 4.0]]",
    "v": "[0.5, 2.0, 1.5]",
    "w": "[1.0, 2.0, 4.0]",
    "i": "[2, 0, 1]",
    "j": "[3, 5, 1]",
}
"""Tensors."""

_CALLS = """
all, any | x > 0.5, axis=0
allclose, array_equal, array_equiv | x, y
isclose, maximum_sctype | x, y
argmax, argmin, nanargmax, nanargmin, argsort | x, axis=1
argpartition | v, 1
argwhere, flatnonzero, nonzero | v > 1.0
array2string, array_repr, array_str | v
asanyarray, asarray, asarray_chkfinite, ascontiguousarray, asfortranarray, require | [0.5, 2.0]
astype | v, np.float32
bitwise_and, bitwise_or, bitwise_xor, gcd, lcm | i, j
bitwise_left_shift, left_shift, bitwise_right_shift, right_shift | j, 1
bitwise_count, bitwise_invert, bitwise_not, invert | i
can_cast | np.float32, np.float64
common_type, result_type | v, x
count_nonzero | v > 1.0
diag_indices_from, tril_indices_from, triu_indices_from | x
digitize | v, [0.0, 1.0, 2.0]
divmod | w, v
einsum_path | "ij,j->i", x, [1.0, 2.0]
arange | 1.0, 4.0
eye, identity, ones, zeros, tri | 2
full | 2, 0.5
full_like | v, 0.5
ones_like, zeros_like | v
linspace | 0.0, 1.0, 5
logspace | 0.0, 2.0, 3
frexp | v
fromfunction | lambda i, j: i + j, (2, 2)
fromiter | [0.5, 2.0], float
mean, std, var, sum, prod, max, min, amax, amin | x, axis=0
cumsum, cumprod | v
logsumexp, special.logsumexp, special.softmax, special.log_softmax | x, axis=1
median, nanmean, nansum | v
inner, dot, matmul, tensordot | x, y
histogram2d | v, w, bins=2
intersect1d | i, [1, 2, 7]
isin | i, [1, 2]
iscomplex, isneginf, isposinf, isreal | v
iscomplexobj, isrealobj, min_scalar_type, ndim, shape, size | x
ix_ | [0, 1], [1]
lexsort | (i, j)
may_share_memory | x, y
packbits | [1, 0, 1, 1, 0, 0, 0, 1]
unpackbits | np.array([177], np.uint8)
ravel_multi_index | ([0, 1], [1, 0]), (2, 2)
unravel_index | [1, 2], (2, 2)
searchsorted | w, [1.5, 3.0]
spacing | v
unique_all, unique_counts, unique_inverse, unique_values | [2.0, 0.5, 2.0]
copyto | v, w
fill_diagonal | x, 0.0
place | v, [True, False, True], [9.0, 8.0]
put | v, [0, 2], [9.0, 8.0]
put_along_axis | x, np.array([[0], [1]]), 9.0, 1
putmask | v, [True, False, True], [9.0, 8.0, 7.0]
piecewise | v, [[True, False, True]], [1.0, 2.0]
apply_along_axis | lambda row: row.sum(), 1, x
apply_over_axes | np.sum, x, [0]
linalg.bandwidth, linalg.ishermitian, linalg.issymmetric, linalg.trace, linalg.diagonal | x
linalg.lstsq | x, [1.0, 2.0]
linalg.matrix_rank | x
linalg.tensorinv | np.eye(4).reshape(2, 2, 2, 2)
linalg.tensorsolve | np.eye(4).reshape(2, 2, 2, 2), y
linalg.funm | x, np.exp
fft.fft2, fft.ifft2, fft.irfft2, fft.rfft2 | x
fft.fft, fft.ifft, fft.rfft, fft.irfft, fft.hfft, fft.ihfft | v
fft.fftfreq, fft.rfftfreq | 4, d=0.5
interpolate.interpn | ([0.0, 1.0], [0.0, 2.0]), x, [[0.5, 1.0]]
interpolate.splev | [0.5, 1.5], (np.array([0.0, 0.0, 2.0, 2.0]), np.array([1.0, 3.0, 0.0, 0.0]), 1)
interpolate.splint | 0.0, 2.0, (np.array([0.0, 0.0, 2.0, 2.0]), np.array([1.0, 3.0, 0.0, 0.0]), 1)
interpolate.splder, interpolate.splantider | (np.array([0.0, 0.0, 2.0, 2.0]), np.array([1.0, 3.0, 0.0, 0.0]), 1)
integrate.fixed_quad | lambda x: x**2, 0.0, 1.0
optimize.bisect, optimize.brenth, optimize.brentq, optimize.ridder, optimize.toms748 | lambda x: x**2 - 2.0, 0.0, 2.0
optimize.newton | lambda x: x**2 - 2.0, 1.0
optimize.fminbound | lambda x: (x - 0.5) ** 2, 0.0, 2.0
polynomial.chebval, polynomial.hermeval, polynomial.hermval, polynomial.lagval, polynomial.legval, polynomial.polyval | v, w
sparse.issparse | v
Tensor.argmax, Tensor.argmin, Tensor.argsort, Tensor.cumsum, Tensor.cumprod, Tensor.mean, Tensor.sum | axis=1
Tensor.max, Tensor.min, Tensor.prod, Tensor.std, Tensor.var, Tensor.sort | axis=1
Tensor.argpartition, Tensor.partition | 1, axis=1
Tensor.choose | [[10.0, 20.0], [30.0, 40.0]]
Tensor.clip | 1.5, 3.5
Tensor.compress | [False, True], axis=0
Tensor.dot | [1.0, 2.0]
Tensor.fill | 0.5
Tensor.put | [0, 3], [9.0, 8.0]
Tensor.repeat | 2, axis=1
Tensor.reshape | -1
Tensor.round | 1
Tensor.swapaxes | 0, 1
Tensor.take | [1, 0], axis=1
Tensor.item | 0, 1
Tensor.astype | np.float32
Tensor.copy, Tensor.flatten, Tensor.ravel, Tensor.squeeze, Tensor.tolist, Tensor.transpose, Tensor.trace |
stats.norm.pdf, stats.norm.logpdf, stats.norm.cdf, stats.norm.sf, stats.norm.logcdf, stats.norm.logsf | v
stats.norm.ppf, stats.norm.isf | [0.25, 0.75]
stats.norm.pmf, stats.norm.logpmf | [0, 2], 1.5
stats.norm.mean, stats.norm.var, stats.norm.std, stats.norm.median, stats.norm.entropy, stats.norm.support | 0.5, 2.0
stats.norm.stats | 0.5, 2.0
stats.norm.interval | 0.5
"""

PROGRAMS = {
    "compiled.check": """
        >>> f = tg.compile(lambda x: np.sum(x**2))
        >>> f(np.array([1.0, 2.0]))
        np.float64(5.0)
        >>> f.check(np.array([1.0, 2.0]))
        """,
    "compiled.forget": """
        >>> f = tg.compile(lambda x: np.sum(x**2))
        >>> f(np.array([1.0, 2.0]))
        np.float64(5.0)
        >>> f.forget()
        >>> f.stats()["variants"]
        0
        """,
    "compiled.stats": """
        >>> f = tg.compile(lambda x: np.sum(x**2))
        >>> f(np.array([1.0, 2.0]))
        np.float64(5.0)
        >>> f.stats()["recordings"]
        1
        """,
    "compiled.tape": """
        >>> f = tg.compile(lambda x: np.sum(x**2))
        >>> print(f.tape(np.array([1.0, 2.0])))
        sealed tape of 3 instructions, 1 inputs, 1 outputs
          %0 = input        float64[2]
          %1 = square(%0)   float64[2]
          %2 = sum_all(%1)  float64[]
          return %2
        """,
    "compiled.tape_data": """
        >>> tape = tg.compile(lambda x: np.sum(x**2)).tape_data(np.zeros(2))
        >>> y, work = np.empty(1), np.empty(tg.nb.work_size(tape))
        >>> tg.nb.value(tape, np.array([1.0, 2.0]), y, work), y[0]
        (0, np.float64(5.0))
        """,
    "compiled.save": """
        >>> import io
        >>> file = io.BytesIO()
        >>> tg.compile(lambda x: np.sum(x**2)).save(file, np.zeros(2))
        >>> position = file.seek(0)
        >>> tg.load(file)(np.array([1.0, 2.0]))
        np.float64(5.0)
        """,
    "compiled.pointer": """
        >>> pointer = tg.compile(lambda x: np.sum(x**2)).pointer(np.zeros(2))
        >>> pointer.address > 0
        True
        """,
    "compiled.export": """
        >>> import os, tempfile
        >>> f = tg.compile(lambda x: np.sum(x**2))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     files = f.export(os.path.join(folder, "square"), np.zeros(2), kind="c")
        ...     print("square.c" in os.listdir(folder))
        True
        """,
    "Tensor.backward Tensor.zero_grad": """
        >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
        >>> (x * x).sum().backward()
        >>> x.grad
        tensor([2., 4.])
        >>> x.zero_grad()
        >>> x.grad is None
        True
        """,
    "Tensor.clone": """
        >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
        >>> y = x.clone()
        >>> y[0] = 0.0
        >>> y.sum().backward()
        >>> x.grad
        tensor([0., 1.])
        """,
    "Tensor.searchsorted": """
        >>> print(tg.tensor([1.0, 2.0, 4.0]).searchsorted([1.5, 3.0]))
        tensor([1, 2])
        """,
    "Tensor.detach Tensor.numpy": """
        >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
        >>> x.detach().numpy()
        array([1., 2.])
        """,
    "Tensor.requires_grad_": """
        >>> x = tg.tensor([1.0, 2.0])
        >>> x.requires_grad_()
        tensor([1., 2.], requires_grad=True)
        """,
    "Tensor.retain_grad": """
        >>> x = tg.tensor(3.0, requires_grad=True)
        >>> y = x * x
        >>> y.retain_grad()
        >>> (2.0 * y).backward()
        >>> y.grad
        tensor(2.)
        """,
    "Tensor.register_post_accumulate_grad_hook": """
        >>> x = tg.tensor(3.0, requires_grad=True)
        >>> handle = x.register_post_accumulate_grad_hook(lambda leaf: print(leaf.grad))
        >>> (x * x).backward()
        tensor(6.)
        """,
    "Tensor.to_device": """
        >>> tg.tensor([1.0, 2.0]).to_device("cpu")
        tensor([1., 2.])
        """,
    "Tensor.tobytes": """
        >>> len(tg.tensor([1.0, 2.0]).tobytes())
        16
        """,
    "Tensor.tofile": """
        >>> import tempfile
        >>> with tempfile.TemporaryFile() as file:
        ...     tg.tensor([1.0, 2.0]).tofile(file)
        ...     print(file.tell())
        16
        """,
    "empty_like": """
        >>> tg.empty_like([0.5, 2.0]).shape
        (2,)
        """,
    "histogramdd": """
        >>> counts, edges = tg.histogramdd(tg.tensor([[1.0, 4.0], [3.0, 2.0]]), bins=2)
        >>> counts
        tensor([[0., 1.],
                [1., 0.]])
        """,
    "linalg.cho_factor": """
        >>> factor = tg.linalg.cho_factor(tg.tensor([[4.0, 2.0], [2.0, 5.0]]))
        >>> print(np.asarray(tg.linalg.cho_solve(factor, [8.0, 12.0])).round(6))
        [1. 2.]
        """,
    "linalg.fractional_matrix_power": """
        >>> A = tg.tensor([[4.0, 0.0], [0.0, 9.0]])
        >>> print(np.asarray(tg.linalg.fractional_matrix_power(A, 0.5)).round(6))
        [[2. 0.]
         [0. 3.]]
        """,
    "integrate.dblquad": """
        >>> print(round(float(tg.integrate.dblquad(lambda y, x: x * y, 0.0, 1.0, 0.0, 2.0)[0]), 6))
        1.0
        """,
    "integrate.tplquad": """
        >>> integral, error = tg.integrate.tplquad(lambda z, y, x: x * y * z, 0.0, 1.0, 0.0, 1.0, 0.0, 2.0)
        >>> print(round(float(integral), 6))
        0.5
        """,
    "integrate.nquad": """
        >>> print(round(float(tg.integrate.nquad(lambda x, y: x * y, [(0.0, 1.0), (0.0, 2.0)])[0]), 6))
        1.0
        """,
    "grad_and_value": """
        >>> slope, value = tg.func.grad_and_value(lambda x: x**2)(3.0)
        >>> print(float(slope), float(value))
        6.0 9.0
        """,
    "jacfwd jacrev": """
        >>> print(tg.func.NAME(lambda x: x**2)(np.array([1.0, 2.0])))
        [[2. 0.]
         [0. 4.]]
        """,
    "linearize": """
        >>> value, derivative = tg.func.linearize(lambda x: x**2, 3.0)
        >>> print(float(value), float(derivative(1.0)))
        9.0 6.0
        """,
    "empty": """
        >>> tg.empty(2).shape
        (2,)
        """,
    "from_dlpack": """
        >>> tg.from_dlpack(np.array([0.5, 2.0]))
        tensor([0.5, 2. ])
        """,
    "frombuffer": """
        >>> tg.frombuffer(np.array([0.5, 2.0]).tobytes())
        tensor([0.5, 2. ])
        """,
    "fromstring": """
        >>> tg.fromstring("0.5 2.0", sep=" ")
        tensor([0.5, 2. ])
        """,
    "genfromtxt loadtxt": """
        >>> import io
        >>> tg.NAME(io.StringIO("0.5 2.0"))
        tensor([0.5, 2. ])
        """,
    "fromfile": """
        >>> import tempfile
        >>> with tempfile.TemporaryFile() as file:
        ...     np.array([0.5, 2.0]).tofile(file)
        ...     position = file.seek(0)
        ...     print(tg.fromfile(file))
        tensor([0.5, 2. ])
        """,
    "save savez savez_compressed savetxt": """
        >>> import io
        >>> file = io.BytesIO()
        >>> tg.NAME(file, tg.tensor([0.5, 2.0]))
        >>> len(file.getvalue()) > 0
        True
        """,
    "get_num_threads set_num_threads": """
        >>> threads = tg.get_num_threads()
        >>> tg.set_num_threads(1)
        >>> tg.get_num_threads()
        1
        >>> tg.set_num_threads(threads)
        """,
    "is_grad_enabled": """
        >>> with tg.no_grad():
        ...     print(tg.is_grad_enabled())
        False
        """,
    "is_inference_mode_enabled": """
        >>> with tg.inference_mode():
        ...     print(tg.is_inference_mode_enabled())
        True
        """,
    "leastsq": """
        >>> print(np.asarray(tg.optimize.leastsq(lambda x: x - np.array([1.0, 2.0]), [0.0, 0.0])[0]).round(6))
        [1. 2.]
        """,
    "minimize_scalar": """
        >>> print(round(float(tg.optimize.minimize_scalar(lambda x: (x - 0.5) ** 2).x), 6))
        0.5
        """,
    "sparse.asarray": """
        >>> import scipy.sparse
        >>> print(tg.sparse.asarray(scipy.sparse.eye_array(2)).toarray())
        tensor([[1., 0.],
                [0., 1.]])
        """,
    "sparse.eye_array": """
        >>> print(tg.sparse.eye_array(2).toarray())
        tensor([[1., 0.],
                [0., 1.]])
        """,
    "sparse.csc_array sparse.csr_array": """
        >>> values = tg.tensor([2.0, 3.0], requires_grad=True)
        >>> A = tg.sparse.NAME((values, ([0, 1], [1, 0])), shape=(2, 2))
        >>> (A @ np.array([1.0, 10.0])).sum().backward()
        >>> values.grad
        tensor([10.,  1.])
        """,
    "sparse.block_array": """
        >>> A = tg.sparse.eye_array(1)
        >>> print(tg.sparse.block_array([[A, None], [None, A]]).toarray())
        tensor([[1., 0.],
                [0., 1.]])
        """,
    "sparse.block_diag": """
        >>> A = tg.sparse.eye_array(1)
        >>> print(tg.sparse.block_diag([A, A]).toarray())
        tensor([[1., 0.],
                [0., 1.]])
        """,
    "sparse.hstack sparse.vstack": """
        >>> A = tg.sparse.eye_array(2)
        >>> print(tg.sparse.NAME([A, A]).shape in ((2, 4), (4, 2)))
        True
        """,
    "sparse.kron": """
        >>> A = tg.sparse.eye_array(2)
        >>> print(tg.sparse.kron(A, A).shape)
        (4, 4)
        """,
    "sparse.tril sparse.triu": """
        >>> A = tg.sparse.coo_array(np.array([[1.0, 2.0], [3.0, 4.0]]))
        >>> print(tg.sparse.NAME(A).nnz)
        3
        """,
}
"""Other examples, by the names of the functions; ``NAME`` is that of each."""


def arguments(namespace: str, name: str) -> str:
    """Return the arguments of a call as they are written; nothing where none is known."""
    rows: dict[str, str] = {}
    for line in _CALLS.strip().splitlines():
        names, _, call = line.partition(" | ")
        rows |= dict.fromkeys(names.split(", "), call)
    return rows.get(f"{namespace}.{name}", rows.get(name, "") if namespace in ("", "numpy") else "")


def program(namespace: str, name: str) -> str:
    """Return an example that is no single call; nothing where none is known."""
    for names, text in PROGRAMS.items():
        if not {name, f"{namespace}.{name}"}.isdisjoint(names.split()):
            return "\n".join(line.removeprefix(" " * 8) for line in text.strip().replace("NAME", name).splitlines())
    return ""
