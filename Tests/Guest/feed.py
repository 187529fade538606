# SPDX-License-Identifier: Apache-2.0
"""What the simulated receiver sends: each feed gives bytes and the pause in seconds after them."""

import datetime
import gzip
import random
import struct


def sentence(body, is_sound=True):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{(total if is_sound else total ^ 0x55):02X}\r\n".encode()


class Silence:
    def next(self):
        return b"", 0.1


class Garbage:
    """Bytes that no format has a frame in."""

    def __init__(self):
        self.random = random.Random(1)

    def next(self):
        return bytes(self.random.randrange(256) for _ in range(200)), 0.2


class NMEA:
    """An epoch each 200 ms, somewhere in the Alps."""

    def __init__(self, fix=True, sound=True, rate=5):
        self.fix, self.sound, self.rate = fix, sound, rate
        self.step = 0

    def next(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        now = now.replace(microsecond=now.microsecond // 100_000 * 100_000)
        time = now.strftime("%H%M%S.") + f"{now.microsecond // 10_000:02d}"
        self.step += 1
        place = f"47{20 + self.step % 1000 / 1000:07.4f},N,011{23.5:07.4f},E"
        if self.fix:
            bodies = [
                f"GNRMC,{time},A,{place},0.1,0.0,{now:%d%m%y},,,A",
                f"GNGGA,{time},{place},1,09,0.9,580.0,M,47.5,M,,",
                "GNGSA,A,3,02,05,07,13,15,24,,,,,,,1.6,0.9,1.3",
            ]
        else:
            bodies = [f"GNRMC,{time},V,,,,,,,{now:%d%m%y},,,N", f"GNGGA,{time},,,,,0,00,99.9,,M,,M,,"]
        return b"".join(sentence(body, self.sound) for body in bodies), 1 / self.rate


def frame(group, kind, payload):
    body = bytes([group, kind]) + struct.pack("<H", len(payload)) + payload
    a = b = 0
    for byte in body:
        a = (a + byte) & 255
        b = (b + a) & 255
    return b"\xb5\x62" + body + bytes([a, b])


def page(random):
    """The two halves of an I/NAV page (Galileo OS SIS ICD, section 4.3.2.3) with its checksum, each half in 16 bytes."""
    even = [0, 0] + [random.getrandbits(1) for _ in range(112)]
    odd = [1, 0] + [random.getrandbits(1) for _ in range(80)]
    crc = 0
    for bit in even + odd:
        crc = (crc << 1 ^ (0x864CFB if (crc >> 23 ^ bit) & 1 else 0)) & 0xFFFFFF
    odd += [crc >> place & 1 for place in reversed(range(24))] + [0] * 8
    halves = ["".join(map(str, half)).ljust(128, "0") for half in (even, odd)]
    return b"".join(int(half, 2).to_bytes(16, "big") for half in halves)


class Pages(NMEA):
    """Positions, and the raw I/NAV pages of some Galileo satellites as UBX-RXM-SFRBX, every two seconds."""

    def next(self):
        data, pause = super().next()
        if self.step % 10 == 1:
            for satellite in (2, 7, 13, 24):
                words = struct.unpack(">8I", page(random.Random(self.step * 100 + satellite)))
                payload = bytes([2, satellite, 1, 0, 8, satellite, 2, 0]) + struct.pack("<8I", *words)
                data += frame(0x02, 0x13, payload)
        return data, pause


class Recording:
    """The bytes of a file, packed or not, so many a second."""

    def __init__(self, path, rate=20_000, begin=0, end=None):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            self.data = file.read()[begin:end]
        self.rate, self.place = rate, 0

    def next(self):
        data = self.data[self.place:self.place + 4000]
        self.place += len(data)
        return data, len(data) / self.rate if data else 0.1


def make(what, **options):
    kinds = {
        "silence": Silence, "garbage": Garbage, "nmea": NMEA, "pages": Pages, "recording": Recording,
        "searching": lambda: NMEA(fix=False), "damaged": lambda: NMEA(sound=False),
    }
    return kinds[what](**options)
