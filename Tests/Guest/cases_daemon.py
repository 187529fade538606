# SPDX-License-Identifier: Apache-2.0
"""The daemon with a Bluetooth receiver, from the choice to a position at a client of gpsd, through all that happens to
such a link."""

import json
import os
import signal
import time

from cases_pairing import fresh
from radio import RECEIVER


def test_a_paired_receiver_that_is_chosen_has_positions_at_clients_of_gpsd(world):
    fresh(world, feed="nmea")
    world.gateway("receivers", "pair", RECEIVER)
    world.begin_daemon()
    answer = world.gateway("receivers", "use", RECEIVER)
    world.await_position()
    receiver = world.receivers()[0]
    assert receiver["driver"] == "bluetooth-rfcomm" and receiver["active"] and receiver["chosen"], receiver
    assert receiver["identity"] == "bluetooth:" + RECEIVER and receiver["origin"] == "added", receiver


def test_the_choice_survives_a_kill_and_connects_without_anybody(world):
    world.daemon.send_signal(signal.SIGKILL)
    world.daemon.wait()
    world.begin_daemon()
    world.await_position()
    receiver = world.receivers()[0]
    assert receiver["active"] and receiver["chosen"], receiver
