"""The sealed executor: a program as machine code."""
