"""Namespaces of other libraries with Tensors in them: what `tapegrad.numpy` and `tapegrad.scipy` are made of."""
