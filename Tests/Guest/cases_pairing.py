# SPDX-License-Identifier: Apache-2.0
"""Finding a receiver and pairing with it, with the real bluetoothd."""

import json
import time

from radio import NAMED, RECEIVER, UNNAMED


def fresh(world, **options):
    """Neither side knows the other. btvirt's controllers get a second dialogue of SSP wrong: they are new ones, too."""
    world.unpair()
    world.replug()
    world.restart_receiver(keeps_keys=False, **options)


def properties(world):
    answer = world.bus(
        "org.bluez", world.device_path, "org.freedesktop.DBus.Properties.GetAll", "string:org.bluez.Device1").stdout
    words = " ".join(answer.split())
    return {key: f'"{key}" variant boolean true' in words for key in ("Paired", "Trusted")}


def test_a_scan_finds_each_of_three_devices_once(world):
    fresh(world)
    begin = time.monotonic()
    answer = world.gateway("receivers", "scan", "--bluetooth", "--json", "--seconds", "12")
    assert time.monotonic() - begin < 60
    devices = {device["address"]: device for device in json.loads(answer.stdout)}
    assert len(json.loads(answer.stdout)) == 3, answer.stdout
    assert set(devices) == {RECEIVER, NAMED, UNNAMED}, answer.stdout
    receiver = devices[RECEIVER]
    assert receiver["name"] == "BT-GPS-01A2B3" and receiver["named"] and receiver["class"] == 0x1F00, receiver
    assert "rssi_dbm" in receiver and not receiver["paired"] and "family" in receiver, receiver
    assert not devices[UNNAMED]["named"] and devices[UNNAMED]["name"] == "(no name)", devices[UNNAMED]
    assert json.loads(answer.stdout)[0]["address"] == RECEIVER, "likely receivers stand first"


def test_a_receiver_of_today_pairs_by_itself(world):
    fresh(world)
    answer = world.gateway("receivers", "pair", RECEIVER)
    assert "is paired" in answer.stderr, answer.stderr
    assert properties(world)["Paired"] and properties(world)["Trusted"], properties(world)


def test_a_second_pairing_does_nothing(world):
    sessions = properties(world)
    answer = world.gateway("receivers", "pair", RECEIVER)
    assert "already" in answer.stderr, answer.stderr
    assert properties(world) == sessions


def test_a_scan_shows_what_is_paired(world):
    answer = world.gateway("receivers", "scan", "--bluetooth", "--json", "--seconds", "3")
    receiver = [device for device in json.loads(answer.stdout) if device["address"] == RECEIVER]
    assert len(receiver) == 1 and receiver[0]["paired"], answer.stdout


def test_forgetting_ends_the_pairing(world):
    answer = world.gateway("receivers", "forget", RECEIVER)
    assert "removed the pairing" in answer.stderr, answer.stderr
    assert not properties(world)["Paired"]


def test_a_number_that_nobody_looks_at_is_not_agreed_to(world):
    fresh(world, display=True)
    answer = world.gateway("receivers", "pair", RECEIVER, code=69)
    assert "(cancelled)" in answer.stderr and "--yes" in answer.stderr, answer.stderr
    fresh(world, display=True)
    world.gateway("receivers", "pair", RECEIVER, "--yes")
    assert properties(world)["Paired"]


def test_a_pin_is_wanted_and_none_is_guessed_unasked(world):
    fresh(world, ssp=False, pin="1234")
    answer = world.gateway("receivers", "pair", RECEIVER, code=69)
    assert "(pin_needed)" in answer.stderr and "trying" not in answer.stderr, answer.stderr


def test_a_wrong_pin_is_told(world):
    fresh(world, ssp=False, pin="1234")
    answer = world.gateway("receivers", "pair", RECEIVER, "--pin", "9999", code=69)
    assert "(authentication_failed)" in answer.stderr and "9999" in answer.stderr, answer.stderr
    assert not properties(world)["Paired"]


def test_the_right_pin_pairs(world):
    fresh(world, ssp=False, pin="8642")
    world.gateway("receivers", "pair", RECEIVER, "--pin", "8642")
    assert properties(world)["Paired"]


def test_usual_pins_are_tried_once_each_where_that_is_agreed(world):
    fresh(world, ssp=False, pin="1234")
    answer = world.gateway("receivers", "pair", RECEIVER, "--default-pins")
    assert answer.stderr.count("trying the PIN") == 2, answer.stderr
    assert properties(world)["Paired"]


def test_a_receiver_that_refuses_is_told(world):
    fresh(world, refuses=True)
    answer = world.gateway("receivers", "pair", RECEIVER, code=69)
    assert "(authentication_failed)" in answer.stderr or "(rejected)" in answer.stderr, answer.stderr
    assert not properties(world)["Paired"]


def test_a_receiver_that_is_off_is_not_found(world):
    fresh(world)
    world.receiver("off")
    answer = world.gateway("receivers", "pair", RECEIVER, "--seconds", "3", code=69)
    assert "(not_found)" in answer.stderr or "(unreachable)" in answer.stderr, answer.stderr


def test_an_adapter_that_is_off_is_told_with_what_to_do(world):
    world.power(False)
    try:
        answer = world.gateway("receivers", "scan", "--bluetooth", code=69)
        assert "(adapter_off)" in answer.stderr and "bluetoothctl power on" in answer.stderr, answer.stderr
    finally:
        world.power(True)


def test_without_bluetoothd_that_is_told_with_what_to_do(world):
    world.end_bluez()
    try:
        answer = world.gateway("receivers", "pair", RECEIVER, code=69)
        assert "(no_bluetoothd)" in answer.stderr and "systemctl enable --now bluetooth" in answer.stderr
    finally:
        world.begin_bluez()
