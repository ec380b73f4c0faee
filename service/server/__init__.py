"""The server: the app, its middleware, and how it is run."""
