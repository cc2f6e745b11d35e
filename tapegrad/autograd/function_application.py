"""Application of a custom function: each call is a run of its own on the tape.

The run's first slots are the Tensors that the function was given, the others its results, and it holds the context. So
the function's Python code runs between compiled stretches of a sweep, and marking, retention and freeing are those of
any run.

Tests: tests/autograd/test_function_contracts.py, tests/autograd/test_function_transforms.py
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.derivative_rules import handle, zeros_of
from tapegrad.autograd.function_context import FunctionContext
from tapegrad.autograd.function_writes import Before
from tapegrad.autograd.grad_mode import aside
from tapegrad.errors import DtypeError, FunctionError, InplaceError, ShapeError
from tapegrad.ir.forms import Form, forms
from tapegrad.ops.composites import holds_tensor
from tapegrad.ops.shape_ops import sum_to
from tapegrad.record.calls import RecordedLine, user_line
from tapegrad.record.failures import append_place
from tapegrad.record.families import Family, closed_family, data_family
from tapegrad.record.function_call import FunctionCall
from tapegrad.record.modes import Modes
from tapegrad.record.recording import check_thread, home, made, move, tape
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array, holding, placed
from tapegrad.tensor.value import reads


def begin(before: Sequence[Before]) -> Run:
    """Return a run that has read its inputs."""
    run = Run(tape.thread)
    run.backing = backing = FunctionCall()
    reads[0] += 1
    arrays, types, sources = backing.arrays, backing.types, run.sources
    for slot, (tensor, family, place, array, _) in enumerate(before):
        types.append(family.id)
        earlier = family.run
        if earlier is None:
            arrays.append(array)
        else:
            if earlier.owner is not run.owner:
                check_thread(tensor)
            arrays.append(earlier.value(place))
        if family.requires_grad:
            sources.append((slot, tensor if earlier is None else (earlier, place)))
    return run


@functools.lru_cache(512)
def _signature(grad_enabled: bool, *types: int | None) -> tuple[list[int], list[Form], tuple[bool, ...], bool]:
    """Return the positions of Tensors among arguments of these types (None for others), their forms, which need a
    gradient, and whether any does.
    """
    positions = [k for k, type_ in enumerate(types) if type_ is not None]
    needs = tuple([grad_enabled and type_ is not None and type_ & 1 == 1 for type_ in types])
    return positions, [forms[type_ >> 1] for type_ in types if type_ is not None], needs, True in needs


class Application:
    """One call of a Function.

    Attributes
    ----------
    function : type
        The subclass of `Function`.
    count : int
        Slots of inputs; those of results follow.
    differentiable : bool
        Some argument needs a gradient.
    line : tuple or None
        The user's file and line, while lines are kept.
    """

    def __init__(self, function: Any, types: Sequence[int | None], modes: Modes) -> None:
        self.positions, self.operand_forms, needs, self.differentiable = _signature(modes.grad_enabled, *types)
        self.count, self.arity = len(self.positions), len(types)
        self.function = function
        self.name = function.__name__
        self.ctx = FunctionContext(self.name, needs, function.clear_saved_tensors_on_access)
        self.serial = next(made)
        self.forms: list[Form] = []
        self.slots: list[int | None] = []  # of each result; None for what is no Tensor
        self.homes: list[Family | None] = []  # of the arguments that require grad
        self.saved_slots: set[int] = set()  # whose values backward may ask for

    @property
    def rule(self) -> Callable[..., Any]:
        """The vector-Jacobian product.

        Raises
        ------
        FunctionError
            If the Function has none.
        """
        for name in ("backward", "vjp"):
            if (function := getattr(self.function, name, None)) is not None:
                return function
        raise FunctionError(f"{self.name}: backward is not defined. Define it as a static method.")

    def forward(self, args: Sequence[Any]) -> Any:
        """Call forward, and setup_context if there is one."""
        if not hasattr(self.function, "setup_context"):
            return self.function.forward(self.ctx, *args)
        result = self.function.forward(*args)
        self.function.setup_context(self.ctx, tuple(args), result)
        return result

    def measured(self, line: RecordedLine | None, reverse: bool) -> contextlib.AbstractContextManager[None]:
        """Return a context in which an active profile measures the user's code."""
        meter = tape.profile
        return contextlib.nullcontext() if meter is None else meter.function(self.name, line, reverse)

    def check_writes(self, before: Sequence[Before]) -> None:
        """Refuse writes of forward to arguments that are not marked dirty.

        Raises
        ------
        InplaceError
        """
        if not all(self.dirty(b.tensor) for b in before if b.changed):
            raise InplaceError(
                f"{self.name}: forward changed an argument in place. Call ctx.mark_dirty on it and return it."
            )

    def dirty(self, t: Any) -> bool:
        """Tell whether forward said that it changes an argument in place."""
        return any(t is d for d in self.ctx._dirty)

    def is_new(self, r: Any, tensors: list[Tensor], results: list[Any]) -> bool:
        """Tell whether forward made the object that it returned as a differentiable result, and returned it once."""
        if not isinstance(r, Tensor) or r._family.requires_grad:
            return False
        for t in tensors:
            if t is r:
                return False
        if len(results) > 1 and sum([r is other for other in results]) > 1:
            return False
        node = getattr(r, "_node", None)
        return node is None or (node.base is None and not node.views and node.serial >= self.serial)

    def smooth(self, result: Any, value: Tensor) -> bool:
        """Tell whether a result has a derivative."""
        constant = self.ctx._constant
        return value._family.form.dtype.kind in "fc" and not (constant and any(result is t for t in constant))

    def values(self, tensors: list[Tensor], results: list[Any]) -> list[Any]:
        """Return the results, arrays as Tensors.

        Raises
        ------
        FunctionError, InplaceError
            If what forward marked is not what it must be.
        """
        for d in self.ctx._dirty:
            self._check_dirty(d, tensors, results)
        values: list[Any] = []
        slots, forms = self.slots, self.forms
        for r in results:
            v = r
            if v.__class__ is Tensor:
                slots.append(self.count + len(forms))
                forms.append(v._family.form)
            else:
                if self.differentiable and not isinstance(r, Tensor) and holds_tensor(r):
                    raise FunctionError(
                        f"{self.name}: forward returned Tensors within a container, whose gradients would be lost. "
                        "Return a Tensor or a tuple of Tensors."
                    )
                v = from_array(np.array(r)) if isinstance(r, (np.ndarray, np.generic)) else r
                slots.append(self.count + len(forms) if isinstance(v, Tensor) else None)
                if isinstance(v, Tensor):
                    forms.append(v._family.form)
            values.append(v)
        return values

    def finish(
        self, run: Run, modes: Modes, before: Sequence[Before], tensors: list[Tensor], results: list[Any],
        values: list[Any],
    ) -> list[Any]:  # fmt: skip
        """Return the Tensors that stand for the results, in the run that becomes a closed one.

        What forward made itself stands for its place from now on, so that also a result that it kept as an attribute of
        the context has its history.
        """
        outputs: list[Any] = []
        backing = run.backing
        types, arrays, kept = backing.types, backing.arrays, backing.kept
        self.homes = [b.family if b.family.requires_grad else None for b in before]
        for r, v, slot in zip(results, values, self.slots, strict=True):
            if slot is None:
                outputs.append(v)
                continue
            form = v._family.form
            array = v._array() if v._family.run is not None else v._node.array
            arrays.append(array)
            kept[slot] = array
            if self.smooth(r, v):
                family = closed_family(form, True, run)
                if modes.plain and r is v and r._family.run is None and self.is_new(r, tensors, results):
                    r._instruction = ()
                    move(r, family, slot)  # data of its own
                    r._node.array = None
                    outputs.append(r)
                else:
                    outputs.append(placed(family, slot))
                types.append(family.id)
            else:
                outputs.append(from_array(array, form.dtype))
                types.append(2 * form.id)
        self.keep(functools.partial(self.saved_at, tensors, results))
        for k in range(self.count):
            if k not in self.saved_slots:
                arrays[k] = None
        run.application = self
        tape.note(run)
        if not modes.plain:
            self._shown(run, modes)
        return outputs

    def keep(self, place: Callable[[Tensor | None], Any]) -> None:
        """Replace the Tensors that forward saved, or set as attributes, by their slots, so that no reference cycle
        arises.
        """
        ctx, slots = self.ctx, self.saved_slots
        saved, ctx._saved = ctx._saved, None
        if saved:
            ctx._saved_at = at = [*map(place, saved)]
            for what in at:
                if what.__class__ is int:
                    slots.add(what)
        for name, t in [*vars(ctx).items()]:
            if t.__class__ is Tensor and name[:1] != "_" and isinstance(what := place(t), int):
                ctx._kept = {**ctx._kept, name: what}
                slots.add(what)
                delattr(ctx, name)

    def _check_dirty(self, t: Any, tensors: list[Tensor], results: list[Any]) -> None:
        if not any(t is x for x in tensors):
            raise FunctionError(f"{self.name}: mark_dirty was given a Tensor that is not an argument of forward.")
        if not any(t is r for r in results):
            raise FunctionError(f"{self.name}: an argument that is marked dirty must be returned from forward.")
        node = getattr(t, "_node", None)
        if node is not None and node.base is not None:
            raise InplaceError(f"{self.name}: a view cannot be marked dirty. Pass its base, or a clone.")
        if node is not None and node.array is not None and t.requires_grad and tape.grad_enabled:
            raise InplaceError(
                f"{self.name}: a leaf that requires grad cannot be changed in place while gradients are recorded."
            )

    def saved_at(self, tensors: list[Tensor], results: list[Any], t: Any) -> int | Tensor | None:
        """Return the slot of a saved argument or result, or a snapshot of another Tensor."""
        if t is None:
            return None
        for k, other in enumerate(tensors):
            if other is t and not (self.ctx._dirty and self.dirty(t)):
                return k
        for k, other in enumerate(results):
            if other is t:
                return self.slots[k]
        return _snapshot(t)

    def _shown(self, run: Run, modes: Modes) -> None:
        """Give the run a frame with the user's line, and let the modes in effect replace its saved values."""
        frame = run.frame()
        n = len(frame)
        if tape.lines:
            frame.lines = [user_line()] * n
        if modes.saving is not None:
            modes.saving.keep(run, [()] * n)

    # -------------------------------------------------------------------------------------------- forward mode

    def push(self, run: Run | None, tangents: Sequence[Tensor | None], results: Sequence[Any]) -> None:
        """Give the results their tangents, by the function's own jvp."""
        level = tape.dual
        sources = {} if run is None else dict(run.sources)
        read = None if run is None else functools.partial(read_slot, run, sources)
        with aside():
            pushed = self.tangents(tangents, read)
        for result, tangent in zip(results, pushed, strict=True):
            if isinstance(result, Tensor) and tangent is not None:
                level.set(result, tangent)
        if run is not None:
            by_slot = dict(enumerate(tangents)) | dict(zip(self.slots, pushed, strict=True))
            level.note(run.serial, self.slots, by_slot)

    def tangents(self, tangents: Sequence[Tensor | None], read: Callable[[int], Tensor] | None) -> list[Tensor | None]:
        """Return the tangents of the results, by the Function's jvp, which reads by slot."""
        by_position: list[Tensor | None] = [None] * self.arity  # zeros where there is none, if it wants them
        for position, form, tangent in zip(self.positions, self.operand_forms, tangents, strict=True):
            if tangent is None and self.ctx._materialize and form.dtype.kind in "fc":
                tangent = zeros_of(form)
            by_position[position] = tangent
        with self.reading("forward", read, []):
            return self._checked_tangents(self.function.jvp(self.ctx, *by_position))

    # -------------------------------------------------------------------------------------------- backward

    def called(self, run: Run, adjoints: dict[int, np.ndarray]) -> list[Tensor | None]:
        """Return the gradients of the Tensors that need one, as `swept` does where nothing observes."""
        count, ctx, homes = self.count, self.ctx, self.homes

        def read(slot: int) -> Tensor:
            if slot >= count:
                if run.backing.types[slot] & 1:
                    return placed(closed_family(self.forms[slot - count], True, run), slot)
            elif (home := homes[slot]) is not None and home.run is not None:
                return placed(home, dict(run.sources)[slot][1])
            return handle(run, slot, dict(run.sources))

        outer = ctx._rule, ctx._read, ctx._origins
        ctx._rule, ctx._read, ctx._origins = "backward", read, ()
        try:
            grads: list[Tensor | None] = []
            for slot, form in enumerate(self.forms, count):
                g = adjoints.get(slot)
                if g is not None:
                    grads.append(holding(data_family(form, False), g))
                else:
                    grads.append(zeros_of(form) if ctx._materialize else None)
            if len(grads) < len(self.slots):  # the others are no Tensors
                grads = [None if slot is None else grads[slot - count] for slot in self.slots]
            grad = (getattr(self.function, "backward", None) or self.rule)(ctx, *grads)
            if grad.__class__ is Tensor and self.arity == count == 1 and grad._family.form is self.operand_forms[0]:
                return [grad]
            values = self._by_position(grad)
            shares: list[Tensor | None] = []
            for position, form, home in zip(self.positions, self.operand_forms, homes, strict=True):
                value = None if home is None else values[position]
                fits = value is None or (value.__class__ is Tensor and value._family.form is form)
                shares.append(value if fits else self._fitted(value, form, position))
            return shares
        except np.linalg.LinAlgError as error:
            append_place(error, f"in the reverse sweep of {self.name}")
            raise
        finally:
            ctx._rule, ctx._read, ctx._origins = outer

    def adjoints(
        self, grads: Sequence[Tensor | None], needs: Sequence[bool], read: Callable[[int], Tensor],
        origins: list[Tensor],
    ) -> list[Tensor | None]:  # fmt: skip
        """Return the gradients of the Tensors that need one, from those of the results, by the Function's rule."""
        with self.reading("backward", read, origins):
            returned = self.rule(self.ctx, *self._arguments(grads))
        values = self._by_position(returned)
        return [
            self._fitted(values[position], form, position) if needed else None
            for position, form, needed in zip(self.positions, self.operand_forms, needs, strict=True)
        ]

    @contextlib.contextmanager
    def reading(self, rule: str, read: Callable[[int], Tensor] | None, origins: list[Tensor]) -> Iterator[None]:
        """Give the context access to saved values while a rule runs."""
        ctx = self.ctx
        outer = ctx._rule, ctx._read, ctx._origins
        ctx._rule, ctx._read, ctx._origins = rule, read, origins
        try:
            yield
        finally:
            ctx._rule, ctx._read, ctx._origins = outer

    def _arguments(self, grads: Sequence[Tensor | None]) -> list[Tensor | None]:
        """Return the arguments of backward: an adjoint for each result, zeros for those without if it wants them."""
        arguments = []
        for slot in self.slots:
            g = None if slot is None else grads[slot - self.count]
            if g is None and slot is not None and self.ctx._materialize:
                g = zeros_of(self.forms[slot - self.count])
            arguments.append(g)
        return arguments

    def _checked_tangents(self, returned: Any) -> list[Tensor | None]:
        """Check the tangents that jvp returned, one for each result; None is zero.

        Raises
        ------
        FunctionError, ShapeError
            If there are not as many as results, or they do not fit.
        """
        values = list(returned) if isinstance(returned, (tuple, list)) else [returned]
        if len(values) != len(self.slots):
            raise FunctionError(
                f"{self.name}: jvp must return {len(self.slots)} tangents, one for each result, got {len(values)}."
            )
        tangents: list[Tensor | None] = []
        for k, (value, slot) in enumerate(zip(values, self.slots, strict=True)):
            if value is None or slot is None:
                tangents.append(None)
                continue
            form, tangent = self.forms[slot - self.count], as_tensor(value, self.name)
            if tangent.shape != form.shape:
                raise ShapeError(
                    f"{self.name}: jvp returned a tangent of shape {tangent.shape} for result {k}, whose shape is "
                    f"{form.shape}."
                )
            tangents.append(tangent if tangent.dtype == form.dtype else tangent.astype(form.dtype))
        return tangents

    def _by_position(self, returned: Any) -> list[Any]:
        """Return the gradients that backward returned, by the arguments of forward.

        Raises
        ------
        FunctionError
            If there are too few or too many, or a gradient for what is no Tensor.
        """
        if isinstance(returned, dict):
            names = list(inspect.signature(self.function.forward).parameters)
            names = names[not hasattr(self.function, "setup_context") :][: self.arity]
            unknown = [name for name in returned if name not in names]
            if unknown:
                raise FunctionError(
                    f"{self.name}: backward returned a gradient for {unknown[0]!r}, but the arguments are {names}."
                )
            values = [returned.get(name) for name in names]
        else:
            values = list(returned) if isinstance(returned, (tuple, list)) else [returned]
        extra = values[self.arity :]
        if len(values) < self.arity or any(v is not None for v in extra):
            raise FunctionError(
                f"{self.name}: backward must return {self.arity} gradients, one for each argument of forward, "
                f"got {len(values)}."
            )
        for k, value in enumerate(values[: self.arity]):
            if value is not None and k not in self.positions:
                raise FunctionError(
                    f"{self.name}: backward returned a gradient for argument {k}, which is not a Tensor."
                )
        return values

    def _fitted(self, value: Any, form: Form, position: int) -> Tensor | None:
        """Return a gradient in the form of its input."""
        if value is None:
            return None
        if not isinstance(value, (Tensor, np.ndarray, np.generic, float, int, complex)):
            raise DtypeError(
                f"{self.name}: backward must return Tensors, arrays or None, got {type(value).__name__} "
                f"for argument {position}."
            )
        g = as_tensor(value, self.name)
        if g.dtype.kind == "c" and form.dtype.kind != "c":
            if np.any(g._array().imag != 0.0):
                raise DtypeError(
                    f"{self.name}: backward returned a gradient with imaginary parts for argument {position}, which is "
                    "real. Return its real part."
                )
            g = g.real
        if g.shape != form.shape:
            try:
                fits = np.broadcast_shapes(g.shape, form.shape) == g.shape
            except ValueError:
                fits = False
            if not fits:
                raise ShapeError(
                    f"{self.name}: backward returned a gradient of shape {g.shape} for argument {position} of shape "
                    f"{form.shape}."
                )
            g = sum_to(g, form.shape)
        return g if g.dtype == form.dtype else g.astype(form.dtype)


def read_slot(run: Run, sources: dict[int, Any], slot: int) -> Tensor:
    """Return a Tensor that stands for a slot of an application, with the tangent that it has in the present level."""
    t = handle(run, slot, sources)
    return t if tape.dual is None else tape.dual.restored(t, (run.serial, slot))


def _snapshot(t: Tensor) -> Tensor:
    """Return a Tensor that later writes to `t` do not change."""
    if t._family.run is not None and (t.traced or not t.is_leaf):
        return placed(*home(t))
    return t if t.requires_grad else holding(data_family(t._family.form, False), t._array())
