"""The trace cache: the tree of what runs record, the keys and stubs by which calls are found, and what it gives up.

Its exits, where runs leave the tree for sweeps and reads, stand with these (`tapegrad.autograd.exits`).
"""
