"""Case files run: judged by the rules and by the referee, and compared with what a person expects."""
