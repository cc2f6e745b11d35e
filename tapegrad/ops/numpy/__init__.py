"""Functions of NumPy made of ops, and ops that a first gradient does not need."""
