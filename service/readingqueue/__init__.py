"""The pages in line to be read: who reads them, and what was read is stored, also when they are read anew."""
