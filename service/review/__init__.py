"""The review of a tournament's sheets: a person corrects them, sets them aside, undoes either."""
