"""What may be done now, player by player. Whatever is offered has been judged, and is no foul."""
