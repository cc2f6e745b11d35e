"""Compiled functions: traced once, replayed as machine code, in batches, in loops, from files."""
