#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Writes the hand-made golden inputs, those that the simulator cannot make: hand-made.py FOLDER
import struct
import sys
from pathlib import Path


def nmea(*bodies: str) -> bytes:
    """Sentences with their checksums."""
    return b"".join(sentence(body) for body in bodies)


def sentence(body: str, off: int = 0) -> bytes:
    """One sentence; `off` makes its checksum wrong."""
    checksum = off
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode()


def ubx(class_: int, id_: int, size: int, *fields: tuple[int, str, float]) -> bytes:
    """A UBX message: each field has its offset, its kind for struct, and its value; all else is zero."""
    payload = bytearray(size)
    for offset, kind, value in fields:
        struct.pack_into("<" + kind, payload, offset, value)
    body = struct.pack("<BBH", class_, id_, size) + payload
    first = second = 0
    for byte in body:
        first = (first + byte) & 0xFF
        second = (second + first) & 0xFF
    return b"\xb5\x62" + body + bytes([first, second])


NOON = 475_218_000  # Time of week of 2019-04-12T12:00:00 UTC in ms: Friday, 18 leap seconds.


def pvt(second: int, size: int = 92, class_: int = 0x01, flags: int = 1, fix: int = 3) -> bytes:
    """NAV-PVT (class 0x01) or NAV2-PVT (0x29) near Dunedin, a second after noon of 2019-04-12."""
    return ubx(
        class_, 0x07, size, (0, "I", NOON + second * 1000), (4, "H", 2019), (6, "B", 4), (7, "B", 12), (8, "B", 12),
        (10, "B", second), (11, "B", 7), (12, "I", 20), (20, "B", fix), (21, "B", flags), (23, "B", 12),
        (24, "i", 1_705_001_234), (28, "i", -458_776_543), (32, "i", 25_378), (36, "i", 23_579), (40, "I", 1_133),
        (44, "I", 1_603), (60, "i", 1_500), (64, "i", 9_000_000), (76, "H", 121))


def hnr(milliseconds: int) -> bytes:
    """HNR-PVT of an M8 with dead reckoning."""
    return ubx(
        0x28, 0x00, 72, (0, "I", NOON + milliseconds), (4, "H", 2019), (6, "B", 4), (7, "B", 12), (8, "B", 12),
        (11, "B", 7), (12, "i", milliseconds * 1_000_000), (16, "B", 4), (17, "B", 0x11), (20, "i", 1_705_001_234),
        (24, "i", -458_776_543), (28, "i", 25_378), (32, "i", 23_579), (36, "i", 1_500), (44, "i", 9_000_000),
        (48, "i", 9_100_000), (52, "I", 1_133), (56, "I", 1_603))


def end(second: int) -> bytes:
    """NAV-EOE."""
    return ubx(0x01, 0x61, 4, (0, "I", NOON + second * 1000))


RMC = "GNRMC,{},A,4552.65403,S,17030.00668,E,0.025,12.5,120419,,,A,V"
GGA = "GNGGA,{},4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,"
TIMES = ["120000.00", "120001.00", "120002.00"]
EPOCHS = [body.format(time) for time in TIMES for body in (RMC, GGA)]

