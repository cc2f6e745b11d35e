"""Functions of `scipy.optimize` that are made of ops: those that searches are tried on."""
