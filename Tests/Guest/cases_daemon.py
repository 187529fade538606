# SPDX-License-Identifier: Apache-2.0
"""The daemon with a Bluetooth receiver, from the choice to a position at a client of gpsd, through all that happens to
such a link."""

import os
import signal
import struct
import time

from cases_pairing import fresh
from radio import RECEIVER


def test_a_paired_receiver_that_is_chosen_has_positions_at_clients_of_gpsd(world):
    fresh(world, feed="nmea")
    world.gateway("receivers", "pair", RECEIVER)
    world.begin_daemon()
    world.gateway("receivers", "use", RECEIVER)
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


def test_a_running_receiver_is_tested_where_it_runs(world):
    answer = world.gateway("receivers", "test", RECEIVER)
    assert "bluetooth-" in answer.stdout and "GOOD" in answer.stdout, answer


def test_a_lost_link_is_told_and_taken_up_again(world):
    begin = time.monotonic()
    world.receiver("scans", discoverable=False, connectable=False)
    world.receiver("drop")
    world.await_state("lost", "the link was lost")
    world.receiver("on")
    world.await_position(120)
    print(f"    back after {time.monotonic() - begin:.1f} s")


def test_a_channel_that_the_receiver_closes_is_told_and_opened_again(world):
    world.receiver("close")
    world.await_state("lost", "closed the channel")
    world.await_position(120)


def test_a_silent_receiver_is_quiet_and_not_lost(world):
    world.receiver("say", what="silence")
    world.await_state("degraded", "no data for")
    world.receiver("say", what="nmea")
    world.await_position(120)
    assert world.state()[0] == "running", world.state()


def test_garbage_is_told_and_ends(world):
    world.receiver("say", what="garbage")
    world.until("the receiver is not said to be well", lambda: world.state()[0] != "running", limit=120)
    world.receiver("say", what="nmea")
    world.await_position(120)


def test_raw_pages_of_galileo_are_seen(world):
    world.receiver("say", what="pages")
    name = world.receivers()[0]["id"]

    def sees_pages():
        lights = {light["name"]: light for light in world.ask(f"/v1/status/indicators?receiver={name}")["indicators"]}
        return lights["raw_navigation"]["colour"] == "green"

    world.until("raw pages", sees_pages, limit=120, pause=1)
    world.receiver("say", what="nmea")


def test_galileo_authenticates_what_a_receiver_behind_the_radio_hands_over(world):
    """A capture of a u-blox receiver, faster than it was: by the receiver's own time, which proves nothing fresh."""
    folder = os.path.join(os.environ.get("GNSS_TEST_DATA") or "/nonexistent", "osnma", "ubx")
    capture = os.path.join(folder, "current_config.ubx.gz")
    if not os.path.exists(capture):
        print("    left out: GNSS_TEST_DATA holds no capture with OSNMA")
        return
    world.end_daemon()
    world.begin_daemon(f"osnma: {{ time_source: receiver, trust_directory: {folder} }}\n")
    world.receiver("say", what="recording", path=capture)

    def verdict():
        answers = world.ask("/v1/osnma")["receivers"]
        return answers[0] if answers else {}

    # The capture lasts 150 s here. A verdict must not wait for its end.
    world.until("an authenticated satellite", lambda: verdict().get("state") == "authenticated", limit=90, pause=1)
    answer = verdict()
    assert answer["tags_wrong"] == 0 and answer["tags_right"] > 0 and not answer["fresh"], answer
    world.receiver("say", what="nmea")


def test_what_is_written_to_the_receiver_arrives(world):
    """Corrections: a caster of one message, and a daemon that asks it."""
    message = rtcm(1005, bytes(17))
    world.end_daemon()
    with world.caster(message) as port:
        world.begin_daemon(
            "corrections: { caster: 'ntrip://127.0.0.1:%d', mountpoint: BASE }\n" % port)
        world.until(
            "the message at the receiver", lambda: world.receiver("heard", bytes=message.hex())["found"], limit=120,
            pause=0.5)


def rtcm(number, body):
    """A frame of RTCM 3 (section 4): preamble, length, body, CRC-24Q."""
    data = struct.pack(">H", number << 4)[:2] + body
    frame = b"\xd3" + struct.pack(">H", len(data)) + data
    crc = 0
    for byte in frame:
        crc ^= byte << 16
        for _ in range(8):
            crc <<= 1
            if crc & 0x1000000:
                crc ^= 0x1864CFB
    return frame + crc.to_bytes(3, "big")


def test_an_adapter_that_is_switched_off_is_told_and_waited_for(world):
    world.await_position(120)
    world.power(False)
    world.until("the loss is told", lambda: "dapter" in world.state()[1], limit=60)
    world.power(True)
    world.await_adapter()
    world.receiver("drop")
    world.await_position(120)


def test_an_adapter_that_is_unplugged_is_told_and_taken_up_again(world):
    world.radio.unplug()
    world.until("the loss is told", lambda: "dapter" in world.state()[1], limit=60)
    world.radio.plug()
    world.receiver("start")
    world.await_adapter()
    world.await_position(120)


def test_a_receiver_that_was_off_for_a_while_comes_back_by_itself(world):
    before = world.descriptors()
    world.receiver("off")
    world.await_state("lost", "not in range")
    end = time.monotonic() + 70
    while time.monotonic() < end:
        time.sleep(5)
        assert world.state()[0] in ("lost", "connecting", "starting"), world.state()
    world.receiver("on")
    world.await_position(120)
    assert world.descriptors() <= before + 2, (before, world.descriptors())


def test_forgetting_ends_receiver_and_pairing_for_good(world):
    world.gateway("receivers", "forget", RECEIVER)
    assert world.receivers() == [], world.receivers()
    world.end_daemon()
    world.begin_daemon()
    assert world.receivers() == [], world.receivers()
    world.end_daemon()
