"""How the schema came about, step by step. Each step is a file in `versions`, run once in its order."""
