"""Integrals of samples."""
