#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From bytes on a pseudo-terminal to JSON at the clients: gnss-gateway beside Debian's gpsd, in one run.

A receiver at 10 Hz (31 sentences, 1960 bytes an epoch, in one write) is played on a pseudo-terminal. Clients on the
loopback watch JSON. Latency is from the instant before the write to the return of the read that completes the TPV of
that epoch. All clients are read by this one process: its own time is in the figures of both daemons.

latency.py GATEWAY [SECONDS]    the executable to measure; seconds of each measurement, 15 where not given
"""
import glob
import math
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tty

RATE = 10
TICK = os.sysconf("SC_CLK_TCK")
failed = False


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{total:02X}\r\n"


def epoch(number):
    """The sentences of an epoch, and the instant that its TPV names."""
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


class Client:
    """A connection that watches JSON and notes when each epoch's TPV was there."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.sendall(b'?WATCH={"enable":true,"json":true};\n')
        self.socket.setblocking(False)
        self.tail = b""
        self.seen = False
        self.is_open = True

    def read(self, mark):
        """True where this completes the TPV that holds the mark."""
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
    """A pseudo-terminal with a receiver behind it."""

    def __init__(self):
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self.slave = slave
        self.number = 0

    def play(self, seconds, clients=(), warm_up=3.0):
        """Plays; returns the latencies in ms of what comes after the warm-up, and how many TPV never came."""
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
                data, mark = epoch(self.number)
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
        """Processor seconds, and voluntary switches of all threads."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        switches = {}
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/status"):
            try:
                with open(path) as file:
                    switches[path] = sum(int(line.split()[1]) for line in file if line.startswith("voluntary"))
            except OSError:
                pass
        return (int(fields[11]) + int(fields[12])) / TICK, switches

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


def serve(daemon, port, count, seconds):
    """Measures with so many clients: p50, p99, per cent of a core, TPV that never came."""
    clients = [Client(port) for _ in range(count)]
    daemon.receiver.play(1, clients)
    before, begin = daemon.used()[0], time.monotonic()
    latencies, missing = daemon.receiver.play(seconds, clients, warm_up=0.5)
    load = (daemon.used()[0] - before) / (time.monotonic() - begin) * 100
    served = sum(client.is_open for client in clients)
    for client in clients:
        client.socket.close()
    return quantile(latencies, 0.5), quantile(latencies, 0.99), load, missing, served


def rest(daemon, seconds, is_playing):
    """Measures without clients: per cent of a core, wake-ups a second."""
    if is_playing:
        daemon.receiver.play(1)
    else:
        time.sleep(3)
    (load, switches), begin = daemon.used(), time.monotonic()
    if is_playing:
        daemon.receiver.play(seconds, warm_up=0)
    else:
        time.sleep(seconds)
    (load_after, switches_after), passed = daemon.used(), time.monotonic() - begin
    wakes = sum(count - switches.get(path, 0) for path, count in switches_after.items())
    return (load_after - load) / passed * 100, wakes / passed


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure(daemon, port, counts, seconds):
    daemon.wait(port)
    figures = {}
    for count in counts:
        p50, p99, load, missing, served = figures[count] = serve(daemon, port, count, seconds)
        print(
            f"{daemon.name:13} {count:3} clients: p50 {p50:6.2f} ms, p99 {p99:6.2f} ms, {load:5.2f} % of a core, "
            f"{served} served, {missing} TPV missing", flush=True)
    for is_playing in (True, False):
        load, switches = rest(daemon, seconds, is_playing)
        what = "receiver at 10 Hz" if is_playing else "receiver silent"
        figures[what] = (load, switches)
        print(
            f"{daemon.name:13} no clients, {what}: {load:.2f} % of a core, {switches:.1f} wake-ups a second, "
            f"{daemon.memory():.1f} MiB", flush=True)
    figures["memory"] = daemon.memory()
    daemon.end()
    return figures


def main():
    gateway = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 15
    gpsd = shutil.which("gpsd") or (os.path.exists("/usr/sbin/gpsd") and "/usr/sbin/gpsd")
    data = epoch(0)[0]
    print(f"epoch: {data.count(b'$')} sentences, {len(data)} bytes, {RATE} a second")

    theirs = None
    if gpsd:
        receiver, port = Receiver(), free_port()
        daemon = Daemon("gpsd", [gpsd, "-N", "-n", "-b", "-S", str(port), receiver.path], receiver)
        theirs = measure(daemon, port, [1, 60], seconds)
    else:
        say("gpsd is not installed (Debian: gpsd): nothing to compare with", False)

    receiver, port = Receiver(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        configuration = os.path.join(folder, "gateway.yaml")
        with open(configuration, "w") as file:
            file.write(
                "receivers:\n"
                "  - id: bench\n    driver: nmea-serial\n"
                f"    config: {{ device: {receiver.path}, baud: 38400 }}\n"
                f'listen: {{ gpsd: ["127.0.0.1:{port}"] }}\n')
        environment = dict(
            os.environ, GNSS_GATEWAY_SOCKET=os.path.join(folder, "control.sock"), XDG_STATE_HOME=folder,
            STATE_DIRECTORY=folder)
        daemon = Daemon("gnss-gateway", [gateway, "run", "--config", configuration], receiver, environment)
        ours = measure(daemon, port, [1, 64, 100, 500], seconds)

    if theirs:
        say(f"one client, p50: {ours[1][0]:.2f} ms, gpsd {theirs[1][0]:.2f} ms", ours[1][0] <= theirs[1][0])
        say(f"one client, p99: {ours[1][1]:.2f} ms, gpsd {theirs[1][1]:.2f} ms", ours[1][1] <= theirs[1][1])
        say(f"64 clients, p50: {ours[64][0]:.2f} ms, gpsd with 60 {theirs[60][0]:.2f} ms; goal: at most 10 ms",
            ours[64][0] <= 10)
    say(f"500 clients: {ours[500][4]} served, {ours[500][3]} TPV missing; goal: all, none",
        ours[500][4] == 500 and ours[500][3] == 0)
    load, switches = ours["receiver silent"]
    say(f"at rest: {load:.2f} % of a core, goal under 0.5; {switches:.1f} wake-ups a second, goal under 2",
        load < 0.5 and switches < 2)
    say(f"memory after all that: {ours['memory']:.1f} MiB, goal under 30", ours["memory"] < 30)
    sys.exit(1 if failed else 0)


main()
