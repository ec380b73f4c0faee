"""Results of a tournament: standings, publications, exports."""
