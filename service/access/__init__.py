"""Access control: roles, logins, sessions, keys and rates."""
