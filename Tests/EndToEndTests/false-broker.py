# SPDX-License-Identifier: Apache-2.0
"""A broker that behaves badly: false-broker.py BEHAVIOUR. It prints its port, and a line for each packet."""
import socket
import struct
import sys
import threading
import time

behaviour = sys.argv[1]
listener = socket.create_server(("127.0.0.1", 0), backlog=0 if behaviour == "full" else 100)
print("port", listener.getsockname()[1], flush=True)


def exactly(client, count):
    data = b""
    while len(data) < count:
        part = client.recv(count - len(data))
        if not part:
            raise ConnectionError
        data += part
    return data


def packet(client):
    kind = exactly(client, 1)[0]
    length = shift = 0
    while True:
        byte = exactly(client, 1)[0]
        length |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            return kind, exactly(client, length)


def command(name):
    topic = b"gnss/tractor/command/stop_recording"
    body = struct.pack(">H", len(topic)) + topic + b'\x00{"id":"' + name + b'"}'
    return b"\x30" + bytes([len(body)]) + body


def serve(client):
    if behaviour == "silent":
        time.sleep(60)
        return
    kind, body = packet(client)
    print("connect", flush=True)
    if behaviour == "garbage":
        client.sendall(bytes(range(256)) * 64)
        time.sleep(5)
        return
    if behaviour == "http":
        client.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        return
    if behaviour == "version":
        client.sendall(b"\x20\x02\x00\x01")
        return
    if behaviour in ["words", "escape"]:
        # A control character is not allowed in a text of MQTT; the other one is, and reverses what follows.
        words = (b"\x1b[2J" if behaviour == "escape" else "\u202e".encode()) + b"x" * 60000
        properties = b"\x1f" + struct.pack(">H", len(words)) + words
        length = len(properties)
        body = b"\x00\x87" + bytes([length & 127 | 128, length >> 7 & 127 | 128, length >> 14]) + properties
        head = bytes([len(body) & 127 | 128, len(body) >> 7 & 127 | 128, len(body) >> 14])
        client.sendall(b"\x20" + head + body)
        return
    if behaviour == "answers":
        client.sendall(b"\x20\x03\x00\x00\x00" * 20000)
    elif behaviour == "one":
        client.sendall(b"\x20\x06\x00\x00\x03\x21\x00\x01")
    else:
        client.sendall(b"\x20\x03\x00\x00\x00")
    if behaviour in ["large", "quick"]:
        # A message of 200 MiB that nobody asked for.
        client.sendall(b"\x30" + bytes([0x80, 0x80, 0x80, 0x64]) + b"\x00\x01a\x00")
        block = bytes(65536 if behaviour == "large" else 1 << 22)
        for _ in range((200 << 20) // len(block)):
            client.sendall(block)
            if behaviour == "large":
                time.sleep(0.001)
        print("all of it", flush=True)
        return
    if behaviour == "unasked":
        # Messages whose second half never comes; the receiver has to keep them.
        for number in range(1, 2000):
            body = b"\x00\x01a" + struct.pack(">H", number) + b"\x00" + bytes(60000)
            client.sendall(b"\x34" + bytes([len(body) & 127 | 128, len(body) >> 7 & 127 | 128, len(body) >> 14]) + body)
            time.sleep(0.001)
        return
    waiting = subscriptions = answers = 0
    while True:
        kind, body = packet(client)
        if kind & 0xF0 == 0x30:
            size = struct.unpack(">H", body[:2])[0]
            print("publish", body[2 : 2 + size].decode(), flush=True)
            if behaviour == "drops":
                return
            if behaviour == "deaf":
                continue
            if behaviour == "one":
                # A client that had sent more than one message would have them in the buffer.
                time.sleep(0.02)
                client.setblocking(False)
                try:
                    waiting = max(waiting, len(client.recv(65536, socket.MSG_PEEK)))
                except BlockingIOError:
                    pass
                client.setblocking(True)
                print("more", waiting, flush=True)
            if kind & 0x06:
                client.sendall(b"\x40\x02" + body[2 + size : 4 + size])
            if behaviour == "foreign":
                client.sendall(b"\x40\x02\xff\xf0" * 1000)
            if behaviour == "insistent" and b"/answer" in body:
                answers += 1
                if b'"id":"last"' in body:
                    print("last answer", flush=True)
                elif answers > 100:
                    client.sendall(command(b"last"))
        elif kind == 0x82:
            print("subscribe", flush=True)
            subscriptions += 1
            if behaviour == "unproved" and subscriptions > 1:
                continue
            client.sendall(b"\x90\x04" + body[:2] + b"\x00" + (b"\x87" if behaviour == "unreadable" else b"\x00"))
            if behaviour == "insistent" and b"/command/" in body:
                # The same command again and again, and meanwhile no acknowledgement of the answers.
                for _ in range(400):
                    client.sendall(command(b"1"))
                    time.sleep(0.01)
            if behaviour == "reader-large":
                client.sendall(b"\x30" + bytes([0x80, 0x80, 0x80, 0x64]) + b"\x00\x0dgnss/x/status\x00")
                for _ in range(3200):
                    client.sendall(bytes(65536))
                    time.sleep(0.001)
            if behaviour == "flood":
                for number in range(10**9):
                    topic = b"gnss/%d/status" % (number % 100000)
                    body = struct.pack(">H", len(topic)) + topic + b'\x00{"version":1,"online":true}'
                    client.sendall(b"\x30" + bytes([len(body)]) + body)
        elif kind & 0xF0 == 0xC0:
            client.sendall(b"\xd0\x00")
        elif kind & 0xF0 == 0xE0:
            return


def serve_and_close(client):
    try:
        serve(client)
    except (ConnectionError, OSError):
        pass
    client.close()


if behaviour == "full":
    # The first connection fills the queue of those that wait; the system ignores the others, as a dead host would.
    time.sleep(600)
while True:
    threading.Thread(target=serve_and_close, args=(listener.accept()[0],), daemon=True).start()
