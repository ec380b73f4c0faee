"""The web service: the application, what stands around every request, and the HTTP API."""
