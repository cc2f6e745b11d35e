"""Recording: runs and their backings, and how NumPy calls become instructions.

Nothing here knows `tapegrad.autograd`.
"""
