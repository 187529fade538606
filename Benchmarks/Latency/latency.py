#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the time from bytes on a pseudo-terminal to JSON at the clients: gnss-gateway and Debian's gpsd alternate in one run.

The benchmark plays a receiver at 10 Hz on a pseudo-terminal: 31 sentences (1960 bytes) or four UBX messages per epoch, in one
write. Clients on the loopback interface watch JSON. The latency is the time from just before the write to the return of the read
that completes the TPV of that epoch. This process reads for all clients; its own time is part of both daemons' figures.

latency.py GATEWAY [SECONDS [ROUNDS]]    the executable to measure; the seconds of each measurement (default: 15); the
                                         number of rounds with one client and with none (default: 5)
"""
import atexit
import glob
import math
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import tty

RATE = 10
failed = False


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{total:02X}\r\n"


def epoch(number):
    """Returns the sentences of an epoch, and the time as its TPV states it."""
    tenths = 12 * 36000 + number
    clock = f"{tenths // 36000:02}{tenths // 600 % 60:02}{tenths // 10 % 60:02}.{tenths % 10}0"
    place = "4704.24200,N,01526.37000,E"
    lines = [
        f"GNRMC,{clock},A,{place},2.916,2.50,200826,,,A,V",
        "GNVTG,2.50,T,,M,2.916,N,5.400,K,A",
        f"GNGGA,{clock},{place},1,28,0.52,826.6,M,42.6,M,,",
    ]
    systems = [("GP", 1, 11, 0), ("GL", 2, 9, 64), ("GA", 3, 12, 0), ("GB", 4, 14, 0), ("GQ", 5, 4, 0)]
    for _, system, count, first in systems:
        used = [f"{first + 1 + i:02}" for i in range(min(count - 2, 8))]
        lines.append("GNGSA,A,3," + ",".join(used + [""] * (12 - len(used))) + f",0.98,0.52,0.83,{system}")
    for talker, _, count, first in systems:
        for signal_id in ("1", "7") if talker in ("GP", "GA") else ("1",):
            pages = (count + 3) // 4
            for page in range(pages):
                rows = "".join(
                    f",{first + 1 + i:02},{10 + 5 * i:02},{(40 * i) % 360:03},{30 + i:02}"
                    for i in range(4 * page, min(count, 4 * page + 4)))
                lines.append(f"{talker}GSV,{pages},{page + 1},{count:02}{rows},{signal_id}")
    lines += [
        f"GNGLL,{place},{clock},A,A", f"GNGST,{clock},12,1.1,0.9,35,0.8,0.7,1.9", f"GNZDA,{clock},20,08,2026,00,00",
    ]
    iso = f"2026-08-20T{clock[:2]}:{clock[2:4]}:{clock[4:6]}.{clock[7]}00Z"
    return "".join(map(sentence, lines)).encode(), b'"time":"' + iso.encode() + b'"'


def frame(message, payload):
    """Returns a UBX message of the class NAV."""
    body = struct.pack("<BBH", 1, message, len(payload)) + payload
    first = second = 0
    for byte in body:
        first = (first + byte) & 255
        second = (second + first) & 255
    return b"\xb5\x62" + body + bytes([first, second])


def ubx_epoch(number):
    """Returns NAV-PVT, NAV-DOP, NAV-SAT and NAV-EOE of an epoch, and the time as its TPV states it."""
    tenths = 12 * 36000 + number
    hour, minute, second, tenth = tenths // 36000, tenths // 600 % 60, tenths // 10 % 60, tenths % 10
    # The day is a Thursday; there are 18 leap seconds.
    week = ((4 * 24 + hour) * 3600 + minute * 60 + second + 18) * 1000 + tenth * 100
    solution = struct.pack(
        "<IHBBBBBBIiBBBBiiiiIIiiiiiIIHHIihH", week, 2026, 8, 20, hour, minute, second, 0x37, 20, tenth * 100_000_000,
        3, 1, 0xEA, 28, 154395000, 470707000, 869200, 826600, 800, 1900, 1500, 20, 3, 1500, 250000, 100, 200000, 98, 0,
        0, 0, 0, 0)
    dilutions = struct.pack("<IHHHHHHH", week, 121, 98, 60, 83, 52, 40, 33)
    rows = [
        struct.pack("<BBBbhhI", system, 1 + i, 30 + i, 10 + 5 * i, 40 * i % 360, i - 3, 0x1F | (8 if i < 8 else 0))
        for system, count in [(0, 11), (6, 9), (2, 12)] for i in range(count)]
    satellites = struct.pack("<IBBH", week, 1, len(rows), 0) + b"".join(rows)
    data = frame(0x07, solution) + frame(0x04, dilutions) + frame(0x35, satellites)
    data += frame(0x61, week.to_bytes(4, "little"))
    iso = f"2026-08-20T{hour:02}:{minute:02}:{second:02}.{tenth}00Z"
    return data, b'"time":"' + iso.encode() + b'"'


# For each kind of receiver, the function that makes its epochs, and its driver.
KINDS = {"NMEA": (epoch, "nmea-serial"), "UBX": (ubx_epoch, "ubx")}


class Client:
    """A connection that watches JSON and records whether the TPV of the current epoch has arrived."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.sendall(b'?WATCH={"enable":true,"json":true};\n')
        self.socket.setblocking(False)
        self.tail = b""
        self.seen = False
        self.is_open = True

    def read(self, mark):
        """Reads available data; returns True if they complete the TPV that contains the mark."""
        try:
            data = self.socket.recv(1 << 17)
        except BlockingIOError:
            return False
        self.is_open = bool(data)
        text = self.tail + data
        end = text.rfind(b"\n") + 1
        self.tail = text[end:]
        at = -1 if self.seen else text.find(mark, 0, end)
        while at >= 0:
            begin = text.rfind(b"\n", 0, at) + 1
            if text.startswith(b'{"class":"TPV"', begin):
                self.seen = True
                return True
            at = text.find(mark, at + 1, end)
        return False


