"""What judges are asked, and what they have decided."""
