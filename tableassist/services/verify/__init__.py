"""A recorded match verified: its chain, who signed it, its pictures, and every ruling made again."""
