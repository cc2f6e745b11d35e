"""Sparse Jacobians and Hessians: colours rows or columns, and runs one sweep for each colour.

What is found once for each recording: the pattern, a colouring of its columns, its rows or both (see
`tapegrad.func.colouring` and `tapegrad.func.sweep_directions`), and a sealed tape that sweeps once for each colour and
puts the nonzeros into the order of SciPy's compressed rows. A recording belongs to the decisions that were taken in it,
and so does its pattern.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, get_args

import numpy as np
from scipy.sparse import csr_array

from tapegrad.autograd import traced_sweep
from tapegrad.errors import ArgumentError, CapturedError, DtypeError, PlainDataError, ReplayError, check_function
from tapegrad.func import sparsity
from tapegrad.func.argument_leaves import F, named
from tapegrad.func.colouring import star_colouring, symmetric_places
from tapegrad.func.containers import LEAF, flatten
from tapegrad.func.jacobians import as_array
from tapegrad.func.reverse_mode import grad
from tapegrad.func.sparsity_pattern import By, Format, SparsityPattern
from tapegrad.func.stencils import stencil
from tapegrad.func.sweep_directions import SweepDirections, sweep_directions
from tapegrad.hints import with_hints
from tapegrad.lazy_imports import later
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shape_ops import concatenate_op, reshape_op
from tapegrad.progress import task
from tapegrad.record.open_recording import current
from tapegrad.record.trace import Trace
from tapegrad.record.variables import variable
from tapegrad.replay.compile import compile as compiled
from tapegrad.replay.explained import arguments_of
from tapegrad.tensor.batching import mapped
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array

_of_explain = later(__name__, {"tapegrad.explain.explanation": ("of_sparse",)})

Values = tuple[Any, SparsityPattern]  # of the nonzeros, and where they are


class _Recordings:
    """The patterns of a derivative's recordings, whose function notes them: with the derivative itself, it would make a
    reference cycle.

    Attributes
    ----------
    varies : bool
        Whether there are different patterns of one shape.
    """

    def __init__(self) -> None:
        self.varies = False
        self._first: dict[tuple[int, int], SparsityPattern] = {}  # by shape

    def note(self, pattern: SparsityPattern) -> None:
        """Compare the pattern of a recording with the first one of its shape."""
        self.varies |= not self._first.setdefault(pattern.shape, pattern).equals(pattern)


class SparseDerivative:
    """A sparse Jacobian or Hessian as a function; see `sparse_jacobian` and `sparse_hessian`."""

    __name__: str

    def __init__(self, f: F, argnums: int, name: str, format: Format, recorded: Callable[..., Values]) -> None:  # noqa: A002 (SciPy's name)
        check_function(f, name)
        if not isinstance(argnums, (int, np.integer)) or isinstance(argnums, bool):
            raise ArgumentError(
                f"{name}: argnums must be an integer, got {argnums!r}. Join several arguments into one array."
            )
        if format not in get_args(Format):
            raise ArgumentError(f"{name}: format must be one of {', '.join(get_args(Format))}, got {format!r}.")
        self._name = name
        self.recorded = recorded  # what it is within an open recording
        self._recordings = recordings = _Recordings()
        self._shown: dict[tuple[int, int], SparsityPattern] = {}  # by shape, the last one that `pattern` returned

        def noted(*args: Any, **keywords: Any) -> Values:
            values, pattern = recorded(*args, **keywords)
            recordings.note(pattern)
            return values, pattern

        self._compiled = compiled(named(f, name)(noted))
        named(f, name)(self)

    def __call__(self, *args: Any, **keywords: Any) -> csr_array:
        values, pattern = self._replayed(args, keywords)
        matrix: csr_array = pattern.matrix(values)
        return matrix

    def values(self, *args: Any, out: np.ndarray | None = None, **keywords: Any) -> np.ndarray:
        """Return the nonzeros alone, in the order of the pattern.

        A compiled function may call it with its own arguments: it returns a Tensor then, and all that the function
        computes shares what is computed in common.

        Parameters
        ----------
        *args, **keywords
            As of the function.
        out : ndarray, optional
            The array to write them to; nothing is allocated then. Not within a compiled function.

        Returns
        -------
        ndarray
            `out`, if given.

        Raises
        ------
        ReplayError
            If a decision in the function has led to another pattern than `pattern` returned last for this shape.
        ArgumentError
            Within a compiled function, if the array to differentiate by is none of its arguments.

        Examples
        --------
        >>> import numpy as np
        >>> import tapegrad as tg
        >>> J = tg.func.sparse_jacobian(lambda x: x[1:] * x[:-1] ** 2)
        >>> rows, columns = J.pattern(np.ones(3)).coordinates
        >>> rows, columns
        (array([0, 0, 1, 1], dtype=int32), array([0, 1, 1, 2], dtype=int32))
        >>> memory = np.empty(4)
        >>> J.values(np.array([1.0, 2.0, 3.0]), out=memory)
        array([ 4.,  1., 12.,  4.])
        """
        if (trace := current()) is not None and trace.strict and out is None and self._of_recording(args, trace):
            tensor: Any = self.recorded(*args, **keywords)[0]
            return tensor
        values: np.ndarray = self._replayed(args, keywords, None if out is None else (out, None))[0]
        if self._recordings.varies:
            pattern = self._replayed(args, keywords)[1]
            if not self._shown.get(pattern.shape, pattern).equals(pattern):
                raise ReplayError(
                    f"{self._name}: expected the pattern that `pattern` returned last, got another one, because a "
                    "decision in the function went another way. Call `pattern` with these arguments first."
                )
        return values

    def pattern(self, *args: Any, **keywords: Any) -> SparsityPattern:
        """Return where the derivative can be other than 0; recorded if need be."""
        pattern = self._replayed(args, keywords)[1]
        self._shown[pattern.shape] = pattern
        return pattern

    def colours(self, *args: Any, **keywords: Any) -> int:
        """Return how many sweeps, or diagonals, a call takes; recorded if need be."""
        return self._replayed(args, keywords)[1].colours

    def has_guards(self, *args: Any, **keywords: Any) -> bool:
        """Tell whether decisions in the function may change the pattern; recorded if need be."""
        return bool(self._compiled.tape(*args, **keywords).guards)

    def explain(self, path: Any = None, *args: Any, **keywords: Any) -> Any:
        """Show what a call does, with the pattern and the colours of its columns or rows; see
        `tapegrad.replay.explained.Explainable.explain`.
        """
        if not (args or keywords):
            args, keywords = arguments_of(self._compiled._sealed((), {}))
        pattern = self._replayed(args, keywords)[1]
        variant, _ = self._compiled._explained(args, keywords)
        return _of_explain("of_sparse")(variant, pattern, self._name == "sparse_hessian", repr(self)[1:-1], path)

    def _of_recording(self, args: tuple[Any, ...], trace: Trace) -> bool:
        leaves: list[Any] = []
        flatten(args, leaves)
        return any(isinstance(x, Tensor) and x._family.run is trace.run for x in leaves)

    def _replayed(self, args: tuple[Any, ...], keywords: dict[str, Any], out: Any = None) -> Values:
        leaves: list[Any] = []
        if keywords or any([x.__class__ is not np.ndarray for x in args]):  # noqa: C419 (a list is faster)
            flatten((args, keywords), leaves)
        if any(isinstance(x, Tensor) for x in leaves):
            raise PlainDataError(
                f"{self._name}: expected NumPy arrays, got a Tensor. A SciPy array cannot carry its gradient on: use "
                "the dense transform, or pass t.detach().numpy()."
            )
        result = self._compiled(*args, out=out, **keywords)
        if isinstance(result[0], Tensor):
            raise CapturedError(
                f"{self._name}: the function reads a Tensor that requires grad and is not an argument. A SciPy array "
                "cannot carry its gradient on: use the dense transform, or pass t.detach().numpy()."
            )
        return result

    def __repr__(self) -> str:
        return f"<{self.__name__}>"


@with_hints
def sparse_jacobian(f: F, argnums: int = 0, format: Format = "csr") -> SparseDerivative:  # noqa: A002 (SciPy's name)
    """Return the function that gives the Jacobian of `f` as a SciPy sparse array.

    Parameters
    ----------
    f : callable
        Returns one array.
    argnums : int
        The argument to differentiate by: one array.
    format : {"csr", "csc", "coo"}
        Of the result.

    Returns
    -------
    SparseDerivative
        Takes NumPy arrays, and returns a `scipy.sparse.csr_array`, `csc_array` or `coo_array`. It has a row for each
        element of the output and a column for each element of the argument, both in C order. `values(*args, out=None)`
        returns its nonzeros alone, and `pattern(*args)` says where they are.

    Raises
    ------
    ArgumentError
        If the Jacobian is not sparse: too many nonzeros, or too many sweeps.
    DtypeError
        If f returns, or is differentiated by, something else than float64 or float32.
    PlainDataError
        If an argument is a Tensor.

    See Also
    --------
    tapegrad.jacobian : the dense one.

    Notes
    -----
    The first call with a signature records `f`, and finds which output depends on which input. It colours columns or
    rows, whichever need fewer colours, or a few full rows and all columns without them. Tangent sweeps compute columns
    and reverse sweeps compute rows, one sweep for each colour. All later calls replay a sealed tape, like functions of
    `compile`. The pattern belongs to the recording, not to a point. It holds all elements that can be other than 0
    while the decisions in `f` stay the same. Nonzeros that happen to be 0 are kept.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> J = tg.func.sparse_jacobian(lambda x: x[1:] * x[:-1] ** 2)
    >>> J(np.array([1.0, 2.0, 3.0])).toarray()
    array([[ 4.,  1.,  0.],
           [ 0., 12.,  4.]])
    >>> J.colours(np.ones(1000))
    2
    """

    def recorded(*args: Any, **keywords: Any) -> Values:
        record = _Recording(args, argnums, "sparse_jacobian", format)
        out = record.output(f(*record.args, **keywords))
        if (alike := record.stencil(out)) is not None:
            return alike
        pattern = record.pattern(out)
        if not pattern.nnz:
            return record.nothing(pattern, out)
        with task("sparse_jacobian: colours"):
            directions = sweep_directions(pattern, sparsity.most_sweeps(pattern.shape), record.trace.has_tangents())
        return record.picked(*record.both_ways(out, directions, pattern), pattern)

    return SparseDerivative(f, argnums, "sparse_jacobian", format, recorded)


@with_hints
def sparse_hessian(f: F, argnums: int = 0, format: Format = "csr") -> SparseDerivative:  # noqa: A002 (SciPy's name)
    """Return the function that gives the Hessian of a scalar function as a SciPy sparse array, symmetric to the bit.

    Parameters
    ----------
    f : callable
        Returns a scalar.
    argnums : int
        The argument to differentiate by: one array.
    format : {"csr", "csc", "coo"}
        Of the result.

    Returns
    -------
    SparseDerivative
        As for `sparse_jacobian`; the array has a row and a column for each element of the argument, in C order.

    Raises
    ------
    GradientError
        If f does not return a scalar.
    ArgumentError, DtypeError, PlainDataError
        As `sparse_jacobian`.

    See Also
    --------
    tapegrad.hessian : the dense one.
    tapegrad.hvp : products with it.

    Notes
    -----
    The pattern is the one of the gradient's Jacobian, made symmetric, and its columns are star coloured. One tangent
    sweep over the gradient for each colour then gives every nonzero, or its mirror image, without overlap.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> H = tg.func.sparse_hessian(lambda x: np.sum(x[1:] * x[:-1] ** 2))
    >>> H(np.array([1.0, 2.0, 3.0])).toarray()
    array([[4., 2., 0.],
           [2., 6., 4.],
           [0., 4., 0.]])
    """

    def recorded(*args: Any, **keywords: Any) -> Values:
        record = _Recording(args, argnums, "sparse_hessian", format)
        slope = grad(f, argnums)(*record.args, **keywords)
        if (alike := record.stencil(slope, symmetric=True)) is not None:
            return alike
        pattern = record.pattern(slope)
        pattern = pattern + pattern.T.tocsr()
        if not pattern.nnz:
            return record.nothing(pattern, slope)
        with task("sparse_hessian: colours"):
            colours = star_colouring(pattern, sparsity.most_sweeps(pattern.shape))
        sums = record.columns(slope, colours)
        return record.picked([sums], symmetric_places(pattern, colours), "columns", pattern, symmetric=True)

    return SparseDerivative(f, argnums, "sparse_hessian", format, recorded)


# ------------------------------------------------------------------------------------------------- while recording


class _Recording:
    """The open trace, and the one array that is differentiated by.

    Attributes
    ----------
    x : Tensor
    args : list
        The arguments with x in its place.

    Raises
    ------
    ArgumentError, DtypeError
        If the argument is no array of floating-point numbers.
    """

    def __init__(self, args: Sequence[Any], argnums: int, name: str, format: Format) -> None:  # noqa: A002 (SciPy's name)
        trace = current()
        assert trace is not None
        self.trace: Trace = trace
        self.name, self.format = name, format
        if not -len(args) <= argnums < len(args):
            raise ArgumentError(f"{name}: argnums {argnums} is out of range for {len(args)} positional arguments.")
        value = args[argnums]
        if not isinstance(value, Tensor):
            raise ArgumentError(
                f"{name}: expected an array to differentiate by, got {type(value).__name__}. Join its arrays into one."
            )
        if value.dtype.kind != "f":
            raise DtypeError(
                f"{name}: can only differentiate by float64 and float32, got {value.dtype}. Convert it with "
                "astype(float)."
            )
        if value._i not in trace.inputs:
            raise ArgumentError(
                f"{name}: expected an argument of the compiled function to differentiate by, got what is computed in "
                "it. Make it an argument."
            )
        self._source = trace.inputs.index(value._i)
        self.x = variable(value)
        self._slot = self.x._i  # f may write to x, which is another value then
        self.args = list(args)
        self.args[argnums] = self.x

    def output(self, result: Any) -> Tensor:
        """Return the one array that f returns.

        Raises
        ------
        ArgumentError, DtypeError
        """
        result = as_array(result)
        if flatten(result, []) is not LEAF:
            remedy = "Write `return` before its result" if result is None else "Join its arrays into one"
            raise ArgumentError(f"{self.name}: f must return one array, got {type(result).__name__}. {remedy}.")
        out = as_tensor(result, self.name)
        if out.dtype.kind != "f":
            raise DtypeError(f"{self.name}: f must return float64 or float32, got {out.dtype}.")
        return out

    def pattern(self, out: Tensor) -> Any:
        """Return the pattern of the Jacobian of a Tensor of the recording."""
        with task(f"{self.name}: pattern"):
            return sparsity.jacobian_pattern(self.trace.program([out]), self._source, self.name)

    def stencil(self, out: Tensor, symmetric: bool = False) -> Values | None:
        """Return the nonzeros by diagonals, if the rows are alike."""
        if not out.size or not out.requires_grad or out._family.run is not self.trace.run:
            return None
        with task(f"{self.name}: diagonals"):
            alike = stencil(self.trace, self._slot, out._i, symmetric)
        if alike is None:
            return None
        starts, columns = alike.structure()
        pattern, order = self._in_format(starts, columns, (out.size, self.x.size), symmetric)
        place = None
        if order is not None:
            place = np.empty_like(order)
            place[order] = np.arange(order.size)
        return alike.values(starts, place), SparsityPattern(*pattern, alike.diagonals, "diagonals", self.format)

    def nothing(self, pattern: Any, out: Tensor) -> Values:
        """Return no nonzeros."""
        arrays, _ = self._in_format(pattern.indptr, pattern.indices, pattern.shape, False)
        return np.zeros(0, out.dtype), SparsityPattern(*arrays, 0, "columns", self.format)

    def picked(
        self, sums: Sequence[Tensor], places: np.ndarray, by: By, pattern: Any, symmetric: bool = False
    ) -> Values:
        """Return the nonzeros from what was swept, of which each has a place there."""
        arrays, order = self._in_format(pattern.indptr, pattern.indices, pattern.shape, symmetric)
        places = places if order is None else places[order]
        flat = [reshape_op(part, shape=(part.size,)) for part in sums]
        values = getitem_op(flat[0] if len(flat) == 1 else concatenate_op(*flat, axis=0), index=(places,))
        return values, SparsityPattern(*arrays, sum(map(len, sums)), by, self.format)

    def _in_format(
        self, starts: np.ndarray, columns: np.ndarray, shape: tuple[int, int], symmetric: bool
    ) -> tuple[tuple[tuple[int, int], np.ndarray, np.ndarray], np.ndarray | None]:
        """Return the shape and the arrays of a pattern, and the nonzeros in its order, if that is not the order of
        rows."""
        if self.format != "csc" or symmetric:
            return (shape, starts, columns), None
        by_column = csr_array((np.arange(columns.size), columns, starts), shape=shape).tocsc()
        return (shape, by_column.indptr, by_column.indices), by_column.data

    def both_ways(self, out: Tensor, directions: SweepDirections, pattern: Any) -> tuple[list[Tensor], np.ndarray, By]:
        """Return sums of columns and of rows, where the nonzeros are in them, and what they are of."""
        sums = []
        columns, rows = directions.counts
        if columns:
            sums.append(self.columns(out, directions.columns))
        if rows:
            sums.append(self.rows(out, directions.rows))
        row, column = np.repeat(np.arange(out.size), np.diff(pattern.indptr)), pattern.indices.astype(np.intp)
        in_columns, in_rows = directions.columns[column] * out.size + row, directions.rows[row] * self.x.size + column
        places = np.where(directions.by_row, in_rows + columns * out.size, in_columns)
        return sums, places, "columns" if not rows else "rows" if not columns else "columns and rows"

    def columns(self, out: Tensor, colours: np.ndarray) -> Tensor:
        """Return the sums of the columns of each colour, by tangent sweeps."""
        return self._swept(
            lambda seed: traced_sweep.tangent(self.trace, {self._slot: seed}, [out._i]), colours, self.x, out
        )

    def rows(self, out: Tensor, colours: np.ndarray) -> Tensor:
        """Return the sums of the rows of each colour, by reverse sweeps."""
        return self._swept(
            lambda seed: traced_sweep.reverse(self.trace, [(out._i, seed)], [self._slot]), colours, out, self.x
        )

    def _swept(
        self, sweep: Callable[[Tensor], Sequence[Tensor | None]], colours: np.ndarray, seeded: Tensor, result: Tensor
    ) -> Tensor:  # fmt: skip
        """Return the results of sweeps from the sum of the unit vectors of each colour.

        Raises
        ------
        ArgumentError
            If there are too many colours.
        """
        count = int(colours.max()) + 1
        most = sparsity.most_sweeps((seeded.size, result.size))
        if count > most:
            raise ArgumentError(
                f"{self.name}: expected a pattern that up to {most:,} sweeps find, got one that takes more. Use "
                "products with jvp, vjp and hvp."
            )
        seeds = np.zeros((count, seeded.size), seeded.dtype)
        coloured = np.flatnonzero(colours >= 0)
        seeds[colours[coloured], coloured] = 1.0

        def moved_or_zeros(seed: Tensor) -> list[Tensor]:
            (moved,) = sweep(seed)
            return [from_array(np.zeros(result.shape, result.dtype)) if moved is None else moved]

        with task(f"{self.name}: {count} sweeps"):
            (sums,) = mapped(moved_or_zeros, [seeds.reshape(count, *seeded.shape)], [True])
        return sums
