"""Named tuples whose classes are made quickly: Python's own compile a function for each, in half a millisecond.

Here the functions that make tuples are compiled with this file, one for each number of fields, and get the fields'
names. For type checkers they are Python's. A file with a class of them begins with ``from __future__ import
annotations``.

Tests: tests/package/test_named_tuples.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from operator import itemgetter
    from types import FunctionType

    try:
        from _collections import _tuplegetter
    except ImportError:

        def _tuplegetter(k, doc):
            return property(itemgetter(k), doc=doc)

    new = tuple.__new__
    _MAKERS = [
        lambda cls: new(cls, ()),
        lambda cls, a: new(cls, (a,)),
        lambda cls, a, b: new(cls, (a, b)),
        lambda cls, a, b, c: new(cls, (a, b, c)),
        lambda cls, a, b, c, d: new(cls, (a, b, c, d)),
        lambda cls, a, b, c, d, e: new(cls, (a, b, c, d, e)),
        lambda cls, a, b, c, d, e, f: new(cls, (a, b, c, d, e, f)),
        lambda cls, a, b, c, d, e, f, g: new(cls, (a, b, c, d, e, f, g)),
        lambda cls, a, b, c, d, e, f, g, h: new(cls, (a, b, c, d, e, f, g, h)),
        lambda cls, a, b, c, d, e, f, g, h, i: new(cls, (a, b, c, d, e, f, g, h, i)),
        lambda cls, a, b, c, d, e, f, g, h, i, j: new(cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k: new(cls, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, l: new(cls, (a, b, c, d, e, f, g, h, i, j, k, l)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, l, m: new(cls, (a, b, c, d, e, f, g, h, i, j, k, l, m)),
    ]

    class _Named(type):
        """Makes fields of annotations, and their defaults of the values."""

        def __new__(cls, name, bases, body):
            if bases and bases[0].__base__ is tuple:
                fields = body["_fields"] = body["__match_args__"] = tuple(body["__annotations__"])
                defaults = tuple([body[field] for field in fields if field in body])  # of the last ones
                code = _MAKERS[len(fields)].__code__
                code = code.replace(co_varnames=("cls", *fields), co_qualname=f"{name}.__new__")
                body["__new__"] = FunctionType(code, globals(), "__new__", defaults)
                body |= {field: _tuplegetter(k, f"Element {k}.") for k, field in enumerate(fields)}
            return super().__new__(cls, name, bases, {"__slots__": (), **body})

    class NamedTuple(tuple, metaclass=_Named):
        """A tuple whose elements have names."""

        _fields = ()

        @classmethod
        def _make(cls, values):
            """Return the values, in their order."""
            return cls(*values)

        def _replace(self, **named):
            """Return the same values but for these."""
            return type(self)(**dict(zip(self._fields, self, strict=True)) | named)

        def __repr__(self):
            parts = [f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True)]
            return f"{type(self).__name__}({', '.join(parts)})"

        def __getnewargs__(self):
            return tuple(self)
