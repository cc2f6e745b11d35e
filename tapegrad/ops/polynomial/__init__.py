"""Series of orthogonal polynomials."""
