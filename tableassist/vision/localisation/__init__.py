"""Where the camera stands over the mat, where the pieces lie, and what becomes of them."""
