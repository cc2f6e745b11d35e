"""Signal processing: functions of `scipy.signal`."""
