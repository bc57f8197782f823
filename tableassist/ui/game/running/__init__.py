"""A running game behind the panel: what wires it to the table, keeps it, and asks how it begins and ends."""
