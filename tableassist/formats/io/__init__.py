"""Reading and writing any file: safely, within limits, with errors that say what and where. Knows no format."""
