"""The loops in NumPy code with tapegrad."""
