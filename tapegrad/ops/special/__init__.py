"""Special functions of `scipy.special`."""
