"""Liveness: a byte for each object of a list, by its reference count: whether others hold it.

Tests: tests/autograd/test_anomaly.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from tapegrad.cpython.callers import bound
from tapegrad.cpython.object_layout import misfits
from tapegrad.machine.cache import engine

_TEXT = """\
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyBytes_AsString(ptr)
declare i64 @PyList_Size(ptr)
declare ptr @PyList_GetItem(ptr, i64)

define ptr @held(ptr %self, ptr %given, i64 %count) {
  %list = load ptr, ptr %given
  %n = call i64 @PyList_Size(ptr %list)
  %found = call ptr @PyBytes_FromStringAndSize(ptr null, i64 %n)
  %failed = icmp eq ptr %found, null
  br i1 %failed, label %done, label %begin
begin:
  %bytes = call ptr @PyBytes_AsString(ptr %found)
  br label %head
head:
  %k = phi i64 [ 0, %begin ], [ %next, %body ]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %body, label %done
body:
  %item = call ptr @PyList_GetItem(ptr %list, i64 %k)
  %references = load i32, ptr %item
  %several = icmp ugt i32 %references, 1
  %byte = zext i1 %several to i8
  %place = getelementptr i8, ptr %bytes, i64 %k
  store i8 %byte, ptr %place
  %next = add i64 %k, 1
  br label %head
done:
  ret ptr %found
}"""


@cache
def held() -> Callable[[list[Any]], bytes]:
    """Return a function of a list that says for each item, as a byte of 1 or 0, whether more than the list holds it."""
    if misfits():
        return _by_python
    if not engine().address("held"):
        engine().load("held", lambda: _TEXT)
    function: Any = bound("held", engine().address("held"), None)
    return function


def _by_python(items: list[Any]) -> bytes:
    """Do the same by Python's counts, less the references that it holds itself."""
    counts = sys.getrefcount
    (alone,) = map(counts, [object()])
    return bytes(count > alone for count in map(counts, items))