class Receiver:
    """A receiver on a pseudo-terminal."""

    def __init__(self, kind):
        self.epoch, self.driver = KINDS[kind]
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self.slave = slave
        self.number = 0

    def play(self, seconds, clients=(), warm_up=3.0):
        """Sends epochs; returns the latencies in ms after the warm-up, and the number of TPV that did not arrive."""
        poll = select.epoll()
        by_descriptor = {client.socket.fileno(): client for client in clients}
        for descriptor in by_descriptor:
            poll.register(descriptor, select.EPOLLIN)
        latencies, missing = [], 0
        begin = time.monotonic()
        due, written = begin, begin
        mark = b"-"
        while due < begin + warm_up + seconds:
            now = time.monotonic()
            if now >= due:
                if due > begin + warm_up + 0.15:
                    missing += sum(not client.seen for client in clients)
                for client in clients:
                    client.seen = False
                data, mark = self.epoch(self.number)
                self.number += 1
                is_measured = due > begin + warm_up
                written = time.monotonic()
                os.write(self.master, data)
                due += 1 / RATE
                continue
            for descriptor, _ in poll.poll(due - now):
                client = by_descriptor[descriptor]
                if client.read(mark) and is_measured:
                    latencies.append((time.monotonic() - written) * 1000)
                if not client.is_open:
                    poll.unregister(descriptor)
        poll.close()
        return latencies, missing


class Daemon:
    """A daemon that reads the receiver."""

    def __init__(self, name, command, receiver, environment=None):
        self.name, self.receiver = name, receiver
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment)
        # A daemon that stayed would take every terminal that gets the number of its receiver's.
        atexit.register(self.process.kill)

    def wait(self, port):
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
                if self.process.poll() is not None:
                    break
        self.log.seek(0)
        sys.exit(f"{self.name} does not listen: {self.log.read().decode(errors='replace')}")

    def used(self):
        """Returns the processor time in seconds and the voluntary context switches, each by thread."""
        seconds, switches = {}, {}
        for path in glob.glob(f"/proc/{self.process.pid}/task/*"):
            try:
                with open(path + "/schedstat") as file:
                    seconds[path] = int(file.read().split()[0]) / 1e9
                with open(path + "/status") as file:
                    switches[path] = sum(int(line.split()[1]) for line in file if line.startswith("voluntary"))
            except OSError:
                pass
        return seconds, switches

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


def say(text, is_met=True):
    global failed
    failed = failed or not is_met
    print(text + ("" if is_met else "  MISSED"), flush=True)


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)] if ordered else math.inf


def grown(before, after):
    return sum(value - before.get(key, 0) for key, value in after.items())


def serve(daemon, port, count, seconds):
    """Measures with `count` clients; returns p50, p99, processor time per second, missing TPV, and clients served."""
    clients = [Client(port) for _ in range(count)]
    daemon.receiver.play(1, clients, warm_up=1)
    before, begin = daemon.used()[0], time.monotonic()
    latencies, missing = daemon.receiver.play(seconds, clients, warm_up=0)
    load = grown(before, daemon.used()[0]) / (time.monotonic() - begin)
    served = sum(client.is_open for client in clients)
    for client in clients:
        client.socket.close()
    return quantile(latencies, 0.5), quantile(latencies, 0.99), load, missing, served


def rest(daemon, seconds, is_playing):
    """Measures without clients; returns processor time and wake-ups, both per second."""
    if is_playing:
        daemon.receiver.play(1, warm_up=0)
    else:
        time.sleep(3)
    (load, switches), begin = daemon.used(), time.monotonic()
    if is_playing:
        daemon.receiver.play(seconds, warm_up=0)
    else:
        time.sleep(seconds)
    (load_after, switches_after), passed = daemon.used(), time.monotonic() - begin
    return grown(load, load_after) / passed, grown(switches, switches_after) / passed


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_gpsd(kind):
    gpsd = shutil.which("gpsd") or (os.path.exists("/usr/sbin/gpsd") and "/usr/sbin/gpsd")
    if not gpsd:
        return None
    receiver, port = Receiver(kind), free_port()
    return Daemon("gpsd", [gpsd, "-N", "-n", "-b", "-S", str(port), receiver.path], receiver), port


