# SPDX-License-Identifier: Apache-2.0
"""A server for Traccar's protocol OsmAnd that can say no: false-traccar.py FILE [PORT [CERTIFICATE KEY]].

Prints "port N", then a line of JSON for each request. The first line of the file decides how it answers: a status, "400 odd" to
refuse each position with an odd second and accept the others, "500 first" to fail on the first position and accept the others,
"429 RETRY-AFTER", "302 LOCATION", or a word in `misbehave`.
"""
import json
import socketserver
import ssl
import sys
import time
import urllib.parse


class Traccar(socketserver.StreamRequestHandler):
    def handle(self):
        self.count = 0
        while self.once():
            self.count += 1

    def once(self):
        head = self.rfile.readline().decode().split()
        if not head:
            return False
        headers = {}
        while line := self.rfile.readline().decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        self.rfile.read(int(headers.get("content-length", 0)))
        target = urllib.parse.urlsplit(head[1])
        position = dict(urllib.parse.parse_qsl(target.query))
        behaviour = open(sys.argv[1]).readline().split() or ["200"]
        word = behaviour[0]
        if behaviour == ["400", "odd"]:
            word = "400" if int(position["timestamp"]) // 1000 % 2 else "200"
        if behaviour == ["500", "first"]:
            word = "500" if self.server.first in (None, position["timestamp"]) else "200"
            self.server.first = self.server.first or position["timestamp"]
        print(
            json.dumps({
                "method": head[0], "path": target.path, "position": position, "answer": word, "at": time.time(),
                "count": self.count, "agent": headers.get("user-agent"),
            }), flush=True)
        return self.misbehave(word, behaviour)

    def misbehave(self, word, behaviour):
        ok = b"HTTP/1.1 200 OK\r\n"
        if word == "endless":
            self.wfile.write(ok + b"\r\n")
            for _ in range(1600):
                self.wfile.write(b"x" * 65536)
        elif word == "drip":
            for byte in ok * 100:
                self.wfile.write(bytes([byte]))
                time.sleep(0.5)
        elif word == "open":
            self.wfile.write(ok + b"Content-Length: 1000000\r\n\r\n")
            time.sleep(60)
        elif word == "silent":
            time.sleep(60)
        elif word == "garbage":
            self.wfile.write(bytes(range(256)) * 16)
        elif word == "nothing":
            pass
        else:
            more = b""
            if word == "429":
                more = b"Retry-After: " + behaviour[1].encode() + b"\r\n"
            if word == "302":
                more = b"Location: " + behaviour[1].encode() + b"\r\n"
            self.wfile.write(b"HTTP/1.1 " + word.encode() + b" Words\r\n" + more + b"Content-Length: 0\r\n\r\n")
            return True
        return False


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    first = None

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Traccar)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print("port", server.server_address[1], flush=True)
server.serve_forever()
