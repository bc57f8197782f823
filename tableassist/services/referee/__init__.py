"""A game refereed without any camera: read, judged act by act, told, and played on."""
