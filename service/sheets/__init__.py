"""The sheets of tournaments and scans: what each is, what is open of it, how it is corrected."""
