"""From a camera in its box to a proven table, page by page."""
