"""Linear algebra: factorizations, solutions and functions of matrices."""
