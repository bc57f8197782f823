"""At every frame: where the camera stands over the mat, where the pieces lie, and which have come, moved or gone."""
