"""Record once, replay: `compile` and what it returns.

A `CompiledFunction` keeps, for each signature of a call, sealed tapes of its function, one for each combination of
decisions that was met: its *variants*. A call replays the variant used last; where a guard fails it tries the others,
and where all fail it records anew.

Invariant: a wrong branch is never replayed.
"""

from __future__ import annotations

import operator
import sys
import time
import types
import warnings
from collections import OrderedDict
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, ClassVar

import numpy as np

from tapegrad.codegen.executable import collector_paused, exclusive
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ReplayError, VariantWarning, check_function
from tapegrad.func.containers import Structure, flatten
from tapegrad.func.derived import emitted
from tapegrad.replay.batch import run_batch
from tapegrad.replay.fast import MISSED, fast_call
from tapegrad.replay.native_data import tape_data
from tapegrad.replay.recorded import Recorded, recorded
from tapegrad.replay.sealed import LoadedTape
from tapegrad.replay.signature import Signature, signature_of
from tapegrad.replay.variant import Variant
from tapegrad.tape.program import Program
from tapegrad.tape.trace import current
from tapegrad.tensor.tensor import Tensor, as_tensor

_MANY = 8  # recordings of one signature before a warning


class CapturedError(PlainDataError):
    """The function reads a Tensor that requires grad and is no argument."""


