"""The memory layout of CPython's and NumPy's objects, and calls of CPython from machine code."""
