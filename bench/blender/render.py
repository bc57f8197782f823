"""Render scenes with Blender's Cycles. Needs only `bpy` and numpy; knows nothing of the program that is measured.

    python bench/blender/render.py JOB.json

A job is a list of pictures. Everything is in millimetres, z up; a pose is a 4 x 4 matrix, world_from_object.
The camera looks along its own +z, x to the right of the picture, y down. Each picture is rendered in one or more
borders (whole pixels); every border becomes one 16-bit PNG. Pictures whose files exist already are skipped, so that
an interrupted job can be started again.
"""

import json
import sys
import time
from pathlib import Path

import bpy
import mathutils
import numpy as np

MM = 0.1
"""Blender units a millimetre: Cycles' ray offsets are made for scenes of metres, not of thousandths."""
SENSOR_WIDTH = 36.0


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text())
    _set_up_cycles(job)
    images = {}
    for picture in job["pictures"]:
        outputs = [Path(border["out"]) for border in picture["borders"]]
        if all(output.exists() for output in outputs):
            continue
        begun = time.monotonic()
        _build_scene(picture, images)
        for border, output in zip(picture["borders"], outputs, strict=True):
            _render_border(picture, border, output)
        print(f"{picture['name']}: {time.monotonic() - begun:.1f} s", flush=True)


def _set_up_cycles(job) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.use_denoising = False
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.max_bounces = 1
    scene.cycles.diffuse_bounces = 1
    scene.cycles.glossy_bounces = 0
    scene.cycles.transmission_bounces = 0
    scene.cycles.caustics_reflective = False
    scene.cycles.filter_width = 1.5
    scene.render.threads_mode = "FIXED"
    scene.render.threads = job["threads"]
    scene.render.use_persistent_data = True
    scene.render.film_transparent = False
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.color_depth = "16"
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.look = "None"


def _build_scene(picture, images) -> None:
    for item in list(bpy.data.objects):
        bpy.data.objects.remove(item, do_unlink=True)
    for block in (bpy.data.meshes, bpy.data.materials, bpy.data.lights, bpy.data.cameras):
        for item in list(block):
            block.remove(item)
    _add_camera(picture)
    _set_world(picture["ambient"])
    for lamp in picture["lamps"]:
        _add_lamp(lamp)
    materials = {}
    for slab in picture["slabs"]:
        _add_slab(slab, materials, images)
    bpy.context.scene.view_settings.exposure = picture.get("exposure", 0.0)


def _add_camera(picture) -> None:
    camera = picture["camera"]
    width, height = camera["size_px"]
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit = "HORIZONTAL"
    lens.sensor_width = SENSOR_WIDTH
    lens.lens = camera["focal_px"] * SENSOR_WIDTH / width
    # The shift is in units of the width. A centre right of the middle means that the sensor moved left: the optical
    # axis meets the picture at cx, in pixels from the centre of the first pixel, so the middle is (width - 1) / 2.
    lens.shift_x = -(camera["centre_px"][0] - (width - 1) / 2) / width
    lens.shift_y = (camera["centre_px"][1] - (height - 1) / 2) / width
    lens.clip_start, lens.clip_end = 10 * MM, 20000 * MM
    world_from_camera = np.array(camera["world_from_camera"])
    world_from_camera[:3, 1:3] *= -1.0  # Blender's cameras look along -z with y up
    world_from_camera[:3, 3] *= MM
    item = bpy.data.objects.new("camera", lens)
    item.matrix_world = _matrix(world_from_camera)
    bpy.context.collection.objects.link(item)
    scene = bpy.context.scene
    scene.camera = item
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100


def _matrix(values):

    return mathutils.Matrix([list(map(float, row)) for row in values])


def _set_world(ambient) -> None:
    world = bpy.data.worlds.get("ambient") or bpy.data.worlds.new("ambient")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[0].default_value = (*ambient["colour"], 1.0)
    background.inputs[1].default_value = ambient["strength"]


