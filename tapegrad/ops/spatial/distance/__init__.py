"""Distances between vectors: functions of `scipy.spatial.distance`."""
