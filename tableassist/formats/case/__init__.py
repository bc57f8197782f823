"""Case files: a small scene, the rules it is played by, and the rulings that a person expects."""
