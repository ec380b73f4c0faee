"""Where a map sheet, or any printed grid, lies in a photo."""
