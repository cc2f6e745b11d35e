"""All that knows where CPython and NumPy keep things in their objects, and how machine code calls CPython."""
