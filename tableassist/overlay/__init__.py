"""Scene and rulings to drawing primitives in mat millimetres."""
