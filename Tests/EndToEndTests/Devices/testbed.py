# SPDX-License-Identifier: Apache-2.0
"""A machine whose receivers are made up: runs under umockdev-wrapper, is driven line by line over standard input.

    start PROGRAM ARGUMENT…         runs a program in this machine; its words go to our standard error
    plug NODE VENDOR PRODUCT SERIAL PORT MODEL   a USB device with one serial port (SERIAL "-": it has none); umockdev
                                    takes each NODE once
    send NODE LATITUDE [HERTZ]      it sends NMEA with positions there; LATITUDE "none": without a fix
    binary NODE LATITUDE            it sends UBX alone (NAV-PVT), with positions there
    noise NODE                      it sends bytes that are no sentences
    quiet NODE                      it sends nothing more
    sent NODE                       answers how many bytes the program wrote to it
    unplug NODE
    signal NUMBER                   to the program; answers with its exit code
Each answers "ok …" or "error …".
"""
import fcntl
import os
import shlex
import struct
import subprocess
import sys
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402


def sentence(body):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n"


def epoch(latitude):
    now = time.time()
    clock = time.strftime("%H%M%S", time.gmtime(now)) + f".{int(now * 100) % 100:02d}"
    date = time.strftime("%d%m%y", time.gmtime(now))
    if latitude is None:
        return sentence(f"GPRMC,{clock},V,,,,,,,{date},,,N") + sentence(f"GPGGA,{clock},,,,,0,00,99.99,,,,,,")
    degrees = int(latitude)
    place = f"{degrees:02d}{(latitude - degrees) * 60:07.4f},N,00536.0000,E"
    return (
        sentence(f"GPRMC,{clock},A,{place},0.0,0.0,{date},,,A")
        + sentence(f"GPGGA,{clock},{place},1,08,1.0,20.0,M,46.0,M,,")
        + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5")
    )


def solution(latitude):
    """UBX-NAV-PVT with a position of three dimensions there, of now."""
    now = time.time()
    utc = time.gmtime(now)
    week_milliseconds = int((now - 315964800 + 18) * 1000) % 604_800_000
    payload = struct.pack(
        "<IHBBBBBBIiBBBBiiiiII", week_milliseconds, utc.tm_year, utc.tm_mon, utc.tm_mday, utc.tm_hour, utc.tm_min,
        utc.tm_sec, 0x07, 20, int(now % 1 * 1e9), 3, 0x01, 0, 12, 56_000_000, int(latitude * 1e7), 66_000, 20_000, 1500,
        2500)
    body = b"\x01\x07" + struct.pack("<H", 92) + payload.ljust(92, b"\0")
    first = second = 0
    for byte in body:
        first = (first + byte) & 0xFF
        second = (second + first) & 0xFF
    return b"\xb5\x62" + body + bytes((first, second))


class Line(UMockdev.IoctlBase):
    """What is asked of the line is asked of the real pseudo-terminal; umockdev itself knows nothing of serial ports."""

    def do_handle_ioctl(self, client):
        result, error = client.execute()
        client.complete(result, error)
        return True


class Receiver:
    def __init__(self, testbed, node, vendor, product, serial, port, model):
        self.testbed, self.node = testbed, node
        self.device = f"/devices/pci0000:00/usb1/{port}"
        self.tty = f"{self.device}/{port}:1.0/tty/{node}"
        self.latitude, self.period, self.mode = None, 0.2, "quiet"
        self.written, self.is_there = 0, True
        link = f"usb-{model}_{serial}-if00" if serial != "-" else f"usb-{model}-if00"
        testbed.add_from_string(
            f"P: {self.device}\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nA: idVendor={vendor}\nA: idProduct={product}\n"
            f"A: product={model}\n" + ("" if serial == "-" else f"A: serial={serial}\n")
        )
        testbed.add_from_string(
            f"P: {self.device}/{port}:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nA: bInterfaceNumber=00\n"
        )
        # A node that is there is a terminal at once, as it is with a kernel.
        self.line = Line()
        testbed.attach_ioctl(f"/dev/{node}", self.line)
        testbed.add_from_string(
            f"P: {self.tty}\nN: {node}\nS: serial/by-id/{link}\nE: SUBSYSTEM=tty\nE: DEVNAME=/dev/{node}\n"
            f"E: DEVLINKS=/dev/serial/by-id/{link}\nA: dev=166:{''.join(c for c in node if c.isdigit())}\n"
        )
        self.link = f"{testbed.get_root_dir()}/dev/serial/by-id/{link}"
        self.master = testbed.get_dev_fd(f"/dev/{node}")
        fcntl.fcntl(self.master, fcntl.F_SETFL, os.O_NONBLOCK)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while self.is_there:
            self.take()
            if self.mode == "nmea":
                self.give(epoch(self.latitude).encode())
            elif self.mode == "binary":
                self.give(solution(self.latitude))
            elif self.mode == "noise":
                self.give(bytes((n * 73 + 41) % 256 for n in range(100)))
            time.sleep(self.period)

    def give(self, data):
        try:
            os.write(self.master, data)
        except OSError:
            pass  # nobody reads and the line is full: a receiver does not wait

    def take(self):
        try:
            self.written += len(os.read(self.master, 4096))
        except OSError:
            pass

    def unplug(self):
        self.is_there = False
        self.thread.join()
        # umockdev keeps these, and the next pseudo-terminal may have the same number.
        folder = self.testbed.get_root_dir() + "/dev/"
        os.unlink(f"{folder}.ptymap/{os.readlink(folder + self.node).replace('/', '_')}")
        os.unlink(self.link)
        self.testbed.detach_ioctl(f"/dev/{self.node}")
        # The program's end of the line hangs up, as the kernel does it, and then udev tells.
        os.close(self.master)
        self.testbed.uevent("/sys" + self.tty, "remove")
        for path in (self.tty, self.tty.rsplit("/tty/", 1)[0], self.device):
            self.testbed.remove_device("/sys" + path)


class Machine:
    def __init__(self):
        self.testbed = UMockdev.Testbed.new()
        self.receivers, self.program = {}, None

    def start(self, *command):
        self.program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        return self.program.pid

    def plug(self, node, *rest):
        self.receivers[node] = Receiver(self.testbed, node, *rest)

    def send(self, node, latitude, hertz="5"):
        receiver = self.receivers[node]
        receiver.latitude = None if latitude == "none" else float(latitude)
        receiver.period, receiver.mode = 1 / float(hertz), "nmea"

    def binary(self, node, latitude):
        receiver = self.receivers[node]
        receiver.latitude, receiver.mode = float(latitude), "binary"

    def noise(self, node):
        self.receivers[node].mode = "noise"

    def quiet(self, node):
        self.receivers[node].mode = "quiet"

    def sent(self, node):
        return self.receivers[node].written

    def unplug(self, node):
        self.receivers.pop(node).unplug()

    def signal(self, number):
        self.program.send_signal(int(number))
        return self.program.wait(30)


def main():
    machine = Machine()
    try:
        for line in sys.stdin:
            command, *arguments = shlex.split(line)
            try:
                answer = getattr(machine, command)(*arguments)
                print("ok" if answer is None else f"ok {answer}", flush=True)
            except Exception as error:  # whoever drives it is told
                print(f"error {command}: {error!r}".replace("\n", " "), flush=True)
    finally:
        if machine.program and machine.program.poll() is None:
            machine.program.kill()


main()
