"""How the service is set up, and where its log goes."""
