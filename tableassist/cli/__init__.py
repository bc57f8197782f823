"""The commands. Only they and `ui` talk to a person."""
