"""Drawing: sheets, strips and photos with their truth, the same from the same seed."""
