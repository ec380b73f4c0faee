"""The files of tournaments: each ends scored, in review, or rejected."""
