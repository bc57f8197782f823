"""Rules of shooting: permission, range, line of fire, the shot, broadsides."""
