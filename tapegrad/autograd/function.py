"""Custom functions: `Function`, whose forward and backward are Python code.

Each call of one is a run of its own on the tape (`tapegrad.autograd.function_application`). While a function is traced
(`tapegrad.compile`, transforms), forward and backward are recorded too, and become part of the tape
(`tapegrad.autograd.traced_function`).

Tests: tests/autograd/test_function_saving.py, tests/autograd/test_function_transforms.py
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakSet

from tapegrad.autograd import reads
from tapegrad.autograd.compiled_sweep import settle
from tapegrad.autograd.function_application import Application, begin
from tapegrad.autograd.function_context import FunctionContext
from tapegrad.autograd.function_writes import Before, put_back, with_bases_and_views
from tapegrad.autograd.grad_mode import aside, enable_grad, no_grad, unrecorded
from tapegrad.autograd.opaque_functions import applied
from tapegrad.autograd.traced_function import finish
from tapegrad.errors import FunctionError, PlainDataError
from tapegrad.record.calls import RecordedLine, user_line
from tapegrad.record.generators import mark
from tapegrad.record.modes import current as current_modes
from tapegrad.record.open_recording import current
from tapegrad.record.recording import check_thread, moves, tape
from tapegrad.tensor.tensor import Tensor, as_tensor

__all__ = ["Function", "FunctionContext", "once_differentiable"]

_recorded: WeakSet[type] = WeakSet()  # Functions whose forward could be recorded: what it draws is a constant


class Function:
    """A differentiable function with Python code of its own: subclass it, and call ``YourFunction.apply(...)``.

    Static methods to define:

    ``forward(ctx, *args)``, or ``forward(*args)`` with ``setup_context(ctx, inputs, output)``
        Computes the result, a Tensor or a tuple of them, without recording. Arrays become Tensors.
    ``backward(ctx, *grads)`` or ``vjp``
        The gradient of each argument of forward from the gradient of each result (the vector-Jacobian product): None
        for an argument without one. A dict from names of arguments to gradients is taken too. Written with operations
        on Tensors it can be differentiated again.
    ``jvp(ctx, *tangents)``
        The tangent of each result from the tangent of each argument (None for an argument that is not a Tensor); for
        forward mode. Without it recordings transpose backward, which must then be linear in the gradients and
        differentiable.
    ``vmap(info, in_dims, *args)``
        Results for a batch of Tensors, and their batch axes; without it, and for plain arrays, batches run the recorded
        operations of forward. So it must agree with forward, which runs for each member if it uses plain data.

    Attributes
    ----------
    clear_saved_tensors_on_access : bool
        Let ``ctx.saved_tensors`` be read once.
    generate_vmap_rule : bool
        Say that backward takes traced Tensors, without plain data. Then ``grad(is_grads_batched=True)`` calls it once
        and not for each seed. Batches of forward do not need this.

    Examples
    --------
    >>> import tapegrad as tg
    >>> class Cube(tg.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x**3
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         (x,) = ctx.saved_tensors
    ...         return 3.0 * x**2 * g
    >>> x = tg.tensor(2.0, requires_grad=True)
    >>> Cube.apply(x).backward()
    >>> x.grad
    tensor(12.)
    """

    forward: Callable[..., Any]  # what a subclass lacks, it does not have
    clear_saved_tensors_on_access = False
    generate_vmap_rule = False

    def __init_subclass__(cls) -> None:
        for name in ("forward", "backward", "vjp", "setup_context", "jvp", "vmap"):
            if name in cls.__dict__ and not isinstance(cls.__dict__[name], staticmethod):
                raise FunctionError(f"{cls.__name__}: {name} must be a static method. Decorate it with @staticmethod.")
        if hasattr(cls, "backward") and hasattr(cls, "vjp"):
            raise FunctionError(f"{cls.__name__}: backward and vjp are two names of one method. Define one of them.")

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self.apply(*args, **keywords)

    @classmethod
    def _bound(cls, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        """Return the arguments of forward in order, defaults included up to the last one that was given."""
        takes_context = not hasattr(cls, "setup_context")  # then forward takes ctx first
        signature = inspect.signature(cls.forward)
        try:
            bound = signature.bind(*((None,) if takes_context else ()), *args, **keywords)
        except TypeError as error:
            raise FunctionError(f"{cls.__name__}: {error}. Call apply with the arguments of forward.") from error
        last = len(bound.args) - 1 + len(bound.kwargs)
        if bound.kwargs:  # a default before them was left out
            places = [k for k, name in enumerate(signature.parameters) if name in bound.arguments]
            last = places[-1]
            bound.apply_defaults()
        if bound.kwargs:
            raise FunctionError(
                f"{cls.__name__}: forward takes {', '.join(bound.kwargs)} by keyword only, so that no gradient has a "
                "place for it. Let forward take it by position too."
            )
        return bound.args[takes_context : last + 1]

    @classmethod
    def apply(cls, *args: Any, **keywords: Any) -> Any:
        """Call the function on Tensors and other objects, by position or by the names of forward's arguments.

        Only arguments that are Tensors themselves take part in differentiation, not those within containers.

        Raises
        ------
        FunctionError
            If a static method breaks its contract.
        InplaceError
            If forward changed an argument in place without `FunctionContext.mark_dirty`.
        """
        if not hasattr(cls, "forward"):
            raise FunctionError(f"{cls.__name__}: forward is not defined. Define it as a static method.")
        if keywords:
            args = cls._bound(args, keywords)
        tensors: list[Tensor] = []
        types: list[int | None] = []
        for a in args:
            if isinstance(a, Tensor):
                tensors.append(a)
                types.append(a._family.id)
            else:
                types.append(None)
        modes = current_modes()
        moving = modes.dual is not None and any(moves(t) for t in tensors)
        if moving and not hasattr(cls, "jvp"):
            raise FunctionError(f"{cls.__name__}: jvp is not defined, and an argument has a tangent. Define it.")
        if (opened := tape._open.pending) is not None:
            settle()
            opened = tape._open.pending
        traced = opened is not None and opened.traced
        leave_out = mark() if traced and cls not in _recorded else None
        before = [*map(Before.of, tensors)]
        application = Application(cls, types, modes)
        tangents = [tape.dual.of(t) for t in tensors] if moving else []
        run = begin(before) if application.differentiable and not traced else None
        if run is None:
            for t in tensors:
                check_thread(t)
        tape.applying += 1
        written_with = with_bases_and_views(before)
        try:
            with unrecorded() if modes.plain else _watched(application, user_line() if tape.lines else None):
                try:
                    result = application.forward(args)
                except PlainDataError:  # forward needs values that are not there while a function is recorded
                    trace = current()
                    if trace is None or not trace.strict or moving:
                        raise
                    if leave_out is not None:
                        leave_out()
                    with enable_grad():
                        called = applied(cls, args, trace)
                    if called is None:
                        raise
                    return called
                opened = tape._open.pending
                if opened is not None and (opened.traced or reads.executed(opened) is not None):
                    tape.flush()
            for b in before:
                if b.changed:
                    application.check_writes(before)
                    break
            results = [*result] if isinstance(result, (tuple, list)) else [result]
            values = application.values(tensors, results)
        except BaseException:
            put_back(written_with)
            raise
        finally:
            tape.applying -= 1
        if run is not None:
            outputs = application.finish(run, modes, before, tensors, results, values)
        elif traced and application.differentiable:
            _recorded.add(cls)
            outputs = finish(application, args, before, results, values, _Again)
        else:
            outputs = [v.detach() if isinstance(v, Tensor) else v for v in values]
        if moving:
            application.push(run, tangents, outputs)
        dirty = application.ctx._dirty
        for k, r in enumerate(results):
            new = outputs[k]
            if new is r:
                continue
            if dirty and application.dirty(r):
                r._replace(new)
                outputs[k] = r
            elif isinstance(new, Tensor) and new._family.requires_grad and application.is_new(r, tensors, results):
                r._rebind(new)
                outputs[k] = r
        return tuple(outputs) if isinstance(result, (tuple, list)) else outputs[0]


@contextlib.contextmanager
def _watched(application: Application, line: RecordedLine | None) -> Iterator[None]:
    """Suspend recording while forward runs, while there is a level of forward mode, or an observer."""
    with no_grad(), aside(), application.measured(line, False):
        yield


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a backward that cannot be differentiated again: it may then use plain arrays.

    Differentiating its result raises `FunctionError`.
    """

    @functools.wraps(backward)
    def wrapped(ctx: Any, *grads: Any) -> Any:
        with no_grad():
            returned = backward(ctx, *grads)
        if not tape.grad_enabled:
            return returned
        origins = [t for t in (*grads, *ctx._origins) if isinstance(t, Tensor) and t.requires_grad]
        if not origins:
            return returned

        def sealed(value: Any) -> Any:
            return value if value is None else _Once.apply(as_tensor(value), ctx._name, *origins)

        if isinstance(returned, dict):
            return {name: sealed(value) for name, value in returned.items()}
        return tuple(sealed(value) for value in returned) if isinstance(returned, (tuple, list)) else sealed(returned)

    return wrapped


class _Once(Function):
    """The function of a value whose backward may be differentiated once only."""

    @staticmethod
    def forward(ctx: Any, value: Tensor, name: str, *origins: Tensor) -> Tensor:
        ctx.name = name
        return value.detach()

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:
        raise FunctionError(
            f"{ctx.name}: its backward is marked once_differentiable, and was differentiated a second time."
        )


class _Again(Function):
    """The results of an application whose forward has run already, on its operands."""

    @staticmethod
    def forward(ctx: Any, applied: Any, *operands: Tensor) -> tuple[Any, ...]:
        ctx.applied = applied
        ctx.save_for_backward(*operands)
        ctx.set_materialize_grads(False)
        return tuple([operands[slot].clone() for slot in applied.results])

    @staticmethod
    def backward(ctx: Any, *grads: Tensor | None) -> tuple[Any, ...]:
        operands: Any = ctx.saved_tensors
        return None, *ctx.applied.adjoints(grads, operands, ctx.needs_input_grad[1:])

    @staticmethod
    def jvp(ctx: Any, applied: Any, *tangents: Any) -> tuple[Any, ...]:
        operands: Any = ctx.saved_tensors
        moved = ctx.applied.tangents(operands, tangents)
        if moved is NotImplemented:
            raise FunctionError(f"{ctx.applied}: jvp is not defined, and an argument has a tangent. Define it.")
        return tuple(moved)
