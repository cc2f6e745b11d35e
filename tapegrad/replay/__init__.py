"""Record once, replay: compiled functions, batches, loops, loaded tapes."""
