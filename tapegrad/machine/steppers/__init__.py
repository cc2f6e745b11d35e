"""Steppers: machine code that solves initial value problems of ordinary differential equations."""
