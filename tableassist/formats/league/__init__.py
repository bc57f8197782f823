"""What a table and the hub of a league say to each other: topics, records, states, commands, the code to join."""
