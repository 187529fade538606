# SPDX-License-Identifier: Apache-2.0
"""What the cases have in hand: radio, receiver, BlueZ, and the gateway's programs."""

import os
import signal
import subprocess
import tempfile

from radio import RECEIVER, Radio, forget_key, until

PROGRAM = os.environ.get("GNSS_GATEWAY", os.path.abspath(".build/debug/gnss-gateway"))
BLUETOOTHD = "/usr/libexec/bluetooth/bluetoothd"


class World:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.radio = Radio()
        self.receiver = self.radio.control
        self.receiver("start")
        self.bluetoothd = None
        self.begin_bus()
        self.begin_bluez()

    def begin_bus(self):
        os.makedirs("/run/dbus", exist_ok=True)
        subprocess.run(["dbus-daemon", "--system", "--fork", "--nopidfile"], check=True)

    def begin_bluez(self):
        self.log = open(os.path.join(self.folder, "bluetoothd"), "ab")
        self.bluetoothd = subprocess.Popen([BLUETOOTHD, "-n", "-d"], stdout=self.log, stderr=self.log)
        until("bluetoothd", lambda: "org.bluez" in self.names())
        self.await_adapter()

    def end_bluez(self):
        """bluetoothd stops, which switches the adapter off."""
        self.bluetoothd.send_signal(signal.SIGTERM)
        self.bluetoothd.wait()

    until = staticmethod(until)

    def names(self):
        return self.bus("org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames").stdout

    def bus(self, destination, path, method, *arguments):
        return subprocess.run(
            ["dbus-send", "--system", "--print-reply", f"--dest={destination}", path, method, *arguments],
            capture_output=True, text=True, check=False)

    def adapter(self, key):
        """A property of the adapter: yes, no, or what D-Bus says."""
        answer = self.bus(
            "org.bluez", f"/org/bluez/hci{self.radio.number}", "org.freedesktop.DBus.Properties.Get",
            "string:org.bluez.Adapter1", f"string:{key}").stdout
        return answer.replace("true", "yes").replace("false", "no")

    def power(self, on):
        self.bus(
            "org.bluez", f"/org/bluez/hci{self.radio.number}", "org.freedesktop.DBus.Properties.Set",
            "string:org.bluez.Adapter1", "string:Powered", f"variant:boolean:{'true' if on else 'false'}")
        return False

    def gateway(self, *arguments, limit=120, code=0):
        """Runs the program to its end.

        - code: how it is to end; None: as it likes.
        """
        end = subprocess.run(
            [PROGRAM, *arguments], capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL,
            env={**os.environ, **self.environment}, check=False)
        if code is not None and end.returncode != code:
            raise AssertionError(f"{arguments} ended with {end.returncode}: {end.stdout}{end.stderr}")
        return end

    @property
    def environment(self):
        return {
            "GNSS_GATEWAY_SOCKET": os.path.join(self.folder, "control.sock"), "STATE_DIRECTORY": self.folder + "/state",
        }

    def unpair(self):
        """Both sides forget each other."""
        self.bus(
            "org.bluez", f"/org/bluez/hci{self.radio.number}", "org.bluez.Adapter1.RemoveDevice",
            "objpath:" + self.device_path)
        forget_key(self.radio.number, RECEIVER)

    @property
    def device_path(self):
        return f"/org/bluez/hci{self.radio.number}/dev_" + RECEIVER.replace(":", "_")

    def replug(self):
        """All controllers vanish and come back."""
        self.radio.unplug()
        self.radio.plug()
        self.receiver("start")
        self.await_adapter()

    def await_adapter(self):
        until("an adapter that is on", lambda: "yes" in self.adapter("Powered") or self.power(True))

    def restart_receiver(self, feed="silence", **options):
        """The receiver, switched off and on: no connection is left over from before."""
        self.receiver("off")
        until("no link is left", lambda: self.receiver("state")["connections"] == 0)
        self.receiver("say", what=feed)
        self.receiver("start", **options)

    def tell(self):
        """After a case that failed: what others saw of it."""
        print("receiver:", self.receiver("state"))
        with open(os.path.join(self.folder, "bluetoothd"), errors="replace") as log:
            lines = [line.strip() for line in log if line.strip()]
        print("bluetoothd:", *lines[-20:], sep="\n    ", flush=True)

    def close(self):
        if self.bluetoothd:
            self.end_bluez()
