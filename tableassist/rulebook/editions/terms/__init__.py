"""What an edition decides, subject by subject: the terms. Their values stand in the edition's own file."""
