"""What routes and pages have in common: the parts of the service, dependencies, problems, stored answers."""