class CompiledFunction:
    """A function that is recorded once per signature and replayed from then on; see `compile`."""

    watch: ClassVar[Callable[..., Any] | None] = None  # gives what measures a call, while there are profiles

    def __init__(self, f: Callable[..., Any], static_argnums: Sequence[int], max_variants: int, lines: bool) -> None:
        self._f = f
        self._static = tuple(static_argnums)
        self._max_variants = max_variants
        self._lines = lines
        self._variants: OrderedDict[Any, list[Variant]] = OrderedDict()
        self._fast: Callable[..., Any] | None = None
        self._last: Variant | None = None
        self._recordings = self._misses = 0
        self._warned: set[Any] = set()
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            if hasattr(f, name):
                setattr(self, name, getattr(f, name))
        self.__wrapped__ = f

    def __call__(self, *args: Any, out: Any = None, **keywords: Any) -> Any:
        if self.watch is not None and (measured := self.watch(self, "")) is not None:
            with measured:
                return self(*args, out=out, **keywords)
        fast = self._fast
        if fast is not None and not keywords:
            try:
                result = fast(*args) if out is None else fast.into(out, *args)  # type: ignore[attr-defined]
            except TypeError:  # another number of arguments
                result = MISSED
            if result is not MISSED:
                return result
        return self._call(args, keywords, out)

    def batch(self, *args: Any, in_axes: Any = 0, **keywords: Any) -> Any:
        """Return the results for every instance of a batch, in arrays with a leading axis.

        One sealed tape is replayed for all, lanes across the instances, blocks across threads (see
        `tapegrad.set_num_threads`).

        Parameters
        ----------
        *args, **keywords
            The function's arguments as NumPy arrays with a batch axis.
        in_axes : int, None or tuple of them
            Where the batch axis of each positional argument is; None for an argument that all instances share.

        Raises
        ------
        ShapeError
            If the batch axes have different lengths.

        Examples
        --------
        >>> import numpy as np
        >>> import tapegrad as tg
        >>> slope = tg.compile(tg.grad(lambda x, a: a * np.sum(x * x)))
        >>> slope.batch(np.arange(6.0).reshape(3, 2), 10.0, in_axes=(0, None))
        array([[  0.,  20.],
               [ 40.,  60.],
               [ 80., 100.]])
        """
        if self.watch is not None and (measured := self.watch(self, ".batch")) is not None:
            with measured:
                return self.batch(*args, in_axes=in_axes, **keywords)
        return run_batch(self, args, keywords, in_axes)

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any], out: Any) -> Any:
        key, leaves = self.signature(args, keywords)
        if any([isinstance(x, Tensor) for x in leaves]):  # noqa: C419 (a list is faster)
            if out is not None:
                raise ArgumentError(f"{self.title}: out= is for NumPy arguments, got a Tensor.")
            return self._on_tensors(key, leaves, args, keywords)
        tried: list[Variant] = []
        while True:
            for variant in [v for v in self._variants.get(key, ()) if v not in tried]:
                done, result = self._replayed(variant, leaves, out)
                if done:
                    self._use(key, variant)
                    return result
                self._misses += 1
                tried.append(variant)
            with exclusive:
                if any([v not in tried for v in self._variants.get(key, ())]):  # noqa: C419
                    continue  # another thread has recorded one
                try:
                    variant, recording = self.record(key, leaves, args, keywords)
                except CapturedError:
                    if current() is None:
                        raise
                    return self._f(*args, **keywords)  # what it reads is part of the recording that is open
                break
        done, result = self._replayed(variant, leaves, out)
        if done:
            return result
        outputs = recording.values()  # the recording itself is the answer: a decision hangs on the last bit
        if out is None:
            return variant.result(outputs)
        variant.put(out, outputs, self.title)
        return out

    def _replayed(self, variant: Variant, leaves: list[Any], out: Any) -> tuple[bool, Any]:
        """Tell whether a variant's guards hold, and then the result."""
        if out is not None:
            return variant.run_into(out, leaves, self.title) == 0, out
        status, outputs = variant.run(leaves)
        return (False, None) if status else (True, variant.result(outputs))

    # -------------------------------------------------------------------------------------------- signatures

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"compiled {getattr(self, '__name__', type(self._f).__name__)}"

    @property
    def function(self) -> Callable[..., Any]:
        """What is compiled."""
        return self._f

    @property
    def max_variants(self) -> int:
        """How many sealed tapes are kept."""
        return self._max_variants

    def signature(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Signature, list[Any]]:
        """Return the signature of a call, and the leaves of all arguments that are not static."""
        return signature_of(self.title, args, keywords, self.static(len(args)))

    def variants(self, key: Signature) -> list[Variant]:
        """Return the sealed tapes for a key, those used last first."""
        return list(self._variants.get(key, ()))

    def static(self, count: int) -> set[int]:
        """Return positions of the static ones among so many arguments."""
        return {k % count for k in self._static if -count <= k < count} if self._static else set()

    def record(
        self, key: Signature, leaves: list[Any], args: tuple[Any, ...], keywords: dict[str, Any]
    ) -> tuple[Variant, Recorded]:
        """Record the function; returns a new sealed tape, or a known one that it turned out to equal."""
        with exclusive, collector_paused():
            made = self._recorded(key, leaves, args)
            if made.trace.captured:
                raise CapturedError(
                    f"{self.title}: the function reads a Tensor that requires grad and is no argument; its gradient "
                    "would be lost. Pass it as an argument, or use its .detach()."
                )
            program = made.trace.program(made.tensors)
            for known in self._variants.get(key, ()):
                if known.program == program and not made.plain:  # its replay failed by the last bit of a decision
                    return known, made
            example = [np.array(x) if isinstance(x, np.ndarray) else x for x in leaves]
            variant = Variant(program, key.forms, made.structure, made.plain, example)
            self._keep(key, variant)
            return variant, made

    def _recorded(self, key: Signature, leaves: list[Any], args: tuple[Any, ...]) -> Recorded:
        return recorded(self._f, self.title, key, leaves, args, self.static(len(args)), self._lines)

    def _use(self, key: Signature, variant: Variant) -> None:
        """Put a variant first, and the fast call on it."""
        if variant is self._last and variant.fast is self._fast:
            return
        with exclusive:
            variants = self._variants.get(key, [])
            if variant not in variants:  # another thread has recorded so many that it went
                return
            if variants[0] is not variant:
                variants.remove(variant)
                variants.insert(0, variant)
            self._variants.move_to_end(key)
            self._last = variant
            args, named = key.arguments.parts
            self._fast = variant.fast = None if named.parts or key.static else fast_call(variant, args)

    def _keep(self, key: Signature, variant: Variant) -> None:
        """Put a new variant first; the one used least recently goes if there are too many."""
        variants = self._variants.setdefault(key, [])
        variants.insert(0, variant)
        self._recordings += 1
        while sum(map(len, self._variants.values())) > self._max_variants:
            oldest = next(iter(self._variants))
            self._variants[oldest].pop()
            if not self._variants[oldest]:
                del self._variants[oldest]
        self._warn(key, variants)
        self._last, self._fast = variant, None

    def _warn(self, key: Signature, variants: list[Variant]) -> None:
        if len(variants) >= _MANY and key not in self._warned:
            self._warned.add(key)
            lines = sorted({g.line for v in variants for g in v.program.guards})
            warnings.warn(
                f"{self.title}: recorded {len(variants)} times for one signature, because decisions keep changing at "
                f"{', '.join(lines[:3])}. Compute with np.where, tg.while_loop or tg.scan instead of branching on "
                "values.",
                VariantWarning, stacklevel=6,
            )  # fmt: skip

    def _on_tensors(self, key: Signature, leaves: list[Any], args: Any, keywords: Any) -> Any:
        """Return a call on Tensors: part of the recording that is open, or of the eager tape."""
        if current() is not None:
            return self._f(*args, **keywords)
        tensors = [x if isinstance(x, Tensor) else as_tensor(x) for x in leaves]
        values = [t._numpy() for t in tensors]
        for variant in self._variants.get(key, ()):
            if not variant.program.guards or variant.run(values)[0] == 0:
                break
        else:
            variant, _ = self.record(key, values, args, keywords)
        self._use(key, variant)
        return variant.result(emitted(variant.program, tensors))

    # -------------------------------------------------------------------------------------------- looking at it

    def tape(self, *args: Any, **keywords: Any) -> Program:
        """Return the sealed tape for these arguments, recorded if need be; without arguments, the one used last.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.
        """
        if args or keywords:
            self._call(args, keywords, None)
        if self._last is None:
            raise ReplayError(f"{self.title}: nothing was recorded yet. Call it once, or pass arguments to tape().")
        return self._last.program

    def tape_data(self, *args: Any, argnums: int | Sequence[int] = 0) -> Any:
        """Return the sealed tape for compiled code, to be passed to the functions of `tapegrad.nb`.

        Parameters
        ----------
        *args
            Arguments of the shapes to record for: float64 arrays and numbers.
        argnums : int or sequence of int
            The arguments that gradients are by.

        Returns
        -------
        tapegrad.nb.TapeData
            A tuple of arrays. It holds the value and, if the function returns one number, the gradient, else the
            Jacobian by the first of these arguments.

        Raises
        ------
        DtypeError
            If an argument or the result is not of float64.
        """
        if any(isinstance(x, bool) for x in args):
            raise DtypeError(f"{self.title}: tape_data takes and returns float64 only, got a bool.")
        with exclusive:
            self._call(args, {}, None)  # puts the variant for these arguments first
            variant = self._variants[self.signature(args, {})[0]][0]
        try:
            numbers = tuple(map(operator.index, argnums if isinstance(argnums, (tuple, list)) else (argnums,)))
        except TypeError:
            raise ArgumentError(f"{self.title}: argnums must be integers, got {argnums!r}.") from None
        return tape_data(variant, numbers, self.title)

    def stats(self) -> dict[str, Any]:
        """Return figures: recordings, variants kept, guard misses; of the variant used last its instructions before and
        after optimisation, guards, bytes of constants and of working memory, and the seconds of a replay (best of
        some, on the arguments it was
        recorded with)."""
        found: dict[str, Any] = {
            "recordings": self._recordings,
            "variants": sum(map(len, self._variants.values())),
            "guard_misses": self._misses,
        }
        if self._last is not None:
            p, code = self._last.program, self._last.executable
            found |= {
                "ops_recorded": p.recorded, "ops": sum(op is not None for op in p.ops), "guards": len(p.guards),
                "bytes": sum(a.nbytes for a in code.pool) + code.work, "seconds_per_replay": self._time(self._last),
            }  # fmt: skip
        return found

    def _time(self, variant: Variant) -> float:
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            variant.run(variant.example)
            best = min(best, time.perf_counter() - start)
        return best

    def check(self, *args: Any, **keywords: Any) -> None:
        """Record again for these arguments and compare with a replay: whether what the function reads besides its
        arguments has changed.

        Raises
        ------
        ReplayError
            If the results differ.
        """
        key, leaves = self.signature(args, keywords)
        replayed: list[Any] = []
        before = flatten(self._call(args, keywords, None), replayed)
        made = self._recorded(key, leaves, args)
        total = len(made.tensors) + len(made.plain)
        if total != len(replayed):
            raise ReplayError(f"{self.title}: a replay gives {len(replayed)} results, the function now gives {total}.")
        if before != made.structure:
            raise ReplayError(f"{self.title}: a replay gives other containers than the function now does.")
        values = iter(made.values())
        for k, old in enumerate(replayed):
            new = made.plain[k] if k in made.plain else next(values)
            if not isinstance(old, (np.ndarray, np.generic, float, int)):
                same = old is new or old == new or (type(old) is type(new) and type(old).__eq__ is object.__eq__)
            else:
                same = np.shape(old) == np.shape(new) and np.allclose(old, new, rtol=1e-9, atol=0.0, equal_nan=True)
            if not same:
                raise ReplayError(
                    f"{self.title}: output {k} of a replay differs from what the function now gives. It reads "
                    "something that is no "
                    "argument and has changed since it was recorded: pass it as an argument."
                )

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<{self.title}: {self._recordings} recordings>"

    # -------------------------------------------------------------------------------------------- elsewhere

    def save(self, file: Any, *args: Any, **keywords: Any) -> None:
        """Write the sealed tape for these arguments to a path or binary file; without arguments, the one used last.

        `tapegrad.load` gives it back as a function of the same arguments and results, without the function it was
        recorded from. Static arguments are part of the tape; a named tuple comes back as a tuple.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.
        ArgumentError
            If the containers or the results that are no arrays cannot be stored.
        """
        self.tape(*args, **keywords)
        variant = self._last
        assert variant is not None
        structure: Structure = next(key for key, known in self._variants.items() if variant in known)[0]
        positional, named = structure.parts
        n = len(positional.parts)
        static = {k % n for k in self._static if -n <= k < n}
        moving = Structure(tuple, None, tuple(part for k, part in enumerate(positional.parts) if k not in static))
        arguments = Structure(tuple, None, (moving, named))
        name = getattr(self, "__name__", "tape")
        LoadedTape(variant.program, arguments, variant.structure, variant.plain, name).save(file)

    def __reduce__(self) -> Any:
        """Pickle by name in its module, as functions are pickled; without one by its function, to be recorded anew."""
        name = _name_in_module(self)
        if name is not None and self.__module__ != "__main__":
            return name
        if name is not None and isinstance(self._f, FunctionType):
            # where pickle finds it, since the name itself stands for this object
            self._f.__qualname__ = f"{name}.__wrapped__"
        return _compiled_again, (self._f, self._static, self._max_variants, self._lines, name)


