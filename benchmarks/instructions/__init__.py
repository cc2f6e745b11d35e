"""A guard against getting slower that does not measure time: fixed work, counted, beside the counts that are stored.

Two counts of the same cases (`cases.py`). `calls` are the Python and C functions that the package's Python code calls:
the same on every machine and every Python, so an ordinary test compares them (`tests/package/test_instructions.py`).
`machine` are the instructions of the processor, compiled code included, as valgrind's tool callgrind counts them: the
same from run to run, but of one build of Python and of the libraries, so they are compared where these are the stored
ones.

Counts are no times: they say that something changed, and the other benchmarks what it costs.
"""
