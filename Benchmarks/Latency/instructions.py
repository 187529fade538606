#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions that the gateway's receiver thread executes for one UBX epoch.

instructions.py GATEWAY [CLIENTS]       the executable, and the number of gpsd clients that watch (default: 1)
instructions.py --order FILE GATEWAY    writes the functions that epochs of UBX and of NMEA execute, in the order of their first
                                        use: packaging/function-order.txt, by which the linker places them in release builds

It single-steps the thread (step.c, compiled with cc), so that neither other load nor the processor's speed matters. It prints the
number of instructions, the 64-byte lines of code that they touch, and both for the functions that use most, with all that they
call. At 10 Hz hardly any of these lines is still in a cache, so their number counts as much as the instructions. A copy of many
bytes by one instruction counts as that many instructions. Linux on x86-64; it needs the right to trace other processes.
"""
import bisect
import collections
import glob
import os
import struct
import subprocess
import sys
import tempfile
import time

import latency

HERE = os.path.dirname(os.path.abspath(__file__))
# Seconds after which an epoch counts as not coming. A million instructions, an epoch of NMEA, take about 20.
LONGEST = 180


class Symbols:
    """The functions of a process's programs and libraries."""

    def __init__(self, maps):
        self.areas, self.tables, self.names = [], {}, {}
        for line in maps.splitlines():
            fields = line.split()
            if len(fields) > 5 and "x" in fields[1]:
                begin, end = (int(part, 16) for part in fields[0].split("-"))
                self.areas.append((begin, end, int(fields[2], 16), fields[5]))
        self.areas.sort()

    def table(self, path):
        """Returns the addresses and names of a file's functions, and its segments as (offset, address, size)."""
        if path not in self.tables:
            rows, segments = set(), []
            for options in ([], ["-D"]):
                for line in output(["nm", "-n", "--defined-only", *options, path]):
                    fields = line.split()
                    if len(fields) >= 3 and fields[1] in "tTwWiV":
                        rows.add((int(fields[0], 16), fields[2]))
            for line in output(["readelf", "-lW", path]):
                fields = line.split()
                if fields and fields[0] == "LOAD":
                    segments.append((int(fields[1], 16), int(fields[2], 16), int(fields[4], 16)))
            ordered = sorted(rows)
            self.tables[path] = [row[0] for row in ordered], [row[1] for row in ordered], segments
        return self.tables[path]

    def name(self, address):
        if address not in self.names:
            self.names[address] = self.find(address)
        return self.names[address]

    def find(self, address):
        index = bisect.bisect(self.areas, (address, float("inf"))) - 1
        if index < 0 or address >= self.areas[index][1] or not self.areas[index][3].startswith("/"):
            return "?"
        begin, _, offset, path = self.areas[index]
        addresses, names, segments = self.table(path)
        place = address - begin + offset
        for start, virtual, size in segments:
            if start <= place < start + size:
                at = bisect.bisect(addresses, place - start + virtual) - 1
                return names[at] if at >= 0 else "?"
        return "?"


def output(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()


def record(kind, gateway, clients, folder):
    """Returns the recorded instructions of an epoch of this kind, and the process's memory map."""
    program = os.path.join(folder, "step")
    subprocess.run(["cc", "-O2", "-o", program, os.path.join(HERE, "step.c")], check=True)
    daemon, port = latency.start_gateway(kind, gateway, folder)
    daemon.wait(port)
    watching = [latency.Client(port) for _ in range(clients)]
    daemon.receiver.play(3, watching, warm_up=1)
    # The receiver's thread is the newest one that waits in poll().
    threads = sorted(glob.glob(f"/proc/{daemon.process.pid}/task/*"), key=lambda path: int(path.split("/")[-1]))
    polling = [path for path in threads if open(path + "/syscall").read().split()[0] in ("7", "271")]
    if not polling:
        sys.exit("no thread waits in poll()")
    thread = polling[-1].split("/")[-1]
    with open(f"/proc/{daemon.process.pid}/maps") as file:
        maps = file.read()
    # On one processor a step takes a tenth of the time. An epoch that took seconds would be an outage.
    subprocess.run(["taskset", "-p", "-c", "0", thread], check=True, stdout=subprocess.DEVNULL)
    path = os.path.join(folder, "instructions")
    step = subprocess.Popen(["taskset", "-c", "0", program, thread, path])
    begin = time.monotonic()
    while step.poll() is None:
        daemon.receiver.play(1, watching, warm_up=0)
        if time.monotonic() > begin + LONGEST:
            step.kill()
            step.wait()
    daemon.end()
    if step.returncode != 0:
        sys.exit("the thread could not be traced")
    with open(path, "rb") as file:
        return file.read(), maps


def count(data, symbols):
    """Returns for each function the instructions and the lines of code first touched, with all that it calls."""
    executed, touched = collections.Counter(), collections.Counter()
    lines, stack, active = set(), [], collections.Counter()
    for address, pointer in struct.iter_unpack("<QQ", data):
        name = symbols.name(address)
        while stack and (pointer > stack[-1][1] or (pointer == stack[-1][1] and stack[-1][0] != name)):
            active[stack.pop()[0]] -= 1
        if not stack or stack[-1][0] != name:
            stack.append((name, pointer))
            active[name] += 1
        is_new = address >> 6 not in lines
        lines.add(address >> 6)
        for function, depth in active.items():
            if depth > 0:
                executed[function] += 1
                touched[function] += is_new
    return executed, touched, len(lines)


def write_order(path, gateway):
    """Writes the names of the executed functions of the program and its drivers."""
    home = os.path.dirname(os.path.realpath(gateway))
    names = {}
    for kind in ("UBX", "NMEA"):
        for clients in (1, 0):
            with tempfile.TemporaryDirectory() as folder:
                data, maps = record(kind, gateway, clients, folder)
            symbols = Symbols("".join(line for line in maps.splitlines(True) if os.path.dirname(line.split()[-1]) == home))
            for address, _ in struct.iter_unpack("<QQ", data):
                names.setdefault(symbols.name(address))
            print(f"{kind}, {clients} clients: {len(names)} functions", flush=True)
    with open(path, "w") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0\n# Written by Benchmarks/Latency/instructions.py --order\n")
        file.writelines(f"{name}\n" for name in names if name not in ("?", "_init"))


def main():
    if sys.argv[1] == "--order":
        return write_order(sys.argv[2], sys.argv[3])
    clients = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        data, maps = record("UBX", sys.argv[1], clients, folder)
    executed, touched, lines = count(data, Symbols(maps))
    print(f"UBX, {clients} clients: {len(data) // 16} instructions an epoch, {lines} lines of code")
    names = [name for name, _ in executed.most_common(60)]
    shown = subprocess.run(
        ["swift-demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True)
    for name, text in zip(names, shown.stdout.splitlines()):
        print(f"{executed[name]:8} {touched[name]:5}  {text[:110]}")


main()
