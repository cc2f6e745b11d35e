"""The compiled function: traced once for each signature of its calls, and replayed as machine code from then on.

A `CompiledFunction` keeps, for each signature of a call, sealed tapes of its function, one for each combination of
decisions that was met: its *variants*. A call replays the variant used last; where a guard fails it tries the others,
and where all fail it records anew.

Invariant: a wrong branch is never replayed.

Tests: tests/replay/test_compile.py, tests/replay/test_methods.py
"""

from __future__ import annotations

import functools
import operator
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

from tapegrad.codegen.executable import Executable, collector_paused, exclusive
from tapegrad.errors import ArgumentError, CapturedError, DtypeError, ReplayError
from tapegrad.func.containers import Structure, flatten
from tapegrad.func.derive import emitted
from tapegrad.hints import CompiledHabits
from tapegrad.ir.program import Program
from tapegrad.ops.lazy_help import help_all
from tapegrad.progress import task
from tapegrad.record.frozen_constants import freeze
from tapegrad.record.generators import draws_are_refused
from tapegrad.record.open_recording import current
from tapegrad.record.recording_digest import digest_of
from tapegrad.replay.batch import filled, run_batch
from tapegrad.replay.binding import NOTHING_STATIC, BoundFunction, static_of
from tapegrad.replay.captured_leaves import captured_leaves, is_captured_leaf
from tapegrad.replay.dask_batch import lazy_batch, of_dask
from tapegrad.replay.explained import Explainable, with_lines
from tapegrad.replay.exports import Exportable
from tapegrad.replay.generated_batch_calls import fast_batch
from tapegrad.replay.generated_calls import MISSED, CallLayout, Replayed, fast_call
from tapegrad.replay.loaded_tape import LoadedTape
from tapegrad.replay.native_data import tape_data
from tapegrad.replay.pickling import Shipped
from tapegrad.replay.random_draws import Draws
from tapegrad.replay.recompilation_warning import warn_of_sizes
from tapegrad.replay.record_variant import RecordedCall, recorded
from tapegrad.replay.signature import Signature, exact_forms, signature_of
from tapegrad.replay.size_family import line_of
from tapegrad.replay.variant import Variant, with_plain
from tapegrad.replay.variants import VariantCache
from tapegrad.tensor.tensor import Tensor, as_tensor

if TYPE_CHECKING:
    from tapegrad.replay.native_data import TapeData

_SOON = 1.5  # seconds that a first answer waits for machine code; after that, it is what the recording says
_PATIENCE = 2.0  # seconds that a thread waits while another one records for it, which may be waiting for this one


