"""Pictures that come over the network: MJPEG over HTTP, and RTSP."""
