"""A ruling to share: one page as a picture, a PDF or on the clipboard."""
