#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A server of HTTPS for tests. The path that is asked for says how it behaves; see Visit.answer.

service.py '{"NAME": {"certificate": FILE, "key": FILE, "clients": FILE, "newest": "1.2"}, …}'
prints one line of JSON with the port of each name, then a line for each request. It ends when its input does.
"""

import json
import os
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

PRINTING = threading.Lock()


def say(**values):
    with PRINTING:
        print(json.dumps(values), flush=True)


class Visit:
    """One connection."""

    def __init__(self, name, connection, number):
        self.name, self.connection, self.number = name, connection, number
        self.buffer = b""
        self.requests = 0

    def read(self):
        """The next request: method, path, headers, body; nothing at the end."""
        while b"\r\n\r\n" not in self.buffer:
            part = self.connection.recv(65536)
            if not part:
                return None
            self.buffer += part
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        method, path, _ = lines[0].split(" ")
        headers = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in lines[1:]}
        length = int(headers.get("content-length", 0))
        while len(self.buffer) < length:
            part = self.connection.recv(65536)
            if not part:
                return None
            self.buffer += part
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return method, path, headers, body

    def reply(self, status, body=b"", headers=(), kind="application/json"):
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", f"Content-Type: {kind}", *headers]
        self.connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def reset(self):
        raw = self.connection
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(raw.detach())

    def answer(self, method, path, headers, body):
        """Does what the path says; false: the connection is over."""
        parts = path.split("?")[0].strip("/").split("/")
        if parts[0] == "echo":
            certificate = getattr(self.connection, "getpeercert", dict)() or {}
            names = [value for part in certificate.get("subject", ()) for key, value in part if key == "commonName"]
            about = {
                "method": method, "path": path, "headers": headers, "length": len(body),
                "text": body[:2000].decode("latin-1"), "peer": names, "connection": self.number,
                "listener": self.name,
            }
            self.reply(200, json.dumps(about).encode())
        elif parts[0] == "status":
            extra = [f"Retry-After: {parts[2].replace('_', ' ')}"] if len(parts) > 2 else []
            self.reply(int(parts[1]), b'{"error":{"code":"0401","message":"Bearer not found."}}', extra)
        elif parts[0] == "later":
            self.reply(
                503, b"",
                ["Date: Sun, 06 Jan 2030 08:00:00 GMT", "Retry-After: Sun, 06 Jan 2030 08:02:30 GMT"])
        elif parts[0] == "redirect":
            self.reply(302, b"", [f"Location: https://127.0.0.1:{parts[1]}/echo?{parts[2]}"])
        elif parts[0] == "page":
            status = int(parts[1]) if parts[1:] and parts[1].isdigit() else 200
            self.reply(status, b"<html>please log in</html>", kind="text/html; charset=utf-8")
        elif parts[0] == "text":
            self.reply(200, b"hello", kind="text/plain")
        elif parts[0] == "nothing":
            self.reply(200, b"", kind="text/plain")
        elif parts[0] == "file":
            with open(os.path.join(os.environ["SERVICE_FILES"], parts[1]), "rb") as file:
                self.reply(int(parts[2]) if len(parts) > 2 else 201, file.read())
        elif parts[0] == "large":
            self.reply(200, b"[" + b" " * (int(parts[1]) - 2) + b"]")
        elif parts[0] == "cut":
            self.connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[1,2,3")
            return False
        elif parts[0] == "reset":
            self.reset()
            return False
        elif parts[0] == "once":
            if self.requests > 1:
                self.reset()
                return False
            self.reply(200, b"[]")
        elif parts[0] == "hang":
            time.sleep(float(parts[1]))
            return False
        elif parts[0] == "trickle":
            self.connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            for _ in range(1000):
                self.connection.sendall(b" ")
                time.sleep(0.5)
        else:
            self.reply(404, b"{}")
        return True

    def run(self):
        while request := self.read():
            self.requests += 1
            method, path, headers, body = request
            say(listener=self.name, method=method, path=path, connection=self.number)
            if not self.answer(method, path, headers, body):
                break
        self.connection.close()


class Listener:
    def __init__(self, name, settings):
        self.name = name
        self.context = None
        if "certificate" in settings:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(settings["certificate"], settings["key"])
            if "clients" in settings:
                self.context.load_verify_locations(settings["clients"])
                self.context.verify_mode = ssl.CERT_REQUIRED
            if settings.get("newest") == "1.2":
                self.context.maximum_version = ssl.TLSVersion.TLSv1_2
        self.closes = settings.get("closes", False)
        self.alert = settings.get("alert")
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        self.count = 0

    def visit(self, connection, number):
        try:
            if self.alert:
                # A fatal alert (RFC 8446, section 6) instead of an answer to the client's hello.
                connection.recv(65536)
                connection.sendall(bytes([21, 3, 3, 0, 2, 2, self.alert]))
                connection.close()
                return
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            # After the handshake, before a request.
            if not self.closes:
                Visit(self.name, connection, number).run()
            connection.close()
        except (OSError, ValueError):
            connection.close()

    def run(self):
        while True:
            connection, _ = self.socket.accept()
            self.count += 1
            threading.Thread(target=self.visit, args=(connection, self.count), daemon=True).start()


class HTTP2Server:
    """nghttpd: wants a certificate of the client, whichever, gives back what it is sent, and logs what it sees."""

    def __init__(self, name, settings):
        self.name = name
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        files = os.environ["SERVICE_FILES"]
        with open(os.path.join(files, "http2.log"), "wb") as log:
            self.process = subprocess.Popen(
                ["nghttpd", "--verbose", "--verify-client", "--echo-upload", "--address=127.0.0.1", f"--htdocs={files}",
                 str(self.port), settings["key"], settings["certificate"]],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def wait(self):
        # It says nothing where it listens; a connection tells.
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.1)


settings = json.loads(sys.argv[1])
server = HTTP2Server("h2", settings.pop("h2"))
server.wait()
listeners = [Listener(name, values) for name, values in settings.items()]
say(ports={listener.name: listener.port for listener in [server, *listeners]})
for listener in listeners:
    threading.Thread(target=listener.run, daemon=True).start()
sys.stdin.read()
server.process.kill()
os._exit(0)
