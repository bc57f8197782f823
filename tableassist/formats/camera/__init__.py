"""Files that describe a camera and a mat: lens profiles, calibration boards, surveyed mats."""
