# SPDX-License-Identifier: Apache-2.0
"""What the doctor says of Bluetooth, on a computer where it is so."""

import contextlib
import json
import os
import struct

from radio import RECEIVER

BLUETOOTH, CHANGE_ALL = 2, 3


def finding(world, *arguments):
    findings = json.loads(world.gateway("doctor", "--json", *arguments, code=None).stdout)["findings"]
    return next(finding for finding in findings if finding["check"] == "Bluetooth")


@contextlib.contextmanager
def blocked():
    """The radio is blocked by the system (struct rfkill_event: index, type, operation, soft, hard)."""
    def block(value):
        with open("/dev/rfkill", "wb", buffering=0) as device:
            device.write(struct.pack("IBBBB", 0, BLUETOOTH, CHANGE_ALL, value, 0))

    block(1)
    try:
        yield
    finally:
        block(0)


def test_the_doctor_finds_bluetooth_well(world):
    found = finding(world)
    assert found["level"] == "ok" and f"hci{world.radio.number}: switched on" in found["text"], found
    assert found["message"]["code"] == "doctor.bluetooth_on", found


def test_the_doctor_knows_the_fix_of_an_adapter_that_is_off_or_blocked(world):
    path = os.path.join(world.folder, "bluetooth.yaml")
    with open(path, "w") as file:
        file.write(f'receivers: [{{ id: r, driver: bluetooth-rfcomm, config: {{ address: "{RECEIVER}" }} }}]\n')
    world.power(False)
    try:
        found = finding(world)
        assert found["level"] == "warning" and found["fix"] == "'bluetoothctl power on'", found
        # Who has such a receiver configured has a problem.
        assert finding(world, "--config", path)["level"] == "problem"
        with blocked():
            # The controllers of receiver and neighbours are blocked, too.
            found = finding(world)
            assert found["fix"] == "'sudo rfkill unblock bluetooth'", found
    finally:
        world.power(True)
        world.await_adapter()


def test_the_doctor_knows_the_fix_where_bluetoothd_is_missing(world):
    world.end_bluez()
    try:
        found = finding(world)
        assert "systemctl enable --now bluetooth" in found["fix"], found
    finally:
        world.begin_bluez()
