"""What the desk shows: the tables, the queue, the evening, a moment that is disputed."""
