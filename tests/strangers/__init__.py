"""Files from strangers: what loading lets through never reads or writes other memory.

For every array op, tapes of one instruction are written as a stranger would, byte by byte after `docs/reference/tape_format.md`: with
many shapes, dtypes and static parameters (`cells`). Those that `load` accepts are executed on extreme data by all executors,
in a process whose memory is guarded (`guarding`, `executing`): an error of tapegrad's, or the same bits twice in memory that
held other bytes before.

``python -m tests.strangers`` tries all of them, ``--count 20`` so many of each op.
"""
