"""Apps that make a phone the camera: where to get them, what to start in them, and their usual address."""

from dataclasses import dataclass
from typing import Final

from tableassist.messages import template


@dataclass(frozen=True, slots=True)
class PhoneApp:
    title: str
    ending: str
    """Of its address, behind the phone's own."""
    start: str
    """What to touch in it."""
    store: str
    user: str = ""
    """The name and password that it asks for unless somebody changes them."""


_SEND: Final = template("Open the app; it shows the phone's address at once.")
APPS: Final = (
    PhoneApp(
        "Android: IP Webcam",
        ":8080/video",
        template("Open the app, and touch “Start server” at the end of its list."),
        "https://play.google.com/store/apps/details?id=com.pas.webcam",
    ),
    PhoneApp(
        "Android: DroidCam",
        ":4747/video",
        _SEND,
        "https://play.google.com/store/apps/details?id=com.dev47apps.droidcam",
    ),
    PhoneApp("iPhone: DroidCam", ":4747/video", _SEND, "https://apps.apple.com/app/id1510258102"),
    PhoneApp(
        "iPhone: IP Camera Lite",
        ":8081/video",
        template("Open the app, and turn its server on."),
        "https://apps.apple.com/app/id1013455241",
        user="admin:admin@",
    ),
)
