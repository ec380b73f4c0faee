"""The surveyor command: its commands, their options, and what people see in the terminal."""