def _name_in_module(compiled: CompiledFunction) -> str | None:
    """Return the name of a compiled function in its function's module, if it has one."""
    module = sys.modules.get(compiled.__module__)
    return next((name for name, value in vars(module).items() if value is compiled), None) if module else None


def _compiled_again(
    f: Callable[..., Any], static: Sequence[int], max_variants: int, lines: bool, name: str | None
) -> CompiledFunction:
    """Return a compiled function like a pickled one: the main module's own, if it is that."""
    known = getattr(sys.modules["__main__"], name, None) if name else None
    if isinstance(known, CompiledFunction) and known.__wrapped__ is f:
        return known
    return CompiledFunction(f, static, max_variants, lines)


def compile(  # noqa: A001 (the name that users know)
    f: Callable[..., Any] | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    max_variants: int = 64,
    lines: bool = False,
) -> Any:
    """Record a function once per signature, and replay it from then on.

    Parameters
    ----------
    f : callable
        Of arrays and numbers, or nested lists, tuples and dicts of them. Left out, a decorator is returned.
    static_argnums : int or sequence of int
        Positional arguments that are fixed in a recording: of any hashable type, recorded anew for each value.
    max_variants : int
        How many sealed tapes are kept; the least recently used go.
    lines : bool
        Keep the user's line of each instruction, to be printed with the tape.

    Returns
    -------
    CompiledFunction
        Takes and returns NumPy arrays (Tensors, if it gets any). Its keyword argument `out` takes arrays for the
        results.

    Notes
    -----
    What `f` reads and gets from elsewhere than its arguments (globals, closures, random draws) is constant in a
    recording. Decisions taken from values (``if x > 0``, ``int(x)``, masks and indices) are guarded: a call for which
    one would go another way records that way too. Shapes, dtypes, the keys of dicts in their order, truth values, and
    the types and bits of static arguments are exact: others are recorded anew.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> step = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    >>> value, slope = step(np.array([0.5, 1.0]))
    >>> print(f"{value:.8f}", slope)
    1.08118375 [0.91821682 1.38177329]
    >>> step.stats()["recordings"]
    1
    """
    if f is None:
        return lambda g: compile(g, static_argnums=static_argnums, max_variants=max_variants, lines=lines)
    check_function(f, "compile")
    if not isinstance(max_variants, int) or max_variants < 1:
        raise ArgumentError(f"compile: max_variants must be a positive integer, got {max_variants!r}.")
    numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    if hasattr(f, "compiled") and not numbers:
        return f.compiled(max_variants, lines)  # it replays its function's tape already
    return CompiledFunction(f, numbers, max_variants, lines)
