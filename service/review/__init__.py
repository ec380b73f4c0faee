"""What a person does to the sheets of a tournament, and in which order: corrects, sets aside, undoes."""
