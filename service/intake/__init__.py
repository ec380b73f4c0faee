"""What is sent to the service: recognised, checked, kept, and put in line to be read."""
