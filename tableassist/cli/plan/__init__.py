"""`tableassist plan`: where to hang the camera and what plus-minus to expect."""
