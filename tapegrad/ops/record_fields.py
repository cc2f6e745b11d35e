"""Fields of records: each is given by its name, or has a default.

A class lists its fields as annotated attributes, whose values are defaults, as dataclasses do. Type checkers know it as
one. But a dataclass writes and compiles methods of its own for each class, which took a tenth of `import tapegrad`.

Tests: tests/ops/test_record_fields.py
"""

from __future__ import annotations

from typing import Any, ClassVar, dataclass_transform


@dataclass_transform(eq_default=False, kw_only_default=True)
class Record:
    """An object with fields; attributes without an annotation are none."""

    _fields: ClassVar[frozenset[str]] = frozenset()
    _required: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        of_bases = [base._fields for base in cls.__bases__ if issubclass(base, Record)]  # all, where there are several
        cls._fields = frozenset(cls.__annotations__).union(*of_bases)
        cls._required = frozenset(name for name in cls._fields if not hasattr(cls, name))

    def __init__(self, **fields: Any) -> None:
        if wrong := (fields.keys() - self._fields) | (self._required - fields.keys()):
            raise TypeError(
                f"{type(self).__name__}: expected {sorted(self._required)} and more, got {sorted(fields)}: {sorted(wrong)}"
            )
        vars(self).update(fields)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Complete what follows from the fields."""
