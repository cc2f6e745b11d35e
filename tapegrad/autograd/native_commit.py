"""The commit in machine code: adds gradients to the ``.grad`` of leaves, and releases their run.

It makes Tensors after patterns: it stores references where Python keeps the slots of these objects; where that is, the
objects themselves tell.

Invariant: all objects are made, and all leaves looked at, before anything changes; what then changes does so before
any Python code can run: what a run held goes last.

Tests: tests/autograd/test_hooks_of_results_that_return.py
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from tapegrad.cpython.callers import bound
from tapegrad.cpython.object_layout import place
from tapegrad.machine.cache import engine
from tapegrad.record.families import Family
from tapegrad.record.recording import made
from tapegrad.record.run import Backing, Run
from tapegrad.tensor.tensor import Tensor
from tapegrad.tensor.value import TensorState

# Slots that are alike in all nodes that are new, and in all families of closed runs.
_OF_NODES = ("grad", "hooks", "retains_grad", "base", "steps")
_OF_FAMILIES = ("pairs", "consts", "out", "modes", "instructions")

# Parts: patterns of a Tensor, a node and a family; the table of places; the counter of nodes; True. Places: _family, _i
# and _node of Tensors, requires_grad of families, array, serial and views of nodes, then the slots above, and backing
# and sources of runs.
_EMPTY: Any = MappingProxyType({})  # it cannot be written to
_TEXT = """\
declare ptr @PyList_New(i64)
declare i64 @PyList_Size(ptr)
declare ptr @PyList_GetItem(ptr, i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare ptr @PyTuple_GetItem(ptr, i64)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyBool_FromLong(i64)
declare ptr @PyType_GenericAlloc(ptr, i64)
declare ptr @PyIter_Next(ptr)
declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)

define internal ptr @slot(ptr %object, ptr %places, i64 %which) alwaysinline {
  %p = getelementptr i64, ptr %places, i64 %which
  %offset = load i64, ptr %p
  %at = getelementptr i8, ptr %object, i64 %offset
  ret ptr %at
}

define internal ptr @copied(ptr %object, ptr %pattern, ptr %places, i64 %which) alwaysinline {
  %from = call ptr @slot(ptr %pattern, ptr %places, i64 %which)
  %value = load ptr, ptr %from
  call void @Py_IncRef(ptr %value)
  %to = call ptr @slot(ptr %object, ptr %places, i64 %which)
  %old = load ptr, ptr %to
  store ptr %value, ptr %to
  ret ptr %old
}

define internal ptr @like(ptr %pattern) alwaysinline {
  %p = getelementptr ptr, ptr %pattern, i64 1
  %type = load ptr, ptr %p
  %new = call ptr @PyType_GenericAlloc(ptr %type, i64 0)
  ret ptr %new
}

