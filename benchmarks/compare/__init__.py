"""tapegrad beside other libraries, in one run: the same work, the same answers, times and ratios."""
