"""Machine code: lane arithmetic, vector mathematics, kernels, the compiler and its cache."""
