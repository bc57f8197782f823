"""`tableassist doctor`: what this computer has and lacks, and the bundle for a bug report."""
