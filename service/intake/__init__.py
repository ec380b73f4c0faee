"""What is sent to the service: told apart, checked, kept, and put in line to be read."""
