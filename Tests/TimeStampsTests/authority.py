#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A time stamping authority that answers over HTTP with `openssl ts -reply`, and can misbehave.

Runs in the temporary folder of a `TestAuthority` until its input ends, and then removes the folder. Prints "port N". The
path of a request decides how it is answered. With two arguments, a certificate and its key, it uses TLS.
"""
import http.server, os, shutil, ssl, subprocess, sys, threading, time

REPLY = "application/timestamp-reply"
lock = threading.Lock()


class Authority(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        query = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.headers.get("content-type") != "application/timestamp-query":
            return self.reply(415, "text/plain", b"")
        try:
            getattr(self, self.path[1:])(query)
        except OSError:
            pass

    def reply(self, status, kind, body, **more):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in more.items(): self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def stamp(self, query):
        # The file with the last serial number allows only one at a time.
        with lock:
            with open("served.tsq", "wb") as file: file.write(query)
            subprocess.run(
                "openssl ts -reply -config authority.cnf -section stamps -queryfile served.tsq -signer tsa.pem "
                "-inkey tsa.key -out served.tsr", shell=True, check=True, stderr=subprocess.DEVNULL)
            with open("served.tsr", "rb") as file: body = file.read()
        self.reply(200, REPLY + "; charset=binary", body)

    def error(self, query): self.reply(500, REPLY, b"x")
    def page(self, query): self.reply(200, "text/html", b"<html></html>")
    def untyped(self, query): self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\nx")
    def redirect(self, query): self.reply(302, REPLY, b"", Location="/stamp")
    def empty(self, query): self.reply(200, REPLY, b"")
    def garbage(self, query): self.wfile.write(bytes(range(256)) * 16)
    def silent(self, query): time.sleep(60)

    def endless(self, query):
        self.wfile.write(f"HTTP/1.0 200 OK\r\nContent-Type: {REPLY}\r\n\r\n".encode())
        while True: self.wfile.write(b"x" * 4096)

    def drip(self, query):
        self.wfile.write(f"HTTP/1.0 200 OK\r\nContent-Type: {REPLY}\r\n\r\n".encode())
        while True:
            self.wfile.write(b"x")
            time.sleep(0.1)

    def log_message(self, *words): pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, address): pass


def end_with_input():
    sys.stdin.read()
    folder = os.getcwd()
    if os.path.basename(folder).startswith("gnss-tsa-"): shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
server = Server(("127.0.0.1", 0), Authority)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print("port", server.server_address[1], flush=True)
server.serve_forever()
