"""What was recorded and compiled, as pages for a browser."""
