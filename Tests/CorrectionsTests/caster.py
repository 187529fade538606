#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A caster for tests. The mount point that is asked for says how it behaves; see BEHAVIOURS.

caster.py [--certificate FILE --key FILE] [--table KIND]     prints "port N", then a line for each request and sentence
                                                             it gets; KIND says how it sends its table, see TABLES
caster.py --cut close|reset                                  ends each connection after the first bytes that it gets
"""

import argparse
import base64
import os
import random
import socket
import ssl
import struct
import sys
import threading
import time

PRINTING = threading.Lock()
TABLE = (
    "CAS;127.0.0.1;2101;Test;Nobody;0;DEU;50;10;http://127.0.0.1/\r\n"
    "STR;V2;Köln;RTCM 3.2;1004(1),1005(5);2;GPS;TEST;DEU;50.94;6.96;1;1;test;none;N;N;2000;\r\n"
    "STR;FAR;Perth;RTCM 3.2;1004(1);2;GPS;TEST;AUS;-31.95;115.86;0;0;test;none;N;N;2000;\r\n"
    "STR;NEAR;Fürth;RTCM 3.3;1077(1);2;GPS;TEST;DEU;49.48;10.99;1;0;test;none;B;N;2000;\r\n"
    "STR;RAWNEAR;Fürth;RAW;;2;GPS;TEST;DEU;49.48;10.99;1;0;test;none;B;N;2000;\r\n"
    "STR;OFFLINE;Mainz;RTCM 3.2;1004(1);2;GPS;TEST;DEU;50.0;8.27;0;0;test;none;N;N;2000;\r\n"
    "broken line\r\nSTR;\r\nSTR;HALF\r\nNET;TEST;Nobody;N;N;;;;\r\nENDSOURCETABLE\r\n"
).encode()


def say(*words):
    with PRINTING:
        print(*words, flush=True)


def crc24q(data):
    crc = 0
    for byte in data:
        crc ^= byte << 16
        for _ in range(8):
            crc <<= 1
            if crc & 0x1000000:
                crc ^= 0x1864CFB
    return crc


def frame(index):
    """A message of station 42 with its index in it: 1005, 1077 and 1087 in turn, of any length."""
    number = (1005, 1077, 1087)[index % 3]
    body = bytes([number >> 4, (number & 15) << 4, 42]) + index.to_bytes(4, "big")
    body += bytes((index * 7 + i) & 0xFF for i in range(index * 37 % 600))
    head = bytes([0xD3, len(body) >> 8, len(body) & 0xFF]) + body
    return head + crc24q(head).to_bytes(3, "big")


def station(index):
    """Message 1005 of station 42, in Fürth."""
    x, y, z = (int(round(metres * 10_000)) & ((1 << 38) - 1) for metres in (4076700.0, 791600.0, 4825600.0))
    bits = (1005 << 140 | 42 << 128 | 0b1110 << 118 | x << 80 | y << 40 | z) & ((1 << 152) - 1)
    head = bytes([0xD3, 0, 19]) + bits.to_bytes(19, "big")
    return head + crc24q(head).to_bytes(3, "big") + frame(3 * index + 1)


def ephemeris():
    """Message 1019, which names no station."""
    head = bytes([0xD3, 0, 61, 1019 >> 4, (1019 & 15) << 4]) + bytes(59)
    return head + crc24q(head).to_bytes(3, "big")


class Visit:
    """One connection."""

    changing_visits = 0
    table_kind = "usual"

    def __init__(self, connection):
        self.connection = connection
        self.buffer = b""
        self.sentences = []

    def line(self):
        while b"\n" not in self.buffer:
            more = self.connection.recv(4096)
            if not more:
                return None
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.rstrip(b"\r").decode("latin-1")

    def serve(self):
        if not isinstance(self.connection, ssl.SSLSocket) and self.connection.recv(1, socket.MSG_PEEK) == b"\x16":
            self.send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            return
        request = self.line()
        if request is None:
            return
        say("REQUEST", request)
        self.headers = {}
        while line := self.line():
            say("HEADER", line)
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        threading.Thread(target=self.listen, daemon=True).start()
        behaviour = BEHAVIOURS.get(request.split(" ")[1].lstrip("/"), Visit.gone)
        behaviour(self)

    def listen(self):
        try:
            while (line := self.line()) is not None:
                say("SENTENCE", line)
                self.sentences.append(line)
        except OSError:
            pass

    def send(self, data):
        self.connection.sendall(data)

    def ok(self, kind="gnss/data", more=b""):
        self.send(b"HTTP/1.1 200 OK\r\nServer: Test\r\nContent-Type: " + kind.encode() + b"\r\n" + more + b"\r\n")

    def frames(self, count=100_000, pause=0.01, begin=0):
        for index in range(begin, begin + count):
            self.send(frame(index))
            time.sleep(pause)

    def authorised(self):
        given = self.headers.get("authorization", "")
        return given == "Basic " + base64.b64encode(b"user:secret-word").decode()

    # How it sends its table.

    def table(self):
        TABLES[self.table_kind](self)

    def table_plain(self):
        self.ok("text/plain", b"Content-Length: %d\r\nConnection: close\r\n" % len(TABLE))
        self.send(TABLE)

    def table_huge(self):
        self.ok("gnss/sourcetable")
        line = b"STR;M%07d;Place;RTCM 3.2;1004(1);2;GPS;TEST;DEU;50.0;7.0;0;0;test;none;N;N;2000;\r\n"
        while True:
            self.send(b"".join(line % number for number in range(10_000)))

    def table_without_lines(self):
        self.ok("gnss/sourcetable")
        self.send(b"STR;")
        while True:
            self.send(b"x" * 65536)

    def table_slow(self):
        self.ok("gnss/sourcetable")
        while True:
            self.send(b"S")
            time.sleep(0.05)

    def table_binary(self):
        noise = random.Random(4)
        while True:
            self.send(bytes(noise.randrange(256) for _ in range(4096)))

    def table_stream(self):
        self.version_one()

    def table_hostile(self):
        lines = [
            "STR;RTL;\u202eevil\u202d <img src=x onerror=alert(1)>;RTCM 3.2;<b>1004</b>(1);2;GPS;T;\u2067DE;49.5;11.0;1",
            "STR;../../etc/passwd;Path;RTCM 3.2;;2;GPS;T;DEU;49.5;11.0;1",
            "STR;<script>alert(1)</script>;Script;RTCM 3.2;;2;GPS;T;DEU;49.5;11.0;1",
            "STR;WRAP\x07\x1b[31m;Bell;RTCM 3.2;;2;GPS;T;DEU;49.5;11.0;1",
            "STR;NAN;Nowhere;RTCM 3.2;;2;GPS;T;DEU;nan;inf;1", "STR;EDGE;Edge;RTCM 3.2;;2;GPS;T;DEU;1e308;-1e308;1",
            "STR;LONG;" + "x" * 100_000 + ";RTCM 3.2;;2;GPS;T;DEU;49.5;11.0;1", "STR" * 1000, ";" * 5000,
        ]
        table = "\r\n".join(lines).encode() + b"\r\nSTR;BYTES;\xff\xfe\xc3;RTCM 3;;2;GPS;T;DEU;49;11;0\r\n\0\0ENDSOURCETABLE"
        self.ok("gnss/sourcetable", b"Content-Length: %d\r\nConnection: close\r\n" % len(table))
        self.send(table)

    def table_locked(self):
        self.table_two() if self.authorised() else self.password()

    # How it behaves.

    def base(self):
        self.ok()
        for index in range(100_000):
            self.send(station(index))
            time.sleep(0.1)

    def base_locked(self):
        self.base() if self.authorised() else self.password()

    def version_two(self):
        """Chunks whose limits are nowhere near those of messages."""
        self.ok(more=b"Transfer-Encoding: chunked\r\n")
        data, index, random_sizes = b"", 0, random.Random(1)
        while True:
            size = random_sizes.choice([1, 2, 5, 100, 700])
            while len(data) < size:
                data += frame(index)
                index += 1
            chunk, data = data[:size], data[size:]
            self.send(b"%X;name=value\r\n" % len(chunk) + chunk + b"\r\n")
            time.sleep(0.005)

    def version_one(self):
        self.send(b"ICY 200 OK\r\n\r\n")
        self.frames()

    def icy_bare(self):
        self.send(b"ICY 200 OK\r\n" + frame(0))
        self.frames(begin=1)

    def icy_head(self):
        self.send(b"ICY 200 OK\r\nServer: NTRIP Test/1.0\r\nDate: today\r\n\r\n")
        self.frames()

    def plain(self):
        self.send(b"HTTP/1.0 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n")
        self.frames()

    def password(self):
        if not self.authorised():
            self.send(b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"/\"\r\n"
                      b"Content-Length: 12\r\nConnection: close\r\n\r\nUnauthorized")
            return
        self.ok()
        self.frames()

    def password_one(self):
        if not self.authorised():
            self.send(b"ERROR - Bad Password\r\n")
            return
        self.icy_head()

    def login_one(self):
        """Refuses and repeats the login, as some casters do."""
        sent = self.headers.get("authorization", "").removeprefix("Basic ")
        self.send(b"ERROR - Bad login: " + base64.b64decode(sent) + b" " + sent.encode() + b"\r\n")

    def gone(self):
        self.send(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    def status(code, words, more=b""):
        def answer(self):
            self.send(b"HTTP/1.1 %d %s\r\n%sContent-Length: 0\r\nConnection: close\r\n\r\n" % (code, words, more))
        return answer

    def table_one(self):
        self.send(b"SOURCETABLE 200 OK\r\nServer: Test\r\nContent-Type: text/plain\r\n\r\n" + TABLE)

    def table_two(self):
        self.ok("gnss/sourcetable", b"Content-Length: %d\r\nConnection: close\r\n" % len(TABLE))
        self.send(TABLE)

    def table_open(self):
        """Leaves the connection open after its table, as some casters of version 1 do."""
        head = b"SOURCETABLE 200 OK\r\nServer: Test\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
        self.send(head % len(TABLE) + TABLE)
        time.sleep(3600)

    def table_two_open(self):
        self.ok("gnss/sourcetable")
        self.send(TABLE)
        time.sleep(3600)

    def table_stuck(self):
        """Sends a table without its last line, and nothing more."""
        self.ok("gnss/sourcetable")
        self.send(TABLE.removesuffix(b"ENDSOURCETABLE\r\n"))
        time.sleep(3600)

    def html(self):
        self.ok("text/html; charset=utf-8")
        self.send(b"<!DOCTYPE html><html><body>Sign in to the hotel's network</body></html>")

    def html_unsaid(self):
        self.send(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\r\n <HTML><body>hello</body></HTML>" + b" " * 500)

    def stalls(self):
        self.ok()
        self.frames(3)
        time.sleep(3600)

    def middle(self):
        """Begins within a message, and stalls later."""
        self.ok()
        self.send(frame(1)[9:])
        self.frames(3)
        time.sleep(3600)

    def silent(self):
        self.ok()
        time.sleep(3600)

    def mute(self):
        time.sleep(3600)

    def garbage(self):
        self.ok()
        self.send(bytes(random.Random(2).randrange(256) for _ in range(20_000)))
        time.sleep(3600)

    def text(self):
        self.ok()
        for _ in range(1000):
            self.send(b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n")
        time.sleep(3600)

    def drops(self):
        self.ok(more=b"Transfer-Encoding: chunked\r\n")
        data = frame(0) + frame(1) + frame(2)[:5]
        self.send(b"%x\r\n" % len(data) + data + b"\r\n")

    def drops_plain(self):
        self.ok()
        self.send(frame(0) + frame(1) + frame(2)[:5])

    def changes(self):
        """Sends observations and the station's position on the first connection only."""
        Visit.changing_visits += 1
        self.ok()
        if Visit.changing_visits == 1:
            self.send(station(0))
            return
        while True:
            self.send(ephemeris())
            time.sleep(0.01)

    def slow(self):
        self.ok()
        for index in range(1000):
            for byte in frame(index):
                self.send(bytes([byte]))
                time.sleep(0.0002)

    def noisy(self):
        self.ok()
        noise = random.Random(3)
        for index in range(100_000):
            damaged = bytearray(frame(index))
            damaged[-1] ^= 1
            self.send(bytes(noise.randrange(256) for _ in range(50)) + bytes(damaged) + frame(index))
            time.sleep(0.01)

    def closes(self):
        pass

    def wants_position(self):
        """Says nothing before it knows where its client is."""
        self.ok()
        while not any(line.startswith("$GPGGA,") for line in self.sentences):
            time.sleep(0.01)
        self.frames()


