"""Where frames come from: cameras, videos, pictures and network streams, behind one protocol."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.capture.camera import Camera, CameraDevice, choose_camera, list_cameras
    from tableassist.capture.frame_source import FrameSource
    from tableassist.capture.network.camera_search import (
        APPS,
        NetworkCamera,
        PhoneApp,
        find_network_cameras,
        find_services,
    )
    from tableassist.capture.network.http_stream import HttpDownload, open_download
    from tableassist.capture.network.stream_address import stream_address
    from tableassist.capture.picture import (
        PICTURE_SUFFIXES,
        PictureSource,
        decode_picture,
        read_picture,
    )
    from tableassist.capture.sources import (
        NewestFrame,
        ReopeningSource,
        SourceKind,
        join_sources,
        open_source,
        parse_source,
        split_sources,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "camera": "Camera CameraDevice choose_camera list_cameras",
            "frame_source": "FrameSource",
            "network.camera_search": "APPS NetworkCamera PhoneApp find_network_cameras find_services",
            "network.http_stream": "HttpDownload open_download",
            "network.stream_address": "stream_address",
            "picture": "PICTURE_SUFFIXES PictureSource decode_picture read_picture",
            "sources": "NewestFrame ReopeningSource SourceKind join_sources open_source parse_source split_sources",
        },
    )

__all__ = [
    "APPS",
    "PICTURE_SUFFIXES",
    "Camera",
    "CameraDevice",
    "FrameSource",
    "HttpDownload",
    "NetworkCamera",
    "NewestFrame",
    "PhoneApp",
    "PictureSource",
    "ReopeningSource",
    "SourceKind",
    "choose_camera",
    "decode_picture",
    "find_network_cameras",
    "find_services",
    "join_sources",
    "list_cameras",
    "open_download",
    "open_source",
    "parse_source",
    "read_picture",
    "split_sources",
    "stream_address",
]
