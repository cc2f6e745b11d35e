"""Filters and interpolation of images with the names and arguments of `scipy.ndimage`."""

from tapegrad.ops.names import namespace as _namespace

__getattr__, __dir__ = _namespace(__name__, "ndimage")
