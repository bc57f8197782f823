"""What the hub keeps: the schema, the engine that opens it, its migrations, and small functions for each noun."""
