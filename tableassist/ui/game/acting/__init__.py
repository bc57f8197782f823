"""An act as a person fills it in: its fields, what picks each of them, and the dialog for any act."""
