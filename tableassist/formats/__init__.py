"""Files: tables, camera profiles, piece models, rulings."""
