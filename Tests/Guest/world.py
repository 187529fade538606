# SPDX-License-Identifier: Apache-2.0
"""What the cases have in hand: radio, receiver, BlueZ, and the gateway's programs."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time

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
        self.daemon = None
        self.begin_bus()
        self.begin_bluez()

    def begin_bus(self):
        os.makedirs("/run/dbus", exist_ok=True)
        subprocess.run(["dbus-daemon", "--system", "--fork", "--nopidfile"], check=True)

    def begin_bluez(self, awaits=True):
        self.log = open(os.path.join(self.folder, "bluetoothd"), "ab")
        self.bluetoothd = subprocess.Popen([BLUETOOTHD, "-n", "-d"], stdout=self.log, stderr=self.log)
        until("bluetoothd", lambda: "org.bluez" in self.names())
        if awaits:
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

    def begin_daemon(self, configuration="", listen="http: ''"):
        """The daemon, where only the store says which receiver there is."""
        path = os.path.join(self.folder, "gateway.yaml")
        with open(path, "w") as file:
            file.write("listen: { gpsd: ['127.0.0.1:2947'], " + listen + " }\n" + configuration)
        self.words = open(os.path.join(self.folder, "gateway"), "ab")
        self.daemon = subprocess.Popen(
            [PROGRAM, "run", "--config", path, "--log-level", "debug"], stdout=self.words, stderr=self.words,
            stdin=subprocess.DEVNULL, env={**os.environ, **self.environment})

        def is_there():
            assert self.daemon.poll() is None, "the daemon runs"
            return self.receivers() is not None

        until("the daemon", is_there)

    def end_daemon(self):
        daemon, self.daemon = self.daemon, None
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(60) == 0, "the daemon ends in order"

    def receivers(self):
        """The receivers of the daemon; nil where it does not answer."""
        try:
            return self.ask("/v1/receivers")
        except (OSError, ValueError):
            return None

    def ask(self, path):
        """An answer of the control interface: the program would take seconds to start."""
        return json.loads(self.fetch(path))

    def fetch(self, path):
        """The body of an answer."""
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(60)
            link.connect(self.environment["GNSS_GATEWAY_SOCKET"])
            link.send(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            data = b""
            while chunk := link.recv(65536):
                data += chunk
        head, body = data.split(b"\r\n\r\n", 1)
        if b"chunked" in head.lower():
            whole, rest = b"", body
            while rest:
                size, rest = rest.split(b"\r\n", 1)
                size = int(size, 16)
                whole, rest = whole + rest[:size], rest[size + 2:]
                if size == 0:
                    break
            body = whole
        return body

    def state(self):
        """The state of the only receiver, and why."""
        receivers = self.receivers()
        return (receivers[0]["state"], receivers[0]["reason"]) if receivers else ("none", "")

    def await_state(self, state, words="", limit=60):
        until(
            f"{state} ({words})", lambda: self.state()[0] == state and words in self.state()[1], limit=limit, pause=0.3)

    def await_position(self, limit=60):
        """A position that is on its way from now on, at a client of gpsd."""
        with socket.create_connection(("127.0.0.1", 2947), timeout=limit) as client:
            client.send(b'?WATCH={"enable":true,"json":true};\n')
            lines = client.makefile("r")
            end = time.monotonic() + limit
            while time.monotonic() < end:
                report = json.loads(lines.readline())
                if report["class"] == "TPV" and "lat" in report:
                    assert 47 < report["lat"] < 48 and 11 < report["lon"] < 12, report
                    return report
        raise AssertionError("no position at the client of gpsd")

    def descriptors(self):
        """How many the daemon has open."""
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))

    @contextlib.contextmanager
    def caster(self, message):
        """An NTRIP caster with one message, again and again; gives its port."""
        with socket.create_server(("127.0.0.1", 0)) as server:

            def serve():
                while True:
                    try:
                        client, _ = server.accept()
                    except OSError:
                        return
                    threading.Thread(target=talk, args=(client,), daemon=True).start()

            def talk(client):
                try:
                    client.recv(4096)
                    client.send(b"HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\n\r\n")
                    while True:
                        client.send(message)
                        time.sleep(1)
                except OSError:
                    client.close()

            threading.Thread(target=serve, daemon=True).start()
            yield server.getsockname()[1]

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

    def recover(self):
        """Everything anew, after the controllers had ended by themselves."""
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
            self.daemon = None
        if self.bluetoothd.poll() is not None:
            self.begin_bluez(awaits=False)
        self.replug()

    def await_adapter(self):
        until("an adapter that is on", lambda: "yes" in self.adapter("Powered") or self.power(True))

    def restart_receiver(self, feed="silence", **options):
        """The receiver, switched off and on: no connection is left over from before."""
        self.receiver("off")
        until("no link is left", lambda: self.receiver("state")["connections"] == 0)
        self.receiver("say", what=feed)
        self.receiver("start", **options)

    def tell(self):
        """After a case that failed: what others saw of it. The next case finds a receiver that sends positions."""
        self.receiver("say", what="nmea")
        print("receiver:", self.receiver("state"))
        with open(os.path.join(self.folder, "bluetoothd"), errors="replace") as log:
            lines = [line.strip() for line in log if line.strip()]
        print("bluetoothd:", *lines[-20:], sep="\n    ", flush=True)

        if self.daemon:
            print("state:", self.state())
            with open(os.path.join(self.folder, "gateway"), errors="replace") as log:
                print("gateway:", *(line.strip() for line in log.readlines()[-30:]), sep="\n    ", flush=True)

    def close(self):
        if self.daemon:
            self.end_daemon()
        if self.bluetoothd:
            self.end_bluez()
