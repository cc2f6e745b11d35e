"""Kinds of ops: one object for each way of execution, which executors, files, sparsity and batches ask.

Nothing else asks what kind an op is of. A new kind is a file here.
"""

from tapegrad.ops.kinds.call import Call
from tapegrad.ops.kinds.contract import Contract
from tapegrad.ops.kinds.convert import Convert
from tapegrad.ops.kinds.cumulate import Cumulate
from tapegrad.ops.kinds.fourier import Fourier
from tapegrad.ops.kinds.kernel import Kernel
from tapegrad.ops.kinds.kind import Kind
from tapegrad.ops.kinds.line_calls import Lines
from tapegrad.ops.kinds.map import Map
from tapegrad.ops.kinds.move import Move
from tapegrad.ops.kinds.python_call import Forward, Python
from tapegrad.ops.kinds.recur import Recur
from tapegrad.ops.kinds.reduce import Reduce
from tapegrad.ops.kinds.subprogram import Scan, Subprogram
from tapegrad.ops.kinds.total import Total
from tapegrad.ops.kinds.write import Assemble, Write

__all__ = [
    "Assemble", "Call", "Contract", "Convert", "Cumulate", "Forward", "Fourier", "Kernel", "Kind", "Lines", "Move", "Map", "Python", "Recur", "Reduce",
    "Scan", "Subprogram",
    "Total", "Write",
]  # fmt: skip
