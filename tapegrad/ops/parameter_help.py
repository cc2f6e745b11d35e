"""What parameters are, by name: the help of functions whose arguments are NumPy's or SciPy's.

A line is ``name | type | meaning``; a name that means something else in one namespace, or for one function, has a line
with that before it: ``fft.n``, ``signal.freqz.plot``. `tapegrad.ops.help_text` reads it when help is first asked for.

Tests: tests/package/test_help.py
"""

from __future__ import annotations

import functools

_OF_ALL = """
x, a, m, z, arr, ary, ar, array, input, data, values_in, im, volume | array_like | The operand.
b, v, y, x2, a2, ar2, in2, other, B | array_like | The second operand.
x1, a1, ar1, in1 | array_like | The first operand.
A | array_like | A square matrix, or a stack of them.
axis | int or tuple of int | Where to work along; by default as in the function of NumPy or SciPy.
axes | sequence of int | Several axes, in the order in which they are used.
axis1, axis2 | int | One of the two axes.
axisa, axisb, axisc, caxis, baxis, outaxis | int | The axis of the vectors in one operand, or in the result.
args | tuple | Further arguments, which are passed on.
keywords, kwargs, kw | dict | Further keywords, which are passed on.
dtype | dtype | That of the result, or in which sums are computed.
out, output | Tensor, array or dtype | Where the result is written. A Tensor keeps the history.
keepdims | bool | Keep reduced axes with length 1.
where | array_like of bool | Which elements take part.
initial | number | The value that a reduction starts from.
device | {"cpu"} | All Tensors are in main memory.
like | array_like | What an array is made like.
requires_grad | bool | Whether gradients flow to the new Tensor.
copy | bool or None | Whether the data are copied. None: only if that is needed.
subok | bool | An argument of NumPy's without a meaning here.
order | {"C", "F", "A", "K"} | The order of elements. Tensors lie in C order.
casting | str | NumPy's rule for conversions between dtypes.
shape, new_shape, output_shape | int or tuple of int | Lengths of the dimensions of the result.
n, num, count, N | int | A number of elements, or of repetitions.
M | int | The number of columns.
k | int | Which diagonal, above (positive) or below the main one.
size, mysize, kernel_size | int or sequence of int | The lengths of the window.
mode | str | How the result is cut, or how borders are continued, by the names of NumPy and SciPy.
cval, fillvalue | float | The value beyond borders, if they are continued by a constant.
origin | int or sequence of int | How far the window is moved from its middle.
footprint | array_like of bool | Which elements of the window take part.
structure | array_like | Numbers that are added within the window.
check_finite | bool | An argument of SciPy's without a meaning here: numbers that are not finite go through.
overwrite_x, overwrite_a, overwrite_b, overwrite_c, overwrite_ab, overwrite_a_band, overwrite_input, overwrite_data | bool | An argument without a meaning here: operands are never written to.
workers, lwork, plan, max_work | int | An argument without a meaning here: it allows a way to compute.
lapack_driver, driver | str | An argument without a meaning here: it chooses a routine of LAPACK.
norm | {"backward", "ortho", "forward"} | Which of both directions is scaled.
rtol, tol, rcond, cond | float | The relative tolerance.
atol | float | The absolute tolerance.
equal_nan | bool | Whether NaN equals NaN.
method | str | Which rule is used, by its name in NumPy or SciPy.
weights | array_like | A weight for each element.
returned | bool | Return the sum of the weights too.
lower | bool | Whether the lower triangle is given or wanted.
upper | bool | Whether the upper triangle is wanted.
full_output, full, disp, show, quiet | bool | Whether more about the computation is returned or printed.
q | array_like | Probabilities.
weight, wvar, wopts | str or tuple | A weight of the integrand, as in SciPy.
func, f, function, fun, func1d | callable | A function of arrays.
window | str, tuple or array_like | A window's name, or its values.
fs | float | The sampling frequency.
nperseg | int | Samples in each segment.
noverlap | int | Samples that neighbouring segments share.
nfft | int | The length of the transform, filled with zeros.
detrend | str, bool or callable | What is taken from each segment before.
scaling | {"density", "spectrum", "psd"} | Whether a density or a power is given.
return_onesided, input_onesided | bool | One side of the spectrum alone, for real signals.
average | {"mean", "median"} | How segments are averaged.
boundary | str or bool | How the signal is continued at its ends.
padded | bool | Fill the last segment with zeros.
time_axis, freq_axis | int | Where time and frequency are.
Zxx | array_like | A short-time Fourier transform.
c | array_like | Coefficients, or the first column of a matrix.
s | sequence of int | Lengths along the axes of the transform.
type | int | The kind of the transform or problem, by its number.
orthogonalize | bool | Whether the transform's matrix is orthogonal.
p, u | array_like | Coefficients of a polynomial.
deg | int | The degree.
tensor | bool | Evaluate each column of coefficients at all points.
xtol, ftol, gtol, epsabs, epsrel | float | The tolerance at which the method ends.
maxiter, maxfev, maxfun, limit, limlst, maxp1, max_rows, max_steps | int | At most so many.
format | str | The format of SciPy's sparse arrays; without a meaning here.
offset | int | Which diagonal, or where to begin.
has_aux | bool | Whether the function returns a pair, whose second part is passed on without derivative.
argnums | int or tuple of int | The arguments that derivatives are by.
holomorphic | bool | Whether a complex function has a complex derivative.
values, val, vals | array_like | The new elements.
dx | float | The distance of samples.
t | array_like | Knots, times or an exponent.
indices_or_sections | int or sequence of int | The number of parts, or where they begin.
ddof, correction | float | The sum of squares is divided by the number of elements less this.
mean | array_like | The mean, if it is known.
bins | int, str or array_like | The number of bins, a rule for it, or their edges.
range, ranges | pairs of float | From where to where.
density | bool | Whether frequencies are divided by their integral.
d, e | array_like | The diagonal, and the elements beside it.
prefilter | bool | Whether the spline's coefficients must be computed first.
x0, y0 | array_like | Where to begin.
start, start_or_stop | number | The first number.
stop | number | The last number.
step | number | The distance of neighbours.
endpoint | bool | Whether the last number is included.
retstep | bool | Return the distance too.
base | number | The base of the powers.
tup, arrays, mats, blocks, arrs | sequence of array_like | The arrays to put together.
assume_unique | bool | Whether elements are known to be unique.
ord | number or str | Which norm: NumPy's `ord`.
indices, ind, multi_index | array_like of int | Positions.
work | array | Memory for the computation, of `work_size(tape)` numbers.
tape | tuple | What `tape_data` of a compiled function gives.
J, g | array | Where derivatives are written.
status | int | What a call has returned.
select, select_range, max_ev, subset_by_index, subset_by_value | str, tuple or int | Which eigenvalues are computed.
r | array_like | The first or last row, or a weight.
hermitian | bool | Whether the matrix equals its conjugate transpose.
derivative | bool | Return the derivative with respect to the argument.
sigma | float or sequence of float | The standard deviation of the Gaussian.
truncate, radius | float | Where the Gaussian is cut off.
tck | tuple | Knots, coefficients and degree of a spline.
condition, condlist, mask | array_like of bool | Where elements are chosen or written.
right | bool | Whether bins include their right end, or the value right of the samples.
left | number or bool | The value left of the samples, or whether left eigenvectors are wanted.
fill_value | number | The value of the new elements.
w | array_like | Weights.
xs | containers of arrays | What the turns are given, one element of the first axis each.
confidence | float | A probability.
moments | str | "m" for the mean, "v" for the variance.
values_to_print | object | What is printed.
xdata, ydata | array_like | The points, and the values there.
loss | str or callable | A loss of SciPy's, of squared residuals.
lmbda | array_like | The power.
alpha, beta | array_like | A parameter of the family.
dfn, dfd, df | array_like | Degrees of freedom.
gamma | array_like | The half width of the Lorentzian.
outputs, grad_outputs, inputs | Tensor or sequence of Tensors | What is differentiated, the seeds, and by what.
retain_graph, create_graph | bool | Keep the tape; record the derivative.
primals, tangents | sequence of array_like | The arguments, and their derivatives.
ab, a_band | array_like | The diagonals of a banded matrix, one in each row.
eigvals_only | bool | Leave eigenvectors out.
padtype, padlen | str or int | How, and by how many samples, the signal is continued.
sos | array_like | A filter in sections of second order.
col_deriv | bool | Whether derivatives stand in columns.
options, opts | dict | Options of the method.
fprime, fprime2, Dfun | callable | A derivative, which is not needed here.
kth | int or sequence of int | Positions that are filled as by sorting.
kind, stable | str or bool | The kind of sorting; what it gives is the same.
decimals | int | Decimal places.
rowvar | bool | Whether rows are variables.
bias | bool | Divide by the number of observations.
fweights, aweights | array_like | A number of repetitions, and a weight, for each observation.
include_initial | bool | Put the initial value in front.
obj | int, slice or array_like | Positions.
init | containers of arrays | The values before the first turn.
body, cond_fun | callable | What is done in each turn.
checkpoint | bool or int | Whether turns are computed again in the reverse sweep.
fname, file | path or file | What is read or written.
comments, delimiter, converters, usecols, unpack, encoding, ndmin, skip_header, skip_footer, missing_values, filling_values, names, excludelist, deletechars, replace_space, autostrip, case_sensitive, defaultfmt, usemask, loose, invalid_raise, skiprows, quotechar, sep, buffer | object | As in NumPy.
period, discont | float | The period, and the largest jump that is none.
return_sign | bool | Return the sign too.
xi, sample | array_like | The points.
shift | int or float, or sequences of them | How far elements are moved.
side | {"left", "right"} | On which side of equal elements, or of the product.
homogeneous_eigvals | bool | Give eigenvalues as quotients.
UPLO | {"L", "U"} | Which triangle is read.
assume_a | str | What is known of the matrix.
trans, transposed, conjugate | int, str or bool | Solve or multiply with the transposed or adjoint matrix.
c_or_cr | array_like or pair | The first column, and the first row.
return_rank | bool | Return the rank too.
pivoting | bool | Whether columns are exchanged.
balanced, singular, blocksize, calc_q, unit_diagonal, permute_l, p_indices, compute_expm, compute_uv, full_matrices | object | As in SciPy.
exact, extend, repetition | object | As in SciPy.
zi | array_like | The state of the filter before.
domain | array_like | The window.
rank, percentile | int or float | Which element of the sorted window.
up, down | int | By which factors the rate is changed.
points | array_like | Where samples, or difficulties of the integrand, are.
gfun, hfun, qfun, rfun | callable or float | Bounds of the inner integrals.
sensitivity | str | How derivatives of solutions are computed.
epsfcn, factor, diag, band, ml, mu, tcrit, h0, hmax, hmin, ixpr, mxstep, mxhnil, mxordn, mxords, printmessg, tfirst | object | As in SciPy.
bracket, bounds | pair or sequence of pairs of float | Where to look.
minlength | int | At least so many.
keep | sequence or callable | What is not computed again.
choices, choicelist, funclist | sequence | What is chosen from, or applied.
a_min, min | array_like | The lower bound.
a_max, max | array_like | The upper bound.
dst, src | array_like | Where to, and from where, elements are copied.
prepend, append, to_end, to_begin | array_like | What is put before or behind.
subscripts | str | The indices of operands and result.
operands | array_like | The arrays.
optimize | bool or str | Whether the best order is looked for.
wrap | bool | Go on below a tall matrix.
iter | iterable | Where numbers come from.
varargs | float or array_like | Distances or positions of samples.
edge_order | {1, 2} | The order of differences at the ends.
xp, fp | array_like | Positions of samples, and the samples.
return_indices, return_index, return_inverse, return_counts, sorted | bool | Return, or do, that too.
element, test_elements | array_like | What is looked for, and where.
invert | bool | Answer the opposite.
keys | sequence of array_like | What is sorted by; the last one first.
sparse | bool | Leave axes of length 1.
indexing | {"xy", "ij"} | The order of the first two axes.
source, destination | int or sequence of int | Where axes are, and where they are put.
nan, posinf, neginf | number | What is put in their place.
pad_width | int or pairs of int | How much is added at each end.
seq_of_zeros | array_like | Roots, or a square matrix.
cov | bool or str | Return the covariance too.
dims | tuple of int | The shape.
repeats, reps | int or sequence of int | How often.
requirements | str or sequence of str | What must hold of the array.
sorter | array_like of int | Positions that sort the array.
default | number | Where no condition holds.
window_shape | int or tuple of int | Lengths of the window.
writeable | bool | Views of Tensors can always be written to.
filt, trim | str or int | At which ends.
increasing | bool | Whether powers increase.
max_rank | int | At most so many.
c_and_lower, cb_and_lower | tuple | What the factorization gives.
lu_and_piv | tuple | What `lu_factor` gives.
E | array_like | The direction of the derivative.
sort | str or callable | Which eigenvalues come first.
l_and_u | pair of int | Diagonals below and above the main one.
theta, phi | array_like | The polar and the azimuthal angle.
diff_n | int | The order of derivatives that are returned.
ftype | str | The kind of the filter.
zero_phase, irlen | bool or int | As in SciPy.
bp | array_like of int | Where linear trends begin.
worN, whole, plot, include_nyquist | object | As in SciPy.
window_length, polyorder, deriv, delta | int or float | Samples in the window, degree of the polynomials, order of the derivative, distance of samples.
h | array_like | The filter.
noise | float | The power of the noise.
matrix | array_like | The linear part of the map.
coordinates | array_like | Where values are taken, one row for each axis.
angle | float | In degrees.
reshape | bool | Whether the whole image has room in the result.
zoom | float or sequence of float | The factors of the lengths.
grid_mode | bool | Whether distances are measured between the edges of pixels.
bounds_error | bool | Refuse points outside.
bc_type | str or pair | The conditions at the ends.
der, ext, xb, xe, task, per | object | As in SciPy.
t_span | pair of float | From when to when.
t_eval | array_like | When values are given.
dense_output, vectorized, complex_func | bool | As in SciPy.
events | callable or sequence of them | Functions whose zeros are events.
solver | str | How the linear system of the derivative is solved.
arg1 | array_like, sparse array or tuple | What the array is made of.
offsets | sequence of int | Which diagonals.
condition_number | number | Which norm.
"""
_OF_ONE = """
fft.n | int | The length of the transform; the signal is cut, or filled with zeros.
fft.fftfreq.d, fft.rfftfreq.d | float | The distance of samples.
special.multigammaln.d | int | The dimension.
special.n | int | The order or degree.
special.N, special.k | int or array_like | Of how many, and how many are chosen.
special.x, special.q | array_like | The argument.
special.b | array_like | Weights of the exponentials.
linalg.matrix_power.n, linalg.fractional_matrix_power.t | number | The exponent.
linalg.b | array_like | The right-hand side, or the second matrix.
linalg.s | array_like | Singular values, fractions or a matrix.
linalg.output | {"real", "complex"} | In which numbers the result is.
linalg.n, linalg.N | int | The number of columns.
linalg.q, linalg.e | array_like | Weights, or the elements beside the diagonal.
stats.norm.k | array_like | Whole numbers.
stats.norm.x | array_like | The points.
stats.norm.args | array_like | Parameters of the shape, then loc and scale.
stats.norm.keywords | array_like | The same by their names.
compiled.args | array_like | Arguments, as of a call; without any, those used last.
compiled.keywords | array_like | Keyword arguments, as of a call.
compiled.file | path or file | Where it is written.
Tensor.shape | int or tuple of int | The lengths of the dimensions.
Tensor.axes | int or tuple of int | The axes in their new order; reversed by default.
Tensor.index | int | The index of one element.
Tensor.gradient | array_like | The seed; it can be left out for one number.
Tensor.inputs | Tensor or sequence of Tensors | The leaves that get gradients; by default all.
Tensor.value | number | What is written.
Tensor.hook | callable | What is called.
Tensor.stream | None | There are no streams.
Tensor.fid | path or file | Where it is written.
linalg.norm.axis, linalg.trace.axis1 | int or pair of int | Where vectors or matrices are.
linalg.mode | str | Which factors are given: NumPy's and SciPy's names.
signal.n, signal.num | int | A number of samples.
signal.q | int | The factor by which the rate falls.
signal.b, signal.a | array_like | Coefficients of the numerator and the denominator of a filter.
signal.t | array_like | Times.
interpolate.k | int | The degree of the spline.
interpolate.s | float | How smooth the spline is.
interpolate.y, interpolate.values | array_like | The samples.
interpolate.x | array_like | Where samples are, or the spline is evaluated.
interpolate.n, interpolate.nu | int | The order of the derivative.
integrate.y | array_like | The samples.
integrate.x | array_like | Where samples are.
integrate.a, integrate.b | float | From where to where.
optimize.a, optimize.b, optimize.x1, optimize.x2 | float | From where to where.
ndimage.order | int | The degree of the spline, or of the derivative.
ndimage.mode | str | How borders are continued: SciPy's names.
polyint.k | array_like | Constants of integration.
polyval.x, polynomial.x | array_like | Where the polynomial is evaluated.
vander.N | int | The number of columns.
diff.n | int | How often.
cross.axis | int | Where vectors are in all operands.
set_num_threads.n | int | At most so many threads.
sort.order, partition.order, argsort.order, argpartition.order | None | An argument for records, which Tensors are not.
choose.a | array_like of int | Which one is chosen.
compress.condition | array_like of bool | Which elements are taken.
round.decimals | int | Decimal places.
fori_loop.lower, fori_loop.upper | int | From where, and up to where, it is counted.
while_loop.truncate | bool | Whether the turns that were not taken are left out.
"""


@functools.cache
def _table() -> dict[str, tuple[str, str]]:
    """Return type and meaning of each name."""
    rows: dict[str, tuple[str, str]] = {}
    for line in f"{_OF_ALL}{_OF_ONE}".strip().splitlines():
        if line:
            names, kind, meaning = line.split(" | ")
            rows |= dict.fromkeys(names.split(", "), (kind, meaning))
    return rows


def described(namespace: str, function: str, name: str) -> tuple[str, str]:
    """Return the type and the meaning of a parameter; nothing where none is known.

    Parameters
    ----------
    namespace, function, name : str
    """
    rows = _table()
    for key in (f"{namespace}.{function}.{name}", f"{function}.{name}", f"{namespace}.{name}", name):
        if key in rows:
            return rows[key]
    return "", ""