define ptr @commit(ptr %self, ptr %given, i64 %count) {
  %parts = call ptr @PyTuple_GetItem(ptr %self, i64 1)
  %tensor = call ptr @PyTuple_GetItem(ptr %parts, i64 0)
  %node = call ptr @PyTuple_GetItem(ptr %parts, i64 1)
  %closed = call ptr @PyTuple_GetItem(ptr %parts, i64 2)
  %table = call ptr @PyTuple_GetItem(ptr %parts, i64 3)
  %counter = call ptr @PyTuple_GetItem(ptr %parts, i64 4)
  %true = call ptr @PyTuple_GetItem(ptr %parts, i64 5)
  %table.data = getelementptr ptr, ptr %table, i64 2
  %places = load ptr, ptr %table.data
  %leaves = load ptr, ptr %given
  %p1 = getelementptr ptr, ptr %given, i64 1
  %families = load ptr, ptr %p1
  %p2 = getelementptr ptr, ptr %given, i64 2
  %arrays = load ptr, ptr %p2
  %p3 = getelementptr ptr, ptr %given, i64 3
  %first.object = load ptr, ptr %p3
  %first = call i64 @PyLong_AsLongLong(ptr %first.object)
  %p4 = getelementptr ptr, ptr %given, i64 4
  %run = load ptr, ptr %p4
  %p5 = getelementptr ptr, ptr %given, i64 5
  %backing = load ptr, ptr %p5
  %p6 = getelementptr ptr, ptr %given, i64 6
  %sources = load ptr, ptr %p6
  %p7 = getelementptr ptr, ptr %given, i64 7
  %all = load ptr, ptr %p7
  %n = call i64 @PyList_Size(ptr %leaves)
  %made = call ptr @PyList_New(i64 %n)
  %none = icmp eq ptr %made, null
  br i1 %none, label %failed, label %begin
begin:
  %held = call ptr @PyList_New(i64 2)
  %held.none = icmp eq ptr %held, null
  br i1 %held.none, label %drop, label %make

make:
  %k = phi i64 [ 0, %begin ], [ %next, %whole ]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %new, label %look
new:
  %t = call ptr @like(ptr %tensor)
  %t.none = icmp eq ptr %t, null
  br i1 %t.none, label %drop, label %listed
listed:
  %set = call i32 @PyList_SetItem(ptr %made, i64 %k, ptr %t)
  %own = call ptr @like(ptr %node)
  %own.none = icmp eq ptr %own, null
  br i1 %own.none, label %drop, label %filled
filled:
  %t.node = call ptr @slot(ptr %t, ptr %places, i64 2)
  store ptr %own, ptr %t.node
  %t.i = call ptr @copied(ptr %t, ptr %tensor, ptr %places, i64 1)
  %family = call ptr @PyList_GetItem(ptr %families, i64 %k)
  call void @Py_IncRef(ptr %family)
  %t.family = call ptr @slot(ptr %t, ptr %places, i64 0)
  store ptr %family, ptr %t.family
  %which = add i64 %first, %k
  %array = call ptr @PyList_GetItem(ptr %arrays, i64 %which)
  call void @Py_IncRef(ptr %array)
  %own.array = call ptr @slot(ptr %own, ptr %places, i64 4)
  store ptr %array, ptr %own.array
  {nodes}
  %number = call ptr @PyIter_Next(ptr %counter)
  %number.none = icmp eq ptr %number, null
  br i1 %number.none, label %drop, label %numbered
numbered:
  %own.serial = call ptr @slot(ptr %own, ptr %places, i64 5)
  store ptr %number, ptr %own.serial
  %views = call ptr @PyList_New(i64 0)
  %views.none = icmp eq ptr %views, null
  br i1 %views.none, label %drop, label %whole
whole:
  %own.views = call ptr @slot(ptr %own, ptr %places, i64 6)
  store ptr %views, ptr %own.views
  %next = add i64 %k, 1
  br label %make

look:
  %j = phi i64 [ 0, %make ], [ %j.next, %plain ]
  %j.more = icmp slt i64 %j, %n
  br i1 %j.more, label %leaf, label %give
leaf:
  %x = call ptr @PyList_GetItem(ptr %leaves, i64 %j)
  %x.family = call ptr @slot(ptr %x, ptr %places, i64 0)
  %of = load ptr, ptr %x.family
  %of.grad = call ptr @slot(ptr %of, ptr %places, i64 3)
  %requires = load ptr, ptr %of.grad
  %required = icmp eq ptr %requires, %true
  %x.node = call ptr @slot(ptr %x, ptr %places, i64 2)
  %its = load ptr, ptr %x.node
  %has = icmp ne ptr %its, null
  %ordinary = and i1 %required, %has
  br i1 %ordinary, label %kept, label %refused
kept:
  %its.grad = call ptr @slot(ptr %its, ptr %places, i64 7)
  %grad = load ptr, ptr %its.grad
  %nothing.at = call ptr @slot(ptr %node, ptr %places, i64 7)
  %nothing = load ptr, ptr %nothing.at
  %its.hooks = call ptr @slot(ptr %its, ptr %places, i64 8)
  %hooks = load ptr, ptr %its.hooks
  %no.grad = icmp eq ptr %grad, %nothing
  %no.hooks = icmp eq ptr %hooks, %nothing
  %free = and i1 %no.grad, %no.hooks
  br i1 %free, label %plain, label %refused
plain:
  %j.next = add i64 %j, 1
  br label %look

give:
  %i = phi i64 [ 0, %look ], [ %i.next, %given.one ]
  %i.more = icmp slt i64 %i, %n
  br i1 %i.more, label %given.one, label %free.run
given.one:
  %y = call ptr @PyList_GetItem(ptr %leaves, i64 %i)
  %y.node = call ptr @slot(ptr %y, ptr %places, i64 2)
  %target = load ptr, ptr %y.node
  %g = call ptr @PyList_GetItem(ptr %made, i64 %i)
  call void @Py_IncRef(ptr %g)
  %target.grad = call ptr @slot(ptr %target, ptr %places, i64 7)
  %old = load ptr, ptr %target.grad
  store ptr %g, ptr %target.grad
  call void @Py_DecRef(ptr %old)
  %i.next = add i64 %i, 1
  br label %give
free.run:
  %position = alloca i64
  %key = alloca ptr
  %value = alloca ptr
  store i64 0, ptr %position
  br label %families.next
families.next:
  %found = call i32 @PyDict_Next(ptr %all, ptr %position, ptr %key, ptr %value)
  %another = icmp ne i32 %found, 0
  br i1 %another, label %family.one, label %families.done
family.one:
  %one = load ptr, ptr %value
  {families}
  br label %families.next
families.done:
  call void @Py_IncRef(ptr %backing)
  %at.backing = call ptr @slot(ptr %run, ptr %places, i64 {backing})
  %backing.before = load ptr, ptr %at.backing
  store ptr %backing, ptr %at.backing
  %h0 = call i32 @PyList_SetItem(ptr %held, i64 0, ptr %backing.before)
  call void @Py_IncRef(ptr %sources)
  %at.sources = call ptr @slot(ptr %run, ptr %places, i64 {sources})
  %sources.before = load ptr, ptr %at.sources
  store ptr %sources, ptr %at.sources
  %h1 = call i32 @PyList_SetItem(ptr %held, i64 1, ptr %sources.before)
  call void @Py_DecRef(ptr %made)
  call void @Py_DecRef(ptr %held)
  br label %done
done:
  %yes = call ptr @PyBool_FromLong(i64 1)
  ret ptr %yes
refused:
  call void @Py_DecRef(ptr %made)
  call void @Py_DecRef(ptr %held)
  %no = call ptr @PyBool_FromLong(i64 0)
  ret ptr %no
drop:
  call void @Py_DecRef(ptr %made)
  br label %failed
failed:
  ret ptr null
}"""


def _text() -> str:
    """Return the LLVM text of the function, with the slots one after the other."""
    nodes = [f"%n{k} = call ptr @copied(ptr %own, ptr %node, ptr %places, i64 {7 + k})" for k in range(len(_OF_NODES))]
    first = 7 + len(_OF_NODES)
    families = []
    for k in range(len(_OF_FAMILIES)):  # which hold nothing of the user's
        families.append(f"%f{k} = call ptr @copied(ptr %one, ptr %closed, ptr %places, i64 {first + k})")
        families.append(f"call void @Py_DecRef(ptr %f{k})")
    first += len(_OF_FAMILIES)
    text = _TEXT.replace("{backing}", str(first)).replace("{sources}", str(first + 1))
    for what, lines in (("nodes", nodes), ("families", families)):
        text = text.replace(f"{{{what}}}", "\n  ".join(lines))
    return text


Committed = Callable[[list[Any], list[Any], list[np.ndarray], int, Run, Backing, Any, dict[int, Any]], bool]


@cache
def native() -> Committed:
    """Return a function of leaves and their gradients' families, arrays, the place of the first gradient, a run, its
    new backing and sources, and the families of its results.

    It sets the ``.grad`` of the leaves to new Tensors of the arrays, closes the families, gives the run its backing,
    and returns True. Where a leaf has a gradient or hooks, or does not require grad any more, it does nothing and
    returns False.
    """
    tensor, node, family, run = Tensor(), TensorState(), Family.__new__(Family), Run(None)
    tensor._i = -1
    family.pairs, family.consts, family.out, family.modes, family.instructions = _EMPTY, _EMPTY, None, None, None
    places = [place(tensor, slot) for slot in ("_family", "_i", "_node")]
    places.append(place(family, "requires_grad"))
    places += [place(node, slot) for slot in ("array", "serial", "views", *_OF_NODES)]
    places += [place(family, slot) for slot in _OF_FAMILIES]
    places += [place(run, slot) for slot in ("backing", "sources")]
    if not engine().address("commit"):
        text = _text()
        engine().load("commit", lambda: text, text)
    parts: Any = tensor, node, family, np.array(places, np.int64), made, True
    return bound("commit", engine().address("commit"), parts)  # type: ignore[return-value]
