"""Kinds of ops: one object for each way of execution, which executors, files, sparsity and batches ask.

Nothing else asks what kind an op is of. A new kind is a file here. It is imported when one of its kinds is first asked:
ops are declared without, and a first gradient asks few.
"""

from typing import TYPE_CHECKING

from tapegrad.lazy_imports import classes_later

if TYPE_CHECKING:
    from tapegrad.ops.kinds.call import Call as Call
    from tapegrad.ops.kinds.condition import Unless as Unless
    from tapegrad.ops.kinds.contract import Contract as Contract
    from tapegrad.ops.kinds.convert import Convert as Convert
    from tapegrad.ops.kinds.cumulate import Cumulate as Cumulate
    from tapegrad.ops.kinds.extremum import Extreme as Extreme
    from tapegrad.ops.kinds.fourier import Fourier as Fourier
    from tapegrad.ops.kinds.kernel import Kernel as Kernel
    from tapegrad.ops.kinds.known import Known as Known
    from tapegrad.ops.kinds.line_calls import Lines as Lines
    from tapegrad.ops.kinds.map import Map as Map
    from tapegrad.ops.kinds.move import Move as Move
    from tapegrad.ops.kinds.order import Order as Order
    from tapegrad.ops.kinds.python_call import Forward as Forward
    from tapegrad.ops.kinds.python_call import Python as Python
    from tapegrad.ops.kinds.recur import Recur as Recur
    from tapegrad.ops.kinds.reduce import Reduce as Reduce
    from tapegrad.ops.kinds.result import Result as Result
    from tapegrad.ops.kinds.rows import Gather as Gather
    from tapegrad.ops.kinds.rows import Last as Last
    from tapegrad.ops.kinds.rows import Offsets as Offsets
    from tapegrad.ops.kinds.rows import Put as Put
    from tapegrad.ops.kinds.rows import Scatter as Scatter
    from tapegrad.ops.kinds.subprogram import Scan as Scan
    from tapegrad.ops.kinds.subprogram import Subprogram as Subprogram
    from tapegrad.ops.kinds.total import Total as Total
    from tapegrad.ops.kinds.write import Assemble as Assemble
    from tapegrad.ops.kinds.write import Write as Write
else:
    _LATER = {
        "tapegrad.ops.kinds.call": ("Call",),
        "tapegrad.ops.kinds.condition": ("Unless",),
        "tapegrad.ops.kinds.contract": ("Contract",),
        "tapegrad.ops.kinds.convert": ("Convert",),
        "tapegrad.ops.kinds.cumulate": ("Cumulate",),
        "tapegrad.ops.kinds.extremum": ("Extreme",),
        "tapegrad.ops.kinds.fourier": ("Fourier",),
        "tapegrad.ops.kinds.kernel": ("Kernel",),
        "tapegrad.ops.kinds.known": ("Known",),
        "tapegrad.ops.kinds.line_calls": ("Lines",),
        "tapegrad.ops.kinds.map": ("Map",),
        "tapegrad.ops.kinds.move": ("Move",),
        "tapegrad.ops.kinds.order": ("Order",),
        "tapegrad.ops.kinds.python_call": (
            "Forward",
            "Python",
        ),
        "tapegrad.ops.kinds.recur": ("Recur",),
        "tapegrad.ops.kinds.reduce": ("Reduce",),
        "tapegrad.ops.kinds.result": ("Result",),
        "tapegrad.ops.kinds.rows": (
            "Gather",
            "Last",
            "Offsets",
            "Put",
            "Scatter",
        ),
        "tapegrad.ops.kinds.subprogram": (
            "Scan",
            "Subprogram",
        ),
        "tapegrad.ops.kinds.total": ("Total",),
        "tapegrad.ops.kinds.write": (
            "Assemble",
            "Write",
        ),
    }
    globals().update(classes_later(_LATER))
