"""What a tournament came to: standings, publications, exports."""
