# SPDX-License-Identifier: Apache-2.0
"""A GNSS receiver with Bluetooth, simulated: a controller of the guest is its radio, commands of the suite its hands.

Runs on the host, beside QEMU: receiver.py FOLDER, where QEMU makes the sockets hci.sock (packets of the controller) and
control.sock (a JSON object a line from the suite, each answered by one).
"""

import asyncio
import json
import logging
import os
import sys
import traceback

from bumble import hci, rfcomm
from bumble.core import UUID
from bumble.device import Device, DeviceConfiguration
from bumble.host import Host
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport

import feed

SERIAL_PORT = UUID.from_16_bits(0x1101)


class Dialogue(PairingDelegate):
    """How the receiver answers who wants to pair."""

    def __init__(self, pin, display, refuses):
        kind = PairingDelegate.NO_OUTPUT_NO_INPUT
        if pin is not None:
            # Asked for a PIN, bumble answers only as one with a keyboard.
            kind = PairingDelegate.KEYBOARD_INPUT_ONLY
        elif display:
            kind = PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT
        super().__init__(kind)
        self.pin, self.refuses = pin, refuses

    async def accept(self):
        return not self.refuses

    async def confirm(self, auto=False):
        return not self.refuses

    async def compare_numbers(self, number, digits):
        # Its display.
        print(f"display: {number:0{digits}}", flush=True)
        return not self.refuses

    async def get_string(self, max_length):
        return None if self.refuses else self.pin


class Receiver:
    def __init__(self, transport):
        self.transport = transport
        self.keys = MemoryKeyStore()
        self.device = None
        self.channels = set()
        self.received = bytearray()
        self.feed = feed.Silence()
        self.sessions = 0

    async def start(self, name="BT-GPS-01A2B3", channel=2, ssp=True, pin=None, display=False, refuses=False, serves=True,
                    device_class=0x001F00, keeps_keys=True):
        """Switched on: a fresh stack on the controller."""
        if not keeps_keys:
            self.keys = MemoryKeyStore()
        configuration = DeviceConfiguration(
            name=name, class_of_device=device_class, classic_enabled=True, le_enabled=False,
            classic_ssp_enabled=ssp, classic_sc_enabled=False, classic_smp_enabled=False,
            connectable=True, discoverable=True)
        host = Host()
        host.set_packet_sink(self.transport.sink)
        self.transport.source.set_packet_sink(host)
        device = Device(config=configuration, host=host)
        device.keystore = self.keys
        dialogue = Dialogue(pin, display, refuses)
        device.pairing_config_factory = lambda _: PairingConfig(delegate=dialogue, sc=False, mitm=False)
        device.sdp_service_records = {0x10001: rfcomm.make_service_sdp_records(0x10001, channel, SERIAL_PORT)}
        self.device = device
        self.channels = set()
        await device.power_on()
        if serves:
            rfcomm.Server(device).listen(self.opened, channel)

    def opened(self, channel):
        self.sessions += 1
        self.channels.add(channel)
        channel.sink = self.take
        channel.on("close", lambda: self.channels.discard(channel))
        asyncio.ensure_future(self.send(channel))

    def take(self, data):
        self.received += data
        del self.received[:-(1 << 20)]

    async def send(self, channel):
        """What it says goes out in the chunks that the feed makes; a feed that is changed meanwhile holds at once."""
        try:
            while channel in self.channels:
                data, pause = self.feed.next()
                if data:
                    channel.write(data)
                    await asyncio.wait_for(channel.drain(), 60)
                await asyncio.sleep(pause)
        except Exception:
            traceback.print_exc()

    async def say(self, what, **options):
        """What it sends from now on."""
        self.feed = feed.make(what, **options)

    async def scans(self, discoverable=True, connectable=True):
        """Whether it can be found, and be connected to."""
        await self.device.set_discoverable(discoverable)
        await self.device.set_connectable(connectable)

    async def drop(self, reason=0x08):
        """The link is lost; by default as one that timed out."""
        for connection in list(self.device.connections.values()):
            await self.device.send_async_command(
                hci.HCI_Disconnect_Command(connection_handle=connection.handle, reason=reason))
        self.channels = set()

    async def close(self):
        """Closes the channel from its side."""
        for channel in list(self.channels):
            self.channels.discard(channel)
            await channel.disconnect()

    async def off(self):
        """Switched off."""
        await self.scans(False, False)
        await self.drop(0x15)

    async def on(self):
        await self.scans()

    async def state(self):
        return {
            "channels": len(self.channels), "sessions": self.sessions, "received": len(self.received),
            "connections": len(self.device.connections) if self.device else 0,
        }

    async def heard(self, bytes, clear=False):
        """Whether these bytes, in hex, came in."""
        found = self.received.find(bytes_of(bytes))
        if clear:
            self.received.clear()
        return {"found": found >= 0}


def bytes_of(text):
    return bytes.fromhex(text)


async def connected(open_one):
    while True:
        try:
            return await open_one()
        except (FileNotFoundError, ConnectionRefusedError):
            await asyncio.sleep(0.1)


async def main(folder):
    os.chdir(folder)
    transport = await connected(lambda: open_transport("unix:hci.sock"))
    receiver = Receiver(transport)
    reader, writer = await connected(lambda: asyncio.open_unix_connection("control.sock"))
    print("ready", flush=True)
    while line := await reader.readline():
        try:
            order = json.loads(line)
            print(order, flush=True)
            answer = await asyncio.wait_for(getattr(receiver, order.pop("do"))(**order), 60)
            answer = {"ok": True, **(answer or {})}
        except Exception as error:
            traceback.print_exc()
            answer = {"ok": False, "error": repr(error)}
        writer.write(json.dumps(answer).encode() + b"\n")
        await writer.drain()


if __name__ == "__main__":
    logging.basicConfig(level=os.environ.get("BUMBLE_LOGLEVEL", "WARNING"))
    asyncio.run(main(sys.argv[1]))
