"""Images of any number of dimensions: functions of `scipy.ndimage`."""
