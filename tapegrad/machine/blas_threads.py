"""BLAS's own threads: a product of matrices in one of them, while other products may run in tapegrad's.

A library's threads stay awake for some 30 to 100 ms after a product, on the cores that tapegrad's threads need, and the
last bits of a product depend on their number. So a large product is cut into tiles that tapegrad's threads share
(`tapegrad.machine.product_tiles`), and each is a call with one thread. The number is one for the whole process: it is
counted how many calls want it, and the last one to return sets it back. All is done within one call of machine code,
which no signal divides.

Tests: tests/machine/test_blas_threads.py
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from tapegrad.forks import in_child
from tapegrad.machine import addresses, symbols
from tapegrad.machine.cache import engine

_STATE = """\
declare i32 @tapegrad_blas_get_threads()
declare void @tapegrad_blas_set_threads(i32)
@lock = internal global i64 0
@callers = internal global i64 0
@before = internal global i32 0
define internal void @take() {
entry:
  br label %again
again:
  %got = cmpxchg ptr @lock, i64 0, i64 1 acquire monotonic
  %free = extractvalue { i64, i1 } %got, 1
  br i1 %free, label %done, label %again
done:
  ret void
}
define void @tapegrad_blas_begin() {
entry:
  call void @take()
  %callers = load i64, ptr @callers
  %more = add i64 %callers, 1
  %first = icmp eq i64 %callers, 0
  br i1 %first, label %one, label %another
another:
  store i64 %more, ptr @callers
  br label %done
one:
  %number = call i32 @tapegrad_blas_get_threads()
  store i32 %number, ptr @before
  store i64 %more, ptr @callers ; before the number is set, so that a fork in between sets it back
  %single = icmp eq i32 %number, 1
  br i1 %single, label %done, label %set
set:
  call void @tapegrad_blas_set_threads(i32 1)
  br label %done
done:
  store atomic i64 0, ptr @lock release, align 8
  ret void
}
define void @tapegrad_blas_end() {
entry:
  call void @take()
  %callers = load i64, ptr @callers
  %less = sub i64 %callers, 1
  %number = load i32, ptr @before
  %last = icmp eq i64 %less, 0
  %several = icmp ne i32 %number, 1
  %both = and i1 %last, %several
  br i1 %both, label %set, label %done
set:
  call void @tapegrad_blas_set_threads(i32 %number)
  br label %done
done:
  store i64 %less, ptr @callers
  store atomic i64 0, ptr @lock release, align 8
  ret void
}
define void @tapegrad_blas_forked() {
entry:
  store i64 0, ptr @lock
  %callers = load i64, ptr @callers
  store i64 0, ptr @callers
  %some = icmp ne i64 %callers, 0
  br i1 %some, label %set, label %done
set:
  %number = load i32, ptr @before
  call void @tapegrad_blas_set_threads(i32 %number)
  br label %done
done:
  ret void
}
"""

_ALONE = """\
declare void @tapegrad_blas_begin()
declare void @tapegrad_blas_end()
declare void @tapegrad_blas_{name}({pointers})
define void @tapegrad_alone_{name}({named}) {{
  call void @tapegrad_blas_begin()
  call void @tapegrad_blas_{name}({named})
  call void @tapegrad_blas_end()
  ret void
}}
"""


@cache
def alone(name: str, count: int) -> str | None:
    """Return the symbol of a subroutine of BLAS with so many arguments, such as ``"dgemm"``, which runs in one thread;
    None if the library has none of that name.

    Where it is not known how a library is told the number of its threads, it is the subroutine itself.
    """
    symbol = addresses.blas(name)
    if symbol is None or not _counted():
        return symbol
    pointers = ["ptr"] * count
    text = _ALONE.format(name=name, pointers=", ".join(pointers), named=", ".join(f"ptr %x{k}" for k in range(count)))
    engine().load(f"alone_{name}", lambda: text)
    symbols.enter(alone_symbol := f"tapegrad_alone_{name}", engine().address(alone_symbol))
    return alone_symbol


@cache
def _counted() -> bool:
    """Tell whether the number of BLAS's threads can be set for all, and prepare to."""
    parallel = addresses.setting("openblas_get_parallel")
    if parallel is not None and ctypes.CFUNCTYPE(ctypes.c_int)(parallel)() == 2:  # OpenMP: each thread has its own
        return False
    for name in ("get", "set"):
        address = addresses.setting(f"openblas_{name}_num_threads")
        if address is None:
            return False
        symbols.enter(f"tapegrad_blas_{name}_threads", address)
    engine().load("blas_threads", lambda: _STATE)
    for name in ("begin", "end", "forked"):
        symbol = f"tapegrad_blas_{name}"
        symbols.enter(symbol, engine().address(symbol))
    forked: Any = ctypes.CFUNCTYPE(None)(symbols.address("tapegrad_blas_forked"))
    in_child(forked)
    return True
