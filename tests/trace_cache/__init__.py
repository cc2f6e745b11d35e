"""The trace cache, observed from outside: what is on must do what is off does.

`programs` draws programs, `worlds` runs them by tapegrad, NumPy and PyTorch, `observers` has what users may do around,
within and after a turn, and `oracle` makes the same turns with the trace cache on and off and compares all that is seen.
"""
