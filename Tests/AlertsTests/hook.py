#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A receiver of webhooks that checks signatures and can say no.

Prints "port N", then a line of JSON for each request. The first line of the file named in the first argument decides how
it answers the next request: "200", "500", "413", "429 RETRY-AFTER", "302 LOCATION", or one of the words in `misbehave`.
With further arguments: the certificate and key for TLS.
"""
import base64, hashlib, hmac, json, socketserver, ssl, sys, time

SECRET = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")


class Hook(socketserver.StreamRequestHandler):
    def handle(self):
        head = self.rfile.readline().decode().split()
        headers = {}
        while line := self.rfile.readline().decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        if not head or head[0] != "POST":
            # For a caster that has no such mount point.
            self.wfile.write(b"HTTP/1.1 404 Not Found\r\nNtrip-Version: Ntrip/2.0\r\nContent-Length: 0\r\n\r\n")
            return
        body = self.rfile.read(int(headers.get("content-length", 0)))
        behaviour = open(sys.argv[1]).readline().split() or ["200"]
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        right = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
        age = abs(time.time() - int(headers["webhook-timestamp"]))
        print(json.dumps({
            "path": head[1], "id": headers["webhook-id"], "timestamp": int(headers["webhook-timestamp"]),
            "genuine": hmac.compare_digest(right, headers["webhook-signature"]) and age < 300,
            "behaviour": behaviour[0], "type": headers["content-type"], "agent": headers["user-agent"],
            "body": json.loads(body), "at": time.time(),
        }), flush=True)
        self.misbehave(behaviour)

    def misbehave(self, behaviour):
        ok = b"HTTP/1.1 200 OK\r\n"
        word = behaviour[0]
        if word == "endless":
            self.wfile.write(ok + b"\r\n")
            while True: self.wfile.write(b"x" * 65536)
        elif word == "drip":
            for byte in ok * 100:
                self.wfile.write(bytes([byte]))
                time.sleep(0.5)
        elif word == "open":
            self.wfile.write(ok + b"Content-Length: 1000000\r\n\r\n")
            time.sleep(60)
        elif word == "garbage":
            self.wfile.write(bytes(range(256)) * 16)
        elif word == "nothing":
            pass
        else:
            more = b""
            if word == "429": more = b"Retry-After: " + behaviour[1].encode() + b"\r\n"
            if word == "302": more = b"Location: " + behaviour[1].encode() + b"\r\n"
            self.wfile.write(b"HTTP/1.1 " + word.encode() + b" Words\r\n" + more + b"Content-Length: 0\r\n\r\n")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request, address): pass


server = Server(("127.0.0.1", 0), Hook)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print("port", server.server_address[1], flush=True)
server.serve_forever()