STREAMS = {
    # A receiver that sends no position at all.
    "nmea-vtg-zda": nmea(*[b for s in "012" for b in (
        "GPVTG,90.0,T,,M,5.0,N,9.3,K,A", f"GPZDA,12000{s}.00,12,04,2019,00,00")]),
    # A receiver without a fix leaves most of its fields empty.
    "nmea-empty-fields": nmea(
        "GPRMC,,V,,,,,,,,,,N", "GPVTG,,,,,,,,,N", "GPGGA,,,,,,0,00,99.99,,,,,,", "GPGSV,1,1,00", "GPGLL,,,,,,V,N",
        "GPRMC,120001.00,V,,,,,,,120419,,,N", "GPGGA,120001.00,,,,,0,00,99.99,,,,,,"),
    "nmea-no-height": nmea(*[b.replace("14.2,M,1.8,M", ",M,,M") for b in EPOCHS]),
    "nmea-no-geoid": nmea(*[b.replace("14.2,M,1.8,M", "14.2,M,,M") for b in EPOCHS]),
    # The second epoch's sentences have wrong checksums: it is missing.
    "nmea-wrong-checksum": b"".join(sentence(b, 1 if "120001" in b else 0) for b in EPOCHS),
    # The minutes, the hemisphere, the width of the longitude or the time cannot be.
    "nmea-impossible": nmea(
        *EPOCHS[:2],
        "GNRMC,120001.00,A,4560.00000,S,17030.00668,E,0.025,12.5,120419,,,A,V",
        "GNRMC,120002.00,A,9152.65403,S,17030.00668,E,0.025,12.5,120419,,,A,V",
        "GNRMC,120003.00,A,4552.65403,Q,17030.00668,E,0.025,12.5,120419,,,A,V",
        "GNRMC,120004.00,A,4552.65403,S,7030.00668,E,0.025,12.5,120419,,,A,V",
        "GNRMC,256100.00,A,4552.65403,S,17030.00668,E,0.025,12.5,120419,,,A,V"),
    # Comments and TAG blocks of NMEA 4 stand between the sentences.
    "nmea-tag-blocks": b"# a comment\r\n" + b"".join(b"\\g:1-2-1234,s:r003669945*39\\" + sentence(b) for b in EPOCHS),
    # A sentence is cut by the next one, and two stand in one line.
    "nmea-cut-sentences": nmea(*EPOCHS[:2]) + sentence(EPOCHS[2])[:40] + nmea(EPOCHS[2]).strip() + nmea(*EPOCHS[3:]),
    # The second of three GSV sentences is lost: half a view is no view.
    "nmea-gsv-cut-group": nmea(
        *EPOCHS[:2], "GPGSV,3,1,09,01,10,010,31,02,20,020,32,03,30,030,33,04,40,040,34",
        "GPGSV,3,3,09,09,90,090,39", *EPOCHS[2:]),
    # Satellites of six systems, SBAS and QZSS within GPS's sentences.
    "nmea-gsv-systems": nmea(
        *EPOCHS[:2], "GPGSV,1,1,03,05,45,120,41,46,30,140,38,193,50,060,40,1", "GLGSV,1,1,01,66,58,305,32,1",
        "GAGSV,1,1,02,11,60,200,43,12,15,310,,7", "GBGSV,1,1,01,23,33,077,37,1", "GQGSV,1,1,01,02,70,020,44,1",
        "GIGSV,1,1,01,04,25,100,35,1", *EPOCHS[2:]),
    # Years of two digits: 99 is 1999, 38 is 2038.
    "nmea-two-digit-years": nmea(
        "GPRMC,235959.00,A,4552.65403,N,00030.00668,W,0.025,12.5,311299,,,A",
        "GPRMC,000000.00,A,4552.65403,N,00030.00668,W,0.025,12.5,010100,,,A",
        "GPRMC,031408.00,A,4552.65403,N,00030.00668,W,0.025,12.5,190138,,,A"),
    "nmea-gns": nmea(*[
        f"GNGNS,12000{s}.00,4552.65403,S,17030.00668,E,AAAN,14,0.64,14.2,1.8,,,V" for s in "012"]),
    # Magnetic variation to the west, speed in knots.
    "nmea-variation": nmea(*[
        f"GPRMC,12000{s}.00,A,4552.65403,S,17030.00668,E,10.0,090.0,120419,3.1,W,A" for s in "012"]),
    # u-blox's own sentence: height above the ellipsoid, km/h, velocity down.
    "nmea-pubx": nmea(*[b for s in "012" for b in (
        f"GPRMC,12000{s}.00,A,5327.03942,N,00214.42462,W,0.025,12.5,120419,,,A",
        f"PUBX,00,12000{s}.00,5327.03942,N,00214.42462,W,104.461,G3,29,31,36.0,39.63,-0.5,,5.88,7.62,8.09,6,0,0")]),
    # Garmin's estimate of its errors, velocities and barometric height.
    "nmea-garmin": nmea(*[b for s in "012" for b in (
        f"GPRMC,12000{s},A,5012.3456,N,01012.3456,E,036.0,289.0,120419,001.0,E",
        f"GPGGA,12000{s},5012.3456,N,01012.3456,E,1,05,1.3,250.8,M,47.0,M,,", "PGRME,15.0,M,45.0,M,25.0,M",
        "PGRMV,0.5,-1.5,0.1", "PGRMZ,823,f,3")]),
    # Skytraq's own sentence.
    "nmea-skytraq": nmea(*[
        f"PSTI,030,03301{s}.000,A,2447.0924110,N,12100.5227860,E,94.615,1.5,-0.5,0.25,180915,R,1.2,4.2" for s in "012"]),
    # A compass and an inertial unit beside the receiver.
    "nmea-heading": nmea(*[b for t in TIMES for b in (
        RMC.format(t), GGA.format(t), "HEHDT,274.07,T", f"PASHR,{t},274.07,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0")]),
    "ubx-hnr-pvt": b"".join(hnr(i * 40) for i in range(10)),
    "ubx-nav2-pvt": b"".join(pvt(s, class_=0x29) for s in range(3)),
    # Of protocol versions before 15: no magnetic declination at the end.
    "ubx-nav-pvt-short": b"".join(pvt(s, size=84) + end(s) for s in range(3)),
    # gnssFixOK is not set: the receiver does not vouch for the position.
    "ubx-nav-pvt-not-ok": b"".join(pvt(s, flags=0) + end(s) for s in range(3)),
    "ubx-nav-pvt-dead-reckoning": b"".join(pvt(s, fix=1) + end(s) for s in range(3)),
    # The vector from the base station, of an F9 and of the first receivers with RTK.
    "ubx-relposned": b"".join(pvt(s, flags=0x83) + ubx(
        0x01, 0x3C, 64, (0, "B", 1), (2, "H", 42), (4, "I", NOON + s * 1000), (8, "i", 300), (12, "i", 400),
        (20, "i", 500), (24, "i", 5_313_010), (60, "I", 0x137)) + end(s) for s in range(3)),
    "ubx-relposned-0": b"".join(pvt(s, flags=0x83) + ubx(
        0x01, 0x3C, 40, (2, "H", 42), (4, "I", NOON + s * 1000), (8, "i", 300), (12, "i", 400),
        (36, "I", 0x17)) + end(s) for s in range(3)),
    # Receivers before NAV-PVT: position, velocity, time and solution in messages of their own.
    "ubx-before-nav-pvt": b"".join(
        ubx(0x01, 0x02, 28, (0, "I", NOON + s * 1000), (4, "i", 1_705_001_234), (8, "i", -458_776_543),
            (12, "i", 25_378), (16, "i", 23_579), (20, "I", 1_133), (24, "I", 1_603))
        + ubx(0x01, 0x06, 52, (0, "I", NOON + s * 1000), (8, "h", 2048), (10, "B", 3), (11, "B", 0x0D), (47, "B", 9))
        + ubx(0x01, 0x12, 36, (0, "I", NOON + s * 1000), (8, "i", 150), (16, "I", 150), (20, "I", 150),
              (24, "i", 9_000_000))
        + ubx(0x01, 0x21, 20, (0, "I", NOON + s * 1000), (12, "H", 2019), (14, "B", 4), (15, "B", 12), (16, "B", 12),
              (18, "B", s), (19, "B", 7)) for s in range(3)),
    # The second message is damaged, the third has a length that its document does not know.
    "ubx-damaged": pvt(0) + end(0) + pvt(1)[:-1] + b"\x00" + end(1) + pvt(2, size=90) + end(2) + pvt(3) + end(3),
    # A frame is cut short and the next begins within it.
    "ubx-cut": pvt(0) + end(0) + pvt(1)[:50] + pvt(2) + end(2),
    # A UBX message stands in the middle of a sentence.
    "mixed-frame-in-sentence": nmea(*EPOCHS[:2]) + sentence(EPOCHS[2])[:30] + pvt(1) + sentence(EPOCHS[2])[30:]
    + nmea(*EPOCHS[4:]),
    # The receiver's text and lone start marks of frames stand before the first frame.
    "mixed-boot-text": b"u-blox AG - www.u-blox.com\r\nboot: 0xB5 0x62 $GP\xb5\x62\xd3\x00$@\r\n" + nmea(*EPOCHS)
    + pvt(3) + end(3),
}

folder = Path(sys.argv[1])
for name, stream in STREAMS.items():
    (folder / f"{name}.stream").write_bytes(stream)
