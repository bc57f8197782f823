"""Path-traced pictures of the printed kit, with exact truth: an opinion on the measurements that owes the program nothing.

`stage.py` draws up the scenes and their truth, `render.py` renders them in Blender's own Python (`pip install bpy`
in an environment of its own), and `develop.py` turns the renderings into a camera's pictures.
"""
