"""Programs: sealed tapes, what makes and prints them, and their files."""
