"""The readers of the pages' bench, in a process of their own: they note when each change reaches them.

Their tokens come as a line of JSON on the standard input; when it is closed they print what they noted.
"""

import asyncio
import json
import re
import sys
import time

from websockets.asyncio.client import connect

POSTED = re.compile(r'"name":"posted (\d+)"')


async def read_on(port, token, noted, sizes, begun):
    async with connect(f"ws://127.0.0.1:{port}/live", max_size=None, ping_interval=None) as socket:
        await socket.send(json.dumps({"token": token, "language": "en", "selected": None}))
        async for text in socket:
            now = time.monotonic_ns()
            begun.add(token)
            found = POSTED.search(text)
            if found is not None:
                noted.append((now - int(found[1])) / 1e6)
                sizes.append(len(text))


async def main():
    loop = asyncio.get_running_loop()
    asked = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    noted, sizes, begun = [], [], set()
    tasks = [asyncio.ensure_future(read_on(asked["port"], each, noted, sizes, begun)) for each in asked["tokens"]]
    while len(begun) < len(tasks) and not any(each.done() for each in tasks):
        await asyncio.sleep(0.02)
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    lost = sum(each.done() for each in tasks)
    for each in tasks:
        each.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps({"latencies_ms": noted, "sizes": sizes, "lost": lost}), flush=True)


asyncio.run(main())
