"""The measuring tool."""
