# SPDX-License-Identifier: Apache-2.0
"""The test of a connection, step by step, without a daemon."""

import json

from cases_pairing import fresh
from radio import RECEIVER

STEPS = ["adapter", "reachable", "service", "channel", "bytes", "frames", "position", "pages"]


def trial(world, verdict, step=None, code=None):
    """Tests the connection: the verdict, the step that fails, and its code."""
    answer = world.gateway("receivers", "test", RECEIVER, "--json", code=None)
    assert answer.stdout, answer.stderr
    result = json.loads(answer.stdout)
    steps = {finding["step"]: finding for finding in result["steps"]}
    assert list(steps) == STEPS, result
    failed = [name for name in STEPS if steps[name]["result"] == "failed"]
    assert failed == ([step] if step else []), result["steps"]
    assert not step or steps[step]["code"] == code, result["steps"]
    assert all(steps[name]["result"] == "passed" for name in STEPS[:STEPS.index(step) if step else None])
    assert result["verdict"] == verdict, result
    assert (answer.returncode == 0) == verdict.startswith("compatible"), (answer.returncode, verdict)


def test_a_receiver_with_raw_pages_is_compatible(world):
    fresh(world, feed="pages")
    world.gateway("receivers", "pair", RECEIVER)
    trial(world, "compatible")


def test_one_of_positions_alone_is_compatible_without_osnma(world):
    world.restart_receiver("nmea")
    trial(world, "compatible_without_osnma", "pages", "no_pages")


def test_one_without_a_view_of_the_sky_has_no_position(world):
    world.restart_receiver("searching")
    trial(world, "connected_no_position", "position", "no_position")


def test_sentences_with_bad_checksums_are_incompatible(world):
    world.restart_receiver("damaged")
    trial(world, "connected_incompatible", "frames", "nothing_valid")


def test_noise_is_incompatible(world):
    world.restart_receiver("garbage")
    trial(world, "connected_incompatible", "frames", "nothing_valid")


def test_a_silent_receiver_is_told(world):
    world.restart_receiver("silence")
    trial(world, "not_connected", "bytes", "silent")


def test_a_refused_channel_is_told(world):
    world.restart_receiver("nmea", serves=False)
    trial(world, "not_connected", "channel", "channel_refused")


def test_a_receiver_that_is_off_is_unreachable(world):
    world.restart_receiver("nmea")
    world.receiver("off")
    trial(world, "not_connected", "reachable", "unreachable")


def test_an_adapter_that_is_off_is_told(world):
    world.power(False)
    try:
        trial(world, "not_connected", "adapter", "adapter_off")
    finally:
        world.power(True)
        world.await_adapter()
