"""The rules of the games: one state, what is judged of it by measuring, and what the referee says of acts."""
