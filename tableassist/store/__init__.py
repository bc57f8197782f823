"""Every file that is read or written. Each kind has a sub-package with a front door of its own."""
