"""What a piece is: its model, its tag mounts, its cannons."""
