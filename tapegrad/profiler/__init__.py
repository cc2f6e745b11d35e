"""The profiler: `profile` measures the time and memory of each op, line and call of the user's.

Tests: tests/package/test_profiler.py
"""

from tapegrad.hints import names_of
from tapegrad.profiler.memory_over_time import MemorySample as MemorySample
from tapegrad.profiler.profile_rows import CallNode as CallNode
from tapegrad.profiler.profile_rows import Row as Row
from tapegrad.profiler.profiles import profile as profile

__all__ = ["CallNode", "MemorySample", "Row", "profile"]

__getattr__ = names_of(__name__, __all__)


def __dir__() -> list[str]:
    return __all__
