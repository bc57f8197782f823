"""The commands of the referee: referee, cases."""
