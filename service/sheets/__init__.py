"""The sheets of a tournament: what each is, where it lies, what is open of it; and their only writer."""