def start_gateway(kind, gateway, folder):
    receiver, port = Receiver(kind), free_port()
    folder = os.path.join(folder, kind)
    os.mkdir(folder)
    configuration = os.path.join(folder, "gateway.yaml")
    with open(configuration, "w") as file:
        file.write(
            "receivers:\n"
            f"  - id: bench\n    driver: {receiver.driver}\n"
            f"    config: {{ device: {receiver.path}, baud: 38400 }}\n"
            f'listen: {{ gpsd: ["127.0.0.1:{port}"] }}\n')
    environment = dict(
        os.environ, GNSS_GATEWAY_SOCKET=os.path.join(folder, "control.sock"), XDG_STATE_HOME=folder,
        STATE_DIRECTORY=folder)
    return Daemon("gnss-gateway", [gateway, "run", "--config", configuration], receiver, environment), port


def spread(values, unit, decimals=2):
    low, middle, high = min(values), quantile(values, 0.5), max(values)
    return f"{low:.{decimals}f}/{middle:.{decimals}f}/{high:.{decimals}f} {unit}"


def compare(kind, daemons, seconds, rounds):
    """Measures with one client and with none, alternately for each daemon; then prints the figures with their goals."""
    figures = {daemon.name: {} for daemon, _ in daemons}
    for _ in range(rounds):
        for daemon, port in daemons:
            p50, p99, load, missing, _ = serve(daemon, port, 1, seconds)
            playing, awake = rest(daemon, seconds, True)
            silent, idle = rest(daemon, seconds, False)
            row = {
                "p50": p50, "p99": p99, "missing": missing, "one client": load / RATE * 1e6,
                "no client": playing / RATE * 1e6, "awake": awake, "idle": idle, "silent": silent * 100}
            for key, value in row.items():
                figures[daemon.name].setdefault(key, []).append(value)
    ours, theirs = figures["gnss-gateway"], figures.get("gpsd")

    def line(what, key, unit, goal=None, decimals=2):
        """Prints a figure. A goal of None stands for gpsd's median in this run."""
        text = f"{kind}, {what}: {spread(ours[key], unit, decimals)}"
        value, limit = quantile(ours[key], 0.5), goal
        if theirs:
            peer = quantile(theirs[key], 0.5)
            limit = peer if goal is None else goal
            text += f"; gpsd {spread(theirs[key], unit, decimals)}"
            if peer > 0:
                text += f", {value / peer:.2f} times"
        if limit is not None and limit < math.inf:
            text += f"; goal {limit:.{decimals}f}"
        say(text, limit is None or value <= limit)

    print("minimum/median/maximum of the rounds; each goal is for the median", flush=True)
    line("one client, p50", "p50", "ms", decimals=3)
    line("one client, p99", "p99", "ms", decimals=3)
    line("one client, processor time per epoch", "one client", "µs", 120 if kind == "UBX" else math.inf, 0)
    line("no client, processor time per epoch", "no client", "µs", 120 if kind == "UBX" else math.inf, 0)
    line("no client, wake-ups per second", "awake", "", 15, 1)
    line("silent receiver, wake-ups per second", "idle", "", 1, 1)
    line("silent receiver, share of a core", "silent", "%", 0.5)
    say(f"{kind}, TPV missing: {sum(ours['missing'])}; goal 0", sum(ours["missing"]) == 0)


def crowd(daemons, seconds):
    """Measures with many clients."""
    for daemon, port in daemons:
        for count in [60] if daemon.name == "gpsd" else [64, 100, 500]:
            p50, p99, load, missing, served = serve(daemon, port, count, seconds)
            text = (
                f"{daemon.name}, {count} clients: p50 {p50:.2f} ms, p99 {p99:.2f} ms, {load * 100:.1f} % of a core, "
                f"{served} served, {missing} TPV missing")
            say(text, daemon.name == "gpsd" or (served == count and missing == 0 and (count > 64 or p50 <= 10)))
        before = daemon.memory()
        # The gateway returns the memory of many clients two seconds after they have left.
        time.sleep(4)
        memory = daemon.memory()
        say(
            f"{daemon.name}, memory when the clients have left: {before:.1f} MiB; 4 s later: {memory:.1f} MiB",
            daemon.name == "gpsd" or memory < 30)


def main():
    gateway = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 15
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            started = [start_gpsd(kind), start_gateway(kind, gateway, folder)]
            daemons = [pair for pair in started if pair]
            if len(daemons) == 1:
                say("gpsd is not installed (Debian: gpsd): nothing to compare with", False)
            for daemon, port in daemons:
                daemon.wait(port)
            compare(kind, daemons, seconds, rounds)
            if kind == "NMEA":
                crowd(daemons, seconds)
            for daemon, _ in daemons:
                daemon.end()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
