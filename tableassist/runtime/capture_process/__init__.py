"""The camera and the tag detector in a child process of their own, under supervision."""
