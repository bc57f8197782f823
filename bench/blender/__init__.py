"""Path-traced pictures of the printed kit with exact truth, independent of the program that is measured.

`stage.py` draws up the scenes and their truth, `render.py` renders them in Blender's own Python (`pip install bpy`
in an environment of its own), and `develop.py` turns the renderings into a camera's pictures.
"""
