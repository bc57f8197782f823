"""A recorded match opened again: any moment of it, judged again."""
