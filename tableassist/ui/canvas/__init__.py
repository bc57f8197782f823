"""The two views of a table: the camera's picture and the plan, with the overlay on them."""
