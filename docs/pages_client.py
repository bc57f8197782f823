"""Follows a table and says what happens: `python pages_client.py http://192.168.1.20:8700 TOKEN`.

Needs Python 3.11 and `pip install websockets`. TOKEN is what stands behind the # of a link.
"""

import json
import sys
import urllib.request

from websockets.sync.client import connect


def ask(address, token, path, body=None):
    """GET, or POST where there is a body. The answer as plain values."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers)) as answer:
        return json.load(answer)


def states(address, token):
    """The state of the table, again after every change. The plan is left out."""
    state = {}
    with connect(address.replace("http", "ws", 1) + "/live", max_size=None) as socket:
        socket.send(json.dumps({"token": token, "language": "en"}))
        for text in socket:
            message = json.loads(text)
            if message["type"] == "beat":
                continue
            state.update(message)
            yield state


def main(address, token):
    print("score:", ask(address, token, "/api/game")["score"], flush=True)
    told = 0
    for state in states(address, token):
        for act in state["game"]["acts"] if state["game"] else ():
            if act["number"] > told:
                told = act["number"]
                print(act["words"], f"({act['opinion']})", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
