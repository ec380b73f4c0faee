"""The printed sheet, of invented editions."""
