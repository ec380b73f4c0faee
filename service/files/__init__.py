"""Everything that was sent: every file ends scored, in review, or rejected."""
