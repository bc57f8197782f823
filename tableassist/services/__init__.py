"""Measuring what a table is made of: cameras, mats, mounts, scales, scans."""
