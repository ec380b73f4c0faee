"""The sheets of tournaments and scans: their maps, their doubts, their corrections."""
