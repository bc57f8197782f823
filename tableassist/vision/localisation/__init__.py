"""At every frame: where the pieces lie by their tags, and which have come, moved or gone."""
