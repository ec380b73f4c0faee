"""Personal data: listing and erasing it."""
