"""What the doctor looks at: this computer, a camera; and the bundle for a bug report."""
