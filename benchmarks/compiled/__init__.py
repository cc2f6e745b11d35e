"""Compiled code beside compiled code: what each library gives after it has compiled."""
