"""Interpolation between samples."""
