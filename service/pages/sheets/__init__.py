"""The page of a sheet, its editor, and what its forms say."""
