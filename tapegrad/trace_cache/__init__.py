"""The trace cache: a tree of recorded calls, the keys and stubs that find them, and eviction.

Its exits, where runs leave the tree for sweeps and reads, stand with these (`tapegrad.autograd.exits`).
"""
