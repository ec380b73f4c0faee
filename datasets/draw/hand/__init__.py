"""How a person draws: signs, pencils, squares."""
