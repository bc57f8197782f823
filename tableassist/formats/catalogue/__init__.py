"""The catalogue's CSV files: ships, forts, crew, misprints."""
