"""Use cases, each once, for command, window and page alike. Knows no terminal and no widget."""
