"""What changes on the table: ships in the row, fame, draw piles, adventures, turns."""
