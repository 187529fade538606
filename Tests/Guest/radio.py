# SPDX-License-Identifier: Apache-2.0
"""The guest's radio: controllers that hear each other, and who stands behind each.

The first is this computer's. The second is handed to the simulated receiver on the host, packet by packet. All others
are devices in reach that answer an inquiry and do nothing else.
"""

import ctypes
import fcntl
import glob
import json
import os
import select
import socket
import struct
import subprocess
import threading
import time

HCI_CHANNEL_USER, HCI_CHANNEL_CONTROL = 1, 3
MGMT_UNPAIR_DEVICE = 0x001B
HCIGETDEVLIST, HCIGETDEVINFO, HCIDEVDOWN = 0x800448D2, 0x800448D3, 0x400448CA
COMPUTER, RECEIVER = "00:AA:01:00:00:00", "00:AA:01:01:00:01"
NAMED, UNNAMED = "00:AA:01:02:00:02", "00:AA:01:03:00:03"


def until(what, condition, limit=60, pause=0.1):
    """Waits for a condition, and says what for where it does not come."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(pause)
    raise AssertionError(f"{what}: not within {limit} s")


def port(name):
    """The device of a virtio port; its number is not fixed."""
    for path in glob.glob("/sys/class/virtio-ports/*/name"):
        with open(path) as file:
            if file.read().strip() == name:
                return "/dev/" + os.path.basename(os.path.dirname(path))
    raise AssertionError(f"no port {name}")


def controllers():
    """The number of each controller by its address."""
    found = {}
    with socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI) as control:
        for number in range(16):
            info = bytearray(struct.pack("<H", number) + bytes(126))
            try:
                fcntl.ioctl(control.fileno(), HCIGETDEVINFO, info)
            except OSError:
                continue
            found[":".join(f"{byte:02X}" for byte in reversed(info[10:16]))] = number
    return found


def everybody():
    """The controllers, once each has got its address."""
    found = controllers()
    return {COMPUTER, RECEIVER, NAMED, UNNAMED} <= set(found) and found


def own(number):
    """A controller for ourselves alone; whoever had it up loses it."""
    def attempt():
        channel = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
        try:
            bind(channel.fileno(), number, HCI_CHANNEL_USER)
            return channel
        except OSError:
            channel.close()
            with socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI) as control:
                try:
                    fcntl.ioctl(control.fileno(), HCIDEVDOWN, number)
                except OSError:
                    pass
            return None

    return until(f"hci{number} for ourselves", attempt)


def bind(descriptor, number, channel):
    """Python's own binds to the raw channel only."""
    address = struct.pack("<HHH", socket.AF_BLUETOOTH, number, channel)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.bind(descriptor, address, len(address)) != 0:
        raise OSError(ctypes.get_errno(), "bind")


def forget_key(number, address):
    """The kernel forgets the key of a device, also one that bluetoothd was not told of."""
    with socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI) as control:
        bind(control.fileno(), 0xFFFF, HCI_CHANNEL_CONTROL)
        order = bytes(reversed(bytes.fromhex(address.replace(":", "")))) + b"\0\1"
        control.send(struct.pack("<HHH", MGMT_UNPAIR_DEVICE, number, len(order)) + order)
        # Complete, or refused where there is no key: either names the command.
        until("an answer of the kernel", lambda: control.recv(1024)[6:8] == struct.pack("<H", MGMT_UNPAIR_DEVICE), pause=0)


class Neighbour(threading.Thread):
    """A device that answers an inquiry."""

    def __init__(self, channel, name, device_class):
        super().__init__(daemon=True)
        self.channel = channel
        record = (bytes([len(name) + 1, 9]) + name.encode() if name else b"").ljust(240, b"\0")
        orders = [
            (0x0C03, b""), (0x0C13, name.encode().ljust(248, b"\0")), (0x0C24, device_class.to_bytes(3, "little")),
            (0x0C52, b"\0" + record), (0x0C1A, b"\x03"),
        ]
        for code, parameters in orders:
            channel.send(struct.pack("<BHB", 1, code, len(parameters)) + parameters)
            self.wait_for(code)

    def wait_for(self, code):
        def is_done():
            packet = self.channel.recv(1024)
            return packet[:2] == b"\x04\x0e" and struct.unpack_from("<H", packet, 4)[0] == code

        until(f"the answer to {code:#06x}", is_done, pause=0)

    def run(self):
        try:
            while self.channel.recv(1024):
                pass
        except OSError:
            pass


class Relay(threading.Thread):
    """Hands packets over between a controller and the host."""

    HEADS = {1: (4, "B", 3), 2: (5, "<H", 3), 3: (4, "B", 3), 4: (3, "B", 2)}

    def __init__(self, channel, pipe):
        super().__init__(daemon=True)
        self.channel, self.pipe = channel, pipe

    def run(self):
        held = b""
        try:
            while True:
                ready, _, _ = select.select([self.channel, self.pipe], [], [])
                if self.channel in ready:
                    packet = self.channel.recv(4096)
                    if not packet:
                        return
                    write_all(self.pipe, packet)
                if self.pipe in ready:
                    held = self.forward(held + os.read(self.pipe, 65536))
        except OSError:
            return

    def forward(self, data):
        """A controller takes whole packets."""
        while data:
            size, form, place = self.HEADS[data[0]]
            if len(data) < size:
                break
            size += struct.unpack_from(form, data, place)[0]
            if len(data) < size:
                break
            self.channel.send(data[:size])
            data = data[size:]
        return data


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data):]


class Control:
    """The receiver's hands: what it is told, it does, and answers."""

    def __init__(self):
        self.descriptor = os.open(port("control"), os.O_RDWR)
        self.held = b""
        poll = select.poll()
        poll.register(self.descriptor, select.POLLIN | select.POLLOUT)
        # Without anybody on its host side the port polls as hung up.
        until("the receiver on the host", lambda: not poll.poll(1000)[0][1] & select.POLLHUP, limit=120)

    def __call__(self, order, **options):
        write_all(self.descriptor, json.dumps({"do": order, **options}).encode() + b"\n")
        while b"\n" not in self.held:
            data = os.read(self.descriptor, 65536)
            if not data:
                raise AssertionError("the simulated receiver on the host has ended")
            self.held += data
        line, self.held = self.held.split(b"\n", 1)
        answer = json.loads(line)
        if not answer.pop("ok"):
            raise AssertionError(f"the receiver cannot {order}: {answer['error']}")
        return answer


class Radio:
    def __init__(self):
        self.pipe = os.open(port("hci"), os.O_RDWR)
        self.control = Control()
        self.plug()

    def plug(self):
        """All controllers appear; the receiver is switched on."""
        self.btvirt = subprocess.Popen(["btvirt", "-l4"], stdout=subprocess.DEVNULL)
        found = until("four controllers", everybody)
        Relay(own(found[RECEIVER]), self.pipe).start()
        Neighbour(own(found[NAMED]), "Headset", 0x240404).start()
        Neighbour(own(found[UNNAMED]), "", 0x001F00).start()
        self.number = found[COMPUTER]

    @property
    def is_dead(self):
        """Whether the controllers are gone without anybody having unplugged them."""
        return self.btvirt.poll() is not None

    def unplug(self):
        """All controllers vanish at once, that of this computer too."""
        self.btvirt.kill()
        self.btvirt.wait()
        until("no controller", lambda: not controllers())
