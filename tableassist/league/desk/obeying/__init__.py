"""What the desk does when it is asked: judging, running the evening, letting people in. All of it is in the audit."""
