"""Drawing by hand: signs, pencils, squares."""
