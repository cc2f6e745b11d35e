"""What compiled code is made of: lane arithmetic, vector mathematics, kernels, object code and where it is kept."""
