"""The outside world: the surveyor command, the web service and the documents both of them speak."""
