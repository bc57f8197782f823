"""All rules in one visible tuple, asked at every moment, and again only where something changed."""
