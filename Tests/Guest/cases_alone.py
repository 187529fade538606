# SPDX-License-Identifier: Apache-2.0
"""A computer without bluetoothd: what the kernel alone can do."""

import json
import subprocess

from radio import NAMED, RECEIVER, UNNAMED


def test_without_bluetoothd_devices_are_found_and_receivers_that_need_no_pairing_work(world):
    world.restart_receiver("nmea")
    world.end_bluez()
    try:
        # bluetoothd switches the adapter off as it ends.
        subprocess.run(["hciconfig", f"hci{world.radio.number}", "up"], check=True)
        answer = world.gateway("receivers", "scan", "--bluetooth", "--json", "--seconds", "40")
        devices = {device["address"]: device for device in json.loads(answer.stdout)}
        assert set(devices) == {RECEIVER, NAMED, UNNAMED}, answer.stdout
        assert devices[RECEIVER]["name"] == "BT-GPS-01A2B3" and not devices[UNNAMED]["named"], answer.stdout
        assert "bluetoothd is not running" in answer.stderr, answer.stderr
        world.begin_daemon(
            f'receivers: [{{ id: bare, driver: bluetooth-rfcomm, config: {{ address: "{RECEIVER}", security: low }} }}]')
        world.await_position()
    finally:
        if world.daemon:
            world.end_daemon()
        world.begin_bluez()
