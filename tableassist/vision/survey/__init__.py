"""Where the mat's tags really are, from several pictures and a ruler."""
