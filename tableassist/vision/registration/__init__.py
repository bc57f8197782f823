"""Where the camera stands over the mat: its layout, its tags seen, and how well all that is known."""
