"""What every application of ours for browsers stands on: its server, its readers, how it is asked and answers."""
