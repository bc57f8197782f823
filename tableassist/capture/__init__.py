"""Where frames come from: cameras, videos, pictures and network streams, behind one protocol."""
