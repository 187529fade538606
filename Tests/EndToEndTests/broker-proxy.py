# SPDX-License-Identifier: Apache-2.0
"""Stands between a gateway and its broker: broker-proxy.py PORT BROKER-PORT STATE-FILE.

The file contains "open", "closed" (connections are cut, new ones end at once), or "cut" (as "closed", once, and then open).
It prints a line for each acknowledgement of the history that it passes on: "acknowledged SEQUENCE ID".
"""
import json
import os
import select
import socket
import sys

port, upstream, state_file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


class Packets:
    """Splits a stream into MQTT packets."""

    def __init__(self):
        self.data = b""

    def add(self, data):
        self.data += data
        while len(self.data) >= 2:
            length = size = 0
            while True:
                if 1 + size >= len(self.data):
                    return
                byte = self.data[1 + size]
                length |= (byte & 127) << (7 * size)
                size += 1
                if not byte & 128:
                    break
            if len(self.data) < 1 + size + length:
                return
            yield self.data[0], self.data[1 + size : 1 + size + length]
            self.data = self.data[1 + size + length :]


class Link:
    def __init__(self, client):
        self.client = client
        self.broker = socket.create_connection(("127.0.0.1", upstream), timeout=2)
        self.ways = {self.client: (self.broker, Packets()), self.broker: (self.client, Packets())}
        self.sent = {}

    def pass_on(self, source):
        """Returns False at the end of the connection."""
        data = source.recv(65536)
        target, packets = self.ways[source]
        acknowledged = []
        for kind, body in packets.add(data):
            if source is self.client and kind & 0xF0 == 0x30:
                self.publishes(body)
            elif source is self.broker and kind & 0xF0 == 0x40:
                # A refusal has a reason of 0x80 or more.
                if len(body) < 3 or body[2] < 0x80:
                    acknowledged += [self.sent.pop(body[:2], None)]
        # What the broker acknowledged counts even if the gateway never hears of it.
        for message in acknowledged:
            if message:
                print("acknowledged", message["sequence"], message["id"], flush=True)
        if data:
            target.sendall(data)
        return bool(data)

    def publishes(self, body):
        size = int.from_bytes(body[:2], "big")
        if not body[2 : 2 + size].endswith(b"/history"):
            return
        number, rest = body[2 + size : 4 + size], body[4 + size :]
        # The length of the properties has one byte here.
        self.sent[number] = json.loads(rest[1 + rest[0] :])

    def close(self):
        self.client.close()
        self.broker.close()


def state():
    try:
        with open(state_file, encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return "open"


listener = socket.create_server(("127.0.0.1", port))
print("port", port, flush=True)
links = []
while True:
    sockets = [listener] + [end for link in links for end in link.ways]
    ready = select.select(sockets, [], [], 0.02)[0]
    wanted = state()
    if wanted in ["closed", "cut"]:
        for link in links:
            link.close()
        links = []
        if wanted == "cut":
            os.unlink(state_file)
    if listener in ready:
        client, _ = listener.accept()
        try:
            if wanted == "closed":
                raise OSError
            links.append(Link(client))
        except OSError:
            client.close()
    for link in list(links):
        try:
            alive = all(link.pass_on(end) for end in link.ways if end in ready)
        except OSError:
            alive = False
        if not alive:
            link.close()
            links.remove(link)
