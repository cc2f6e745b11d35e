"""Named tuples whose classes are made quickly: Python's own compile a function for each, in half a millisecond.

For type checkers they are Python's. A file with a class of them begins with ``from __future__ import annotations``.

Tests: tests/package/test_named_tuples.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from operator import itemgetter

    class _Named(type):
        """Makes fields of annotations, and their defaults of the values."""

        def __new__(cls, name, bases, body):
            if bases and bases[0].__base__ is tuple:
                fields = body["_fields"] = body["__match_args__"] = tuple(body["__annotations__"])
                body["_defaults"] = tuple(body[field] for field in fields if field in body)  # of the last ones
                body |= {field: property(itemgetter(k)) for k, field in enumerate(fields)}
            return super().__new__(cls, name, bases, {"__slots__": (), **body})

    class NamedTuple(tuple, metaclass=_Named):
        """A tuple whose elements have names."""

        _fields = ()
        _defaults = ()

        def __new__(cls, *values, **named):
            if named or len(values) != len(cls._fields):
                values = cls._completed(values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _completed(cls, values, named):
            """Return all values, of those that are given and defaults."""
            fields, defaults, count = cls._fields, cls._defaults, len(values)
            missing = len(fields) - count
            if not named and 0 < missing <= len(defaults):
                return values + defaults[len(defaults) - missing :]
            rest = dict(zip(fields[::-1], defaults[::-1], strict=False)) | named
            if missing < 0 or not named.keys() <= {*fields[count:]} <= rest.keys():
                raise TypeError(f"{cls.__name__}: expected {', '.join(fields)}, got {count} values and {[*named]}")
            return (*values, *[rest[field] for field in fields[count:]])

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
