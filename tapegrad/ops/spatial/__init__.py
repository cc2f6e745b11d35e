"""Functions of `scipy.spatial`."""
