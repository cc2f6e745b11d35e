"""Distributions of `scipy.stats`."""
