"""Geometry with the names and arguments of `scipy.spatial`: distances."""

from tapegrad.spatial import distance as distance
