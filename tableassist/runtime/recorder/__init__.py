"""Recording a live table, and the replay buffer of its last minutes."""
