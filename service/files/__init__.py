"""The files of tournaments as they were sent: each ends scored, in review, or rejected."""
