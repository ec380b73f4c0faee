"""The ledger of everything that was sent: every file ends scored, in review, or rejected."""
