"""The gap between two pieces as the picture shows it, where they meet."""
