"""The server: the app with its middleware, and how it is run."""