def _add_lamp(lamp) -> None:
    """Add a square or round area lamp that looks along its own -z."""
    light = bpy.data.lights.new("lamp", type="AREA")
    light.shape = "DISK"
    light.size = lamp["size_mm"] * MM
    light.energy = lamp["power"]
    light.color = lamp["colour"]
    item = bpy.data.objects.new("lamp", light)

    at = mathutils.Vector([value * MM for value in lamp["at_mm"]])
    towards = mathutils.Vector([value * MM for value in lamp["towards_mm"]])
    item.location = at
    item.rotation_euler = (towards - at).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(item)


def _add_slab(slab, materials, images) -> None:
    """Add a solid between two outlines with the same number of corners, counter-clockwise, at two heights.

    `top_texture` is a picture whose pixels are given by `texture_from_slab`, a 2 x 3 matrix from the slab's x, y in mm
    to the texture's u, v (0 to 1, v up)."""
    low, high = np.array(slab["low_mm"], float), np.array(slab.get("high_mm", slab["low_mm"]), float)
    z_low, z_high = slab["z_mm"]
    count = len(low)
    corners = np.vstack(
        [np.column_stack([low, np.full(count, z_low)]), np.column_stack([high, np.full(count, z_high)])]
    )
    faces = [list(range(count, 2 * count)), list(range(count - 1, -1, -1))]
    faces += [[k, (k + 1) % count, count + (k + 1) % count, count + k] for k in range(count)]
    mesh = bpy.data.meshes.new("slab")
    mesh.from_pydata((corners * MM).tolist(), [], faces)
    side = _material(materials, images, slab["colour"], None)
    mesh.materials.append(side)
    if slab.get("top_texture"):
        top = _material(materials, images, slab["colour"], slab["top_texture"])
        mesh.materials.append(top)
        mesh.polygons[0].material_index = 1
        uv = mesh.uv_layers.new(name="uv")
        texture_from_slab = np.array(slab["texture_from_slab"])
        for loop in mesh.polygons[0].loop_indices:
            corner = corners[mesh.loops[loop].vertex_index]
            uv.data[loop].uv = (texture_from_slab @ [corner[0], corner[1], 1.0]).tolist()
    mesh.update()
    item = bpy.data.objects.new("slab", mesh)
    pose = np.array(slab.get("pose", np.eye(4)), float)
    pose[:3, 3] *= MM
    item.matrix_world = _matrix(pose)
    bpy.context.collection.objects.link(item)


def _material(materials, images, colour, texture):
    key = (tuple(colour), texture)
    if key in materials:
        return materials[key]
    material = bpy.data.materials.new("material")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    shader = nodes.new("ShaderNodeBsdfDiffuse")
    output = nodes.new("ShaderNodeOutputMaterial")
    links.new(shader.outputs[0], output.inputs["Surface"])
    if texture is None:
        shader.inputs["Color"].default_value = (*colour, 1.0)
    else:
        if texture not in images:
            images[texture] = bpy.data.images.load(texture)
        node = nodes.new("ShaderNodeTexImage")
        node.image = images[texture]
        node.interpolation = "Linear"
        node.extension = "EXTEND"
        links.new(node.outputs["Color"], shader.inputs["Color"])
    materials[key] = material
    return material


def _render_border(picture, border, output) -> None:
    """Render columns left to right and rows top to bottom of the border, the ends not included."""
    scene = bpy.context.scene
    scene.cycles.samples = border["samples"]
    width, height = picture["camera"]["size_px"]
    left, top, right, bottom = border["px"]
    render = scene.render
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x = (left + 0.01) / width, (right + 0.01) / width
    render.border_min_y, render.border_max_y = (height - bottom + 0.01) / height, (height - top + 0.01) / height
    render.resolution_percentage = 100 // border.get("shrink", 1)
    scene.cycles.seed = picture.get("seed", 0)
    part = output.with_name(output.stem + ".part.png")
    render.filepath = str(part)
    bpy.ops.render.render(write_still=True)
    part.rename(output)


if __name__ == "__main__":
    main()
