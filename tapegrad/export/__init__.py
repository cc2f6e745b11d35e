"""Compiled functions outside of Python: as object code or C, with the interface of CasADi's external functions, and as
pointers to C functions."""
