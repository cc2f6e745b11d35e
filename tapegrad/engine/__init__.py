"""The eager executor: a run is planned, cut into regions, and swept forward and in reverse."""