class CompiledFunction(Replayed, Exportable, Explainable, Shipped, CompiledHabits):
    """A function that is traced once per signature and replayed from then on; see `compile`."""

    def __init__(
        self, f: Callable[..., Any], static_argnums: Sequence[int], max_variants: int, lines: bool,
        static_argnames: Sequence[str] = (), anew: bool = False,
    ) -> None:  # fmt: skip
        self.function = f
        self.anew = anew  # it may be one of many that record the same (see `code_of`), of which nothing is static
        self._fixed = NOTHING_STATIC if anew else static_of(f, static_argnums, static_argnames)
        self.static_names = self._fixed.names
        self._owners: tuple[type, ...] = ()  # whose method it is
        self.lines = lines
        self.variants = VariantCache(max_variants)
        self._locks: WeakValueDictionary[tuple[int, Signature], Any] = WeakValueDictionary()  # of recordings
        self._recordings = self._misses = 0
        self._fast_batch: Callable[..., Any] | None = None  # the generated batch used last
        functools.update_wrapper(self, f, updated=())

    def batch(self, *args: Any, in_axes: Any = 0, out: Any = None, **keywords: Any) -> Any:
        """Return the results for every instance of a batch, in arrays with a leading axis.

        One sealed tape is replayed for all, lanes across the instances, blocks across threads (see
        `tapegrad.set_num_threads`).

        Parameters
        ----------
        *args, **keywords
            The function's arguments as NumPy arrays with a batch axis.
        in_axes : int, None or tuple of them
            Where the batch axis of each positional argument is; None for an argument that all instances share.
        out : containers of arrays, optional
            Of the result's containers and shapes: filled with the results, and returned.

        Raises
        ------
        ShapeError
            If the batch axes have different lengths, or an array of `out` has another shape than its result.

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
        result = self.batched(args, keywords, in_axes, self.title)
        return result if out is None else filled(out, result, self.title)

    def batched(self, args: tuple[Any, ...], keywords: dict[str, Any], in_axes: Any, title: str) -> Any:
        """Return what `batch` does, for whom errors name."""
        measured = None if self.watch is None else self.watch(self, ".batch", args, keywords)
        with nullcontext() if measured is None else measured:
            if self._fast_batch is not None:
                result = self._fast_batch(args, keywords, in_axes)
                if result is not MISSED:
                    return result
            count, names = len(args), tuple(keywords)
            args, keywords = self._fixed.placed(args, keywords)
            axes = (*in_axes, *(None for _ in args[count:])) if isinstance(in_axes, (tuple, list)) else in_axes
            if of_dask(args, keywords):
                return lazy_batch(self, args, keywords, axes, title)
            batch = run_batch(self, args, keywords, axes, title)
        if batch.variant is not None:  # worth the time from the second batch on
            layout = self._layout(count, names, args, keywords)
            self._fast_batch = fast_batch(batch.variant, batch.flags, layout, in_axes)
        return batch.result

    def _layout(
        self, count: int, names: tuple[str, ...], args: tuple[Any, ...], keywords: dict[str, Any]
    ) -> CallLayout:
        """Return the layout of calls with so many positional arguments and these keywords, in their places."""
        fixed: dict[int | str, Any] = {k: args[k] for k in self.static(args)}
        fixed |= {name: value for name, value in keywords.items() if name in self.static_names}
        return CallLayout(count, names, self._fixed.placed, fixed)

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any], out: Any, failed: Sequence[Variant] = ()) -> Any:
        return self._replayed(args, keywords, out, failed)[1]

    def _replayed(
        self, args: tuple[Any, ...], keywords: dict[str, Any], out: Any = None, failed: Sequence[Variant] = ()
    ) -> tuple[Variant | None, Any]:
        """Return a call's result, and the sealed tape for it; None where it is part of a recording that is open.

        The guards of some variants are known to have `failed`.
        """
        title = self.title
        count, names = len(args), tuple(keywords)
        args, keywords = self._fixed.placed(args, keywords)
        key, leaves = self.signature(args, keywords)
        tensors: list[Tensor] = []
        if any([isinstance(x, Tensor) for x in leaves]):  # noqa: C419 (a list is faster)
            if out is not None:
                raise ArgumentError(f"{title}: out= is for NumPy arguments, got a Tensor.")
            if current() is not None:
                return None, self.function(*args, **keywords)
            tensors = [x if isinstance(x, Tensor) else as_tensor(x) for x in leaves]
            leaves = [x._numpy() if isinstance(x, Tensor) else x for x in leaves]
        tried = [*failed]
        self._misses += len(failed)
        while True:
            try:
                variant, recording = self.another(tried, key, leaves, args, keywords, captured=current() is None)
            except CapturedError:
                if current() is None:
                    raise
                return None, self.function(*args, **keywords)  # what it reads is part of the recording that is open
            if variant.captured is not None:
                roots = self._roots(args, keywords)
                status, result = variant.captured.call(variant, recording, leaves, tensors, out, roots, title)
                if status:
                    self._misses += 1
                    tried.append(variant)
                    continue
                self._put_first(key, variant)
                return variant, result
            if tensors:
                if recording is None and variant.program.guards and variant.run(leaves)[0]:
                    tried.append(variant)
                    continue
                self._put_first(key, variant)
                return variant, variant.result(emitted(variant.program, tensors))
            if recording is not None and not variant.executable.ready(_SOON):
                return variant, variant.result(recording.values(), out, title)
            if recording is not None and variant.family is not None and variant.family.is_vain():
                warn_of_sizes(self.title, variant.family, line_of(self, variant, key, leaves, args, keywords))
            status, result = variant.call(leaves, out, title)
            if not status:
                if recording is None and variant.executable.ready(0.0):  # worth the time from the second call on
                    self._put_first(key, variant)
                    self._remember(fast_call(variant, self._layout(count, names, args, keywords)), variant, key)
                return variant, result
            if recording is not None:  # it is the answer itself: a decision hangs on the last bit
                return variant, variant.result(recording.values(), out, title)
            self._misses += 1
            tried.append(variant)

    def _roots(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> list[Any]:
        """Return where captured leaves are reached from: the function, and its static arguments."""
        static = [args[k] for k in sorted(self.static(args))]
        return [self.function, *static, *[value for name, value in keywords.items() if name in self.static_names]]

    # -------------------------------------------------------------------------------------------- signatures

    @property
    def title(self) -> str:
        """The function's name in messages."""
        return f"compiled {getattr(self, '__name__', type(self.function).__name__)}"

    def signature(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Signature, list[Any]]:
        """Return the signature of a call whose static arguments are in their places, and the leaves of all others."""
        return signature_of(self.title, args, keywords, self.static(args), self.static_names)

    def static(self, args: Sequence[Any]) -> set[int]:
        """Return positions of the static ones among arguments; so is the object or class that it is a method of."""
        count = len(args)
        positions = {k % count for k in self._fixed.positions if -count <= k < count}
        if count and isinstance(args[0], (type, *self._owners)):
            positions.add(0)
        return positions

    def __set_name__(self, owner: type, name: str) -> None:
        self._owners = (owner,)

    def another(
        self, tried: Sequence[Variant], key: Signature, leaves: list[Any], args: tuple[Any, ...],
        keywords: dict[str, Any], captured: bool = False,
    ) -> tuple[Variant, RecordedCall | None]:  # fmt: skip
        """Return a sealed tape for a key that was not `tried` yet; if none is known, a new one, and its recording.

        Where the recording equals one that was tried, it is that one: a decision hangs on the last bit.

        Raises
        ------
        CapturedError
            If the tape reads leaves from outside, unless it may (`captured`).
        """
        for variant in self.variants.of(key):
            if variant not in tried and variant.takes(leaves):
                if variant.captured is None:
                    return variant, None
                if not captured:
                    raise variant.captured.error(self.title)
                if variant.captured.now(self._roots(args, keywords)) is not None:
                    return variant, None
        with exclusive:
            lock = self._locks.setdefault((os.getpid(), key), threading.RLock())
        alone = lock.acquire(timeout=_PATIENCE)
        try:
            # another thread may have recorded one
            untried = [v for v in self.variants.of(key) if v not in tried and v.captured is None and v.takes(leaves)]
            return (untried[0], None) if untried else self._record(key, leaves, args, keywords, captured)
        finally:
            if alone:
                lock.release()

    def _record(
        self, key: Signature, leaves: list[Any], args: tuple[Any, ...], keywords: dict[str, Any], captured: bool
    ) -> tuple[Variant, RecordedCall]:
        """Record the function; returns a new sealed tape, or a known one that it turned out to equal."""
        with collector_paused(), task(f"recording {getattr(self, '__name__', 'a function')}"):
            roots = self._roots(args, keywords)
            draws = Draws(roots) if not self.anew or draws_are_refused() else None
            with draws or nullcontext():
                call = recorded(self, key, leaves, args, keywords)
            outside = [t for _, t in call.trace.captured]
            if not all(is_captured_leaf(t) and call.trace.is_outside(t) for t in outside):
                raise CapturedError(
                    f"{self.title}: the function reads a Tensor with history that is not an argument; its "
                    "gradient would be lost. Pass it as an argument, or use its .detach()."
                )
            places = captured_leaves(outside, roots) if outside else None
            forms = [*exact_forms(key, leaves), *[t._family.form for t in outside]]
            alone = not (self.anew or self.variants.of(key))
            digest = digest_of(call.trace, [*map(call.trace.slot_of, call.tensors)]) if alone else None
            unsealed = call.unsealed(forms)
            kept = Executable.of_recording(digest) if digest else None
            spared = kept is not None or (self.anew and not self.variants.of(key))  # it may be found without
            program = unsealed if spared else unsealed.seal()
            drawn = draws is not None and draws.report(self.title)
            for other in self.variants.of(key):
                same = other.program == program and other.takes(leaves)
                if same and not call.plain:  # its replay failed by the last bit of a decision, or other leaves are read
                    other.captured = places
                    return other, call
            example = [np.array(x) if isinstance(x, np.ndarray) else x for x in [*leaves, *map(Tensor._numpy, outside)]]
            narrow = call.trace.is_narrow()
            variant = Variant(program, key.arguments, call.structure, call.plain, example, forms, narrow, kept)
            variant.captured, variant.drawn, variant.recording = places, drawn, digest or ""
            variant.family = self.variants.family(key)
            self._recordings += 1
            freeze(call.trace.imported.values(), self)
            if self.variants.add(key, variant, self.title):
                self._drop_fast_calls()
            if places is not None and not captured:
                raise places.error(self.title)
            return variant, call

    def _put_first(self, key: Signature, variant: Variant) -> None:
        """Note that a variant was used."""
        if self.variants.put_first(key, variant):
            self._drop_fast_calls()

    def replace_variants(self, copies: Mapping[int, Variant]) -> None:
        """Replay copies in place of sealed tapes, which are named by their identities."""
        self.variants.replace(copies)
        self._drop_fast_calls()

    def placed(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return a call's arguments with static ones in their places, as `signature` takes them."""
        return self._fixed.placed(args, keywords)

    def forget(self) -> None:
        """Drop all recordings: a Tensor that was a constant of one is no more."""
        self.variants.clear()
        self._drop_fast_calls()

    def _drop_fast_calls(self) -> None:
        """Forget the generated calls of variants that are not kept."""
        with exclusive:
            self._fast = tuple([fast for fast in self._fast if fast.variant in self.variants.of(fast.key)])
            self._first = self._fast[0].call if self._fast else None
            self._fast_batch = None

    # -------------------------------------------------------------------------------------------- looking at it

    def tape(self, *args: Any, **keywords: Any) -> Program:
        """Return the sealed tape for these arguments, recorded if need be; without arguments, the one used last.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.
        """
        return self._sealed(args, keywords).program

    def _alone(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Variant:
        """Return a sealed tape that is used without its function, so that it may read no leaves from outside."""
        variant = self._sealed(args, keywords)
        if variant.captured is not None:
            raise variant.captured.error(self.title)
        return variant

    def _sealed(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Variant:
        if self._names_arguments(args, keywords):
            variant = self._replayed(args, keywords)[0]
        else:
            variant = self.variants.of_object(args[0]) if args else self.variants.last
        if variant is None:
            raise ReplayError(f"{self.title}: nothing was recorded yet. Call it once, or pass arguments here.")
        return variant

    def _names_arguments(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Tell whether these are the arguments of a call, and not none, or the object alone whose method this is."""
        alone = len(args) == 1 and not keywords and self.static(args) and not self._fixed.suffices(1)
        return bool(args or keywords) and not alone

    def tape_data(self, *args: Any, argnums: int | Sequence[int] = 0) -> TapeData:
        """Return the sealed tape for compiled code, to be passed to the functions of `tapegrad.nb`.

        Parameters
        ----------
        *args
            Arguments of the shapes to record for: float64 arrays and numbers, and integers.
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
        variant = self._alone(args, {})
        try:
            numbers = tuple(map(operator.index, argnums if isinstance(argnums, (tuple, list)) else (argnums,)))
        except TypeError:
            raise ArgumentError(f"{self.title}: argnums must be integers, got {argnums!r}.") from None
        return tape_data(variant, numbers, self.title)

    def stats(self) -> dict[str, Any]:
        """Return figures: recordings, variants kept, guard misses; of the variant used last its instructions before and
        after optimisation, guards, bytes of constants and of working memory, and the seconds of a replay (best of some,
        on the arguments it was recorded with)."""
        figures: dict[str, Any] = {
            "recordings": self._recordings,
            "variants": len(self.variants),
            "guard_misses": self._misses,
        }
        last = self.variants.last
        if last is not None:
            p, code = last.program, last.executable
            figures |= {
                "ops_recorded": p.recorded, "ops": sum(op is not None for op in p.ops), "guards": len(p.guards),
                "bytes": sum(a.nbytes for a in code.pool) + code.work, "seconds_per_replay": last.seconds(),
            }  # fmt: skip
        return figures

    def check(self, *args: Any, **keywords: Any) -> None:
        """Record again for these arguments and compare with a replay: whether what the function reads besides its
        arguments has changed.

        Raises
        ------
        ReplayError
            If the results differ.
        """
        args, keywords = self._fixed.placed(args, keywords)
        key, leaves = self.signature(args, keywords)
        such = ", such as an attribute of the object that it is a method of" if self._owners else ""
        replayed: list[Any] = []
        before = flatten(self._call(args, keywords, None), replayed)
        replayed = [x.detach().numpy() if isinstance(x, Tensor) else x for x in replayed]
        call = recorded(self, key, leaves, args, keywords)
        now = with_plain(call.values(), call.plain)
        if len(now) != len(replayed):
            raise ReplayError(
                f"{self.title}: a replay gives {len(replayed)} results, the function now gives {len(now)}."
            )
        if before != call.structure:
            raise ReplayError(f"{self.title}: a replay gives other containers than the function now does.")
        for k, (old, new) in enumerate(zip(replayed, now, strict=True)):
            if not isinstance(old, (np.ndarray, np.generic, float, int)):
                same = old is new or old == new or (type(old) is type(new) and type(old).__eq__ is object.__eq__)
            else:
                same = np.shape(old) == np.shape(new) and np.allclose(old, new, rtol=1e-9, atol=0.0, equal_nan=True)
            if not same:
                raise ReplayError(
                    f"{self.title}: output {k} of a replay differs from the function's result now. It reads "
                    f"something that is not an argument and has changed since the recording{such}: pass it as an "
                    "argument."
                )

    def _leaving(
        self, args: tuple[Any, ...], keywords: dict[str, Any], lines: bool = False
    ) -> tuple[Variant, Callable[..., Any] | None, str]:
        variant = self._alone(args, keywords)
        return with_lines(self, variant, args, keywords) if lines else variant, self.function, self.title

    def _explained(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Variant, str]:
        return with_lines(self, self._sealed(args, keywords), args, keywords), self.title.removeprefix("compiled ")

    def _kept(self) -> int:
        return len(self.variants)

    def again(self, lines: bool) -> CompiledFunction:
        """Return another one of the same function, which has recorded nothing."""
        other = CompiledFunction(self.function, (), 1, lines)
        other._fixed, other.static_names, other._owners = self._fixed, self.static_names, self._owners
        return other

    def __get__(self, instance: Any, owner: Any = None) -> CompiledFunction | BoundFunction:
        return self if instance is None else BoundFunction(self, instance)

    def __repr__(self) -> str:
        return f"<{self.title}: {self._recordings} recordings>"

    # -------------------------------------------------------------------------------------------- elsewhere

    def save(self, file: Any, *args: Any, **keywords: Any) -> None:
        """Write the sealed tape for these arguments to a path or binary file; without arguments, the one used last.

        `tapegrad.load` gives it back as a function of the same arguments and results, without the function it was
        recorded from. Static arguments are part of the tape. `load` gives a tuple for a named tuple, and a dict
        for an object with fields.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.
        ArgumentError
            If the containers or the results that are no arrays cannot be stored.
        """
        variant = self._alone(args, keywords)
        positional, named = variant.arguments.parts
        static = self.static(positional.parts) | ({0} if self._owners else set())
        moving = Structure(tuple, None, tuple(part for k, part in enumerate(positional.parts) if k not in static))
        names = [name for name in named.keys or () if name not in self.static_names]
        parts = dict(zip(named.keys or (), named.parts, strict=True))
        named = named._replace(keys=tuple(names), parts=tuple(parts[name] for name in names))
        arguments = Structure(tuple, None, (moving, named))
        plain, name = variant.plain, getattr(self, "__name__", "tape")
        LoadedTape(variant.program, arguments, variant.structure, plain, name).save(file)


for _class in (Exportable, Explainable, CompiledFunction):
    help_all("compiled", vars(_class))
