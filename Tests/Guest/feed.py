# SPDX-License-Identifier: Apache-2.0
"""What the simulated receiver sends: each feed gives bytes and the pause in seconds after them."""

import datetime
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


class Pages(NMEA):
    """Positions, and the raw I/NAV pages of some Galileo satellites as UBX-RXM-SFRBX, every two seconds."""

    def next(self):
        data, pause = super().next()
        if self.step % 10 == 1:
            for satellite in (2, 7, 13, 24):
                words = [random.Random(self.step * 100 + satellite + n).getrandbits(32) for n in range(8)]
                words[0] &= 0x3FFFFFFF  # even half, nominal page
                words[4] = words[4] & 0x3FFFFFFF | 0x80000000  # odd half, nominal page
                payload = bytes([2, satellite, 1, 0, 8, satellite, 2, 0]) + struct.pack("<8I", *words)
                data += frame(0x02, 0x13, payload)
        return data, pause


class Recording:
    """The bytes of a file, so many a second."""

    def __init__(self, path, rate=20_000, begin=0, end=None):
        with open(path, "rb") as file:
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
