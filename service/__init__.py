"""The surveyor command, the web service, and the documents that both exchange."""