TABLES = {
    "usual": Visit.table_one, "two": Visit.table_two, "plain": Visit.table_plain, "huge": Visit.table_huge,
    "no-lines": Visit.table_without_lines, "slow": Visit.table_slow, "binary": Visit.table_binary,
    "stream": Visit.table_stream, "hostile": Visit.table_hostile, "locked": Visit.table_locked, "html": Visit.html,
    "mute": Visit.mute, "closes": Visit.closes, "open": Visit.table_open, "two-open": Visit.table_two_open,
}
BEHAVIOURS = {
    "": Visit.table, "BASE": Visit.base, "NEAR": Visit.base_locked, "V2": Visit.version_two, "V1": Visit.version_one, "ICYBARE": Visit.icy_bare,
    "ICYHEAD": Visit.icy_head, "PLAIN": Visit.plain, "PASSWORD": Visit.password, "PASSWORD1": Visit.password_one,
    "LOGIN1": Visit.login_one,
    "FORBIDDEN": Visit.status(403, b"Forbidden"), "BUSY": Visit.status(503, b"Busy", b"Retry-After: 7\r\n"),
    "MOVED": Visit.status(301, b"Moved", b"Location: https://elsewhere.example/\r\n"),
    "TABLE1": Visit.table_one, "TABLE2": Visit.table_two, "TABLEOPEN1": Visit.table_open,
    "TABLEOPEN2": Visit.table_two_open, "TABLESTUCK": Visit.table_stuck, "TABLEHUGE": Visit.table_huge, "OFFLINE": Visit.table_one, "HTML": Visit.html,
    "HTML2": Visit.html_unsaid, "STALLS": Visit.stalls, "MIDDLE": Visit.middle, "SILENT": Visit.silent, "MUTE": Visit.mute,
    "GARBAGE": Visit.garbage, "TEXT": Visit.text, "DROPS": Visit.drops, "DROPSPLAIN": Visit.drops_plain,
    "CHANGES": Visit.changes, "SLOW": Visit.slow, "NOISY": Visit.noisy, "CLOSES": Visit.closes, "VRS": Visit.wants_position,
}


def visit(connection, context):
    try:
        if context:
            connection = context.wrap_socket(connection, server_side=True)
        Visit(connection).serve()
        try:
            connection.shutdown(socket.SHUT_WR)
            # What the client still sends must not turn the end of the answer into a reset.
            time.sleep(0.2)
        finally:
            connection.close()
    except (OSError, ssl.SSLError) as error:
        say("END", error)
        connection.close()


def cut(connection, way):
    connection.recv(4096)
    if way == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--certificate")
    arguments.add_argument("--key")
    arguments.add_argument("--stay", action="store_true", help="do not end with standard input")
    arguments.add_argument("--table", choices=TABLES, default="usual")
    arguments.add_argument("--cut", choices=["close", "reset"])
    options = arguments.parse_args()
    Visit.table_kind = options.table
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
    server = socket.create_server(("127.0.0.1", 0), backlog=64)
    say("port", server.getsockname()[1])
    # Whoever started it has ended: so does it.
    if not options.stay:
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        connection, _ = server.accept()
        visitor = (cut, (connection, options.cut)) if options.cut else (visit, (connection, context))
        threading.Thread(target=visitor[0], args=visitor[1], daemon=True).start()


main()
