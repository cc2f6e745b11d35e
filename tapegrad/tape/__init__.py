"""The record: forms, runs, recording, retention and printing. Nothing here knows `tapegrad.autograd`."""
