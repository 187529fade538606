# SPDX-License-Identifier: Apache-2.0
"""The guest itself: without these, no other case says anything."""

import socket

from radio import RECEIVER


def connect(channel):
    link = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_STREAM, socket.BTPROTO_RFCOMM)
    link.settimeout(60)
    link.connect((RECEIVER, channel))
    return link


def test_the_simulated_receiver_is_heard(world):
    world.restart_receiver("nmea")
    with connect(2) as link:
        assert b"$GN" in link.recv(1000)
        link.send(b"hello")
        world.until("the receiver hears", lambda: world.receiver("heard", bytes=b"hello".hex())["found"])


def test_a_lost_link_ends_the_connection(world):
    world.restart_receiver("nmea")
    with connect(2) as link:
        assert link.recv(1000)
        world.receiver("drop")
        try:
            while link.recv(1000):
                pass
            raise AssertionError("the link goes on")
        except TimeoutError:
            pass  # the kernel's word for a link that timed out
