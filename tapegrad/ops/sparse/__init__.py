"""Sparse matrices: products and solutions, of which the nonzeros' values are arrays and their places are known."""
