"""Compiled code beside compiled code: what each library gives whoever compiles first and calls often."""
