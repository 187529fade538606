# SPDX-License-Identifier: Apache-2.0
"""A bluetoothd that is made up, on a bus of its own: dbus-run-session -- bluez.py BEHAVIOUR PROGRAM [ARG…]

The program finds it as org.bluez on the system bus. BEHAVIOUR says how the adapter and the device 00:1D:43:5F:A0:2C
behave. Prints what it was asked on standard error, each line beginning with "bluez: ". GNSS_BLUEZ_NAMES, a JSON list, names further
devices that are found one after the other, 00:1D:43:5F:A1:00 and so on.
"""

import json
import os
import subprocess
import sys
import threading

from gi.repository import Gio, GLib

DEVICE = "/org/bluez/hci0/dev_00_1D_43_5F_A0_2C"
OTHER = "/org/bluez/hci0/dev_00_1D_43_5F_A0_2D"
NODES = Gio.DBusNodeInfo.new_for_xml(
    """
<node>
  <interface name="org.freedesktop.DBus.ObjectManager">
    <method name="GetManagedObjects"><arg direction="out" type="a{oa{sa{sv}}}"/></method>
  </interface>
  <interface name="org.bluez.Adapter1">
    <method name="SetDiscoveryFilter"><arg direction="in" type="a{sv}"/></method>
    <method name="StartDiscovery"/>
    <method name="StopDiscovery"/>
    <method name="RemoveDevice"><arg direction="in" type="o"/></method>
  </interface>
  <interface name="org.bluez.Device1">
    <method name="Pair"/>
    <method name="CancelPairing"/>
    <property name="Trusted" type="b" access="readwrite"/>
  </interface>
  <interface name="org.bluez.AgentManager1">
    <method name="RegisterAgent"><arg direction="in" type="o"/><arg direction="in" type="s"/></method>
    <method name="UnregisterAgent"><arg direction="in" type="o"/></method>
  </interface>
</node>
"""
)


class BlueZ:
    def __init__(self, behaviour):
        self.behaviour, _, self.detail = behaviour.partition("=")
        self.agent = None
        self.paired = behaviour == "paired"
        self.trusted = False
        self.known = self.behaviour != "absent"
        self.tries = 0
        self.waiting = None
        self.names = json.loads(os.environ.get("GNSS_BLUEZ_NAMES", "[]"))
        self.shown = 0

    def objects(self):
        text, number = lambda value: GLib.Variant("s", value), lambda value: GLib.Variant("n", value)
        flag = lambda value: GLib.Variant("b", value)
        adapter = {"Address": text("00:1A:7D:DA:71:13"), "Powered": flag(self.behaviour != "off")}
        objects = {"/org/bluez": {"org.bluez.AgentManager1": {}}}
        if self.behaviour != "bare":
            objects["/org/bluez/hci0"] = {"org.bluez.Adapter1": adapter}
        if self.known:
            devices = [(DEVICE, "00:1D:43:5F:A0:2C", "HC-05\n\x1b[31m"), (OTHER, "00:1D:43:5F:A0:2D", None)]
            for index, name in enumerate(self.names[: self.shown]):
                devices.append((f"/org/bluez/hci0/dev_00_1D_43_5F_A1_{index:02X}", f"00:1D:43:5F:A1:{index:02X}", name))
            for path, address, name in devices:
                device = {
                    "Address": text(address), "Adapter": GLib.Variant("o", "/org/bluez/hci0"), "RSSI": number(-61),
                    "Class": GLib.Variant("u", 0x1F00), "Paired": flag(self.paired and path == DEVICE),
                    "Trusted": flag(self.trusted), "Connected": flag(False),
                    "UUIDs": GLib.Variant("as", ["00001101-0000-1000-8000-00805f9b34fb"] if name else []),
                }
                if name:
                    device["Name"] = text(name)
                objects[path] = {"org.bluez.Device1": device}
        return objects

    def call(self, connection, sender, path, interface, method, parameters, invocation):
        print(f"bluez: {method}", file=sys.stderr, flush=True)
        if self.behaviour == "denied":
            return fail(invocation, "org.freedesktop.DBus.Error.AccessDenied", "Rejected send message")
        if method == "GetManagedObjects":
            self.shown += 1
            return invocation.return_value(GLib.Variant("(a{oa{sa{sv}}})", (self.objects(),)))
        if method == "RegisterAgent":
            self.agent = (sender, parameters[0])
        if method == "StartDiscovery" and self.behaviour == "absent" and self.detail == "later":
            GLib.timeout_add(1500, self.appear)
        if method == "CancelPairing" and self.waiting:
            fail(self.waiting, "org.bluez.Error.AuthenticationCanceled", "Authentication Canceled")
            self.waiting = None
        if method == "RemoveDevice":
            self.paired = False
        if method == "Pair":
            return self.pair(connection, invocation)
        return invocation.return_value(None)

    def appear(self):
        self.known = True
        return False

    def set(self, connection, sender, path, interface, name, value):
        self.trusted = value.get_boolean()
        print(f"bluez: {name} = {self.trusted}", file=sys.stderr, flush=True)
        return True

    def get(self, connection, sender, path, interface, name):
        return GLib.Variant("b", self.trusted)

    def pair(self, connection, invocation):
        self.tries += 1
        behaviours = {
            "pin": ("RequestPinCode", "(o)", (DEVICE,)),
            "passkey": ("DisplayPasskey", "(ouq)", (DEVICE, 4711, 0)),
            "typed": ("RequestPasskey", "(o)", (DEVICE,)),
            "confirm": ("RequestConfirmation", "(ou)", (DEVICE, 4711)),
            "stranger": ("RequestPinCode", "(o)", (OTHER,)),
        }
        if self.behaviour == "error":
            return fail(invocation, f"org.bluez.Error.{self.detail}", "so it is")
        if self.behaviour == "never":
            self.waiting = invocation
            return None
        if self.behaviour not in behaviours:
            return self.succeed(invocation)
        method, form, arguments = behaviours[self.behaviour]

        def answered(source, result):
            try:
                answer = source.call_finish(result).unpack()
            except GLib.Error as error:
                words = "Canceled" if "Canceled" in str(error) else "Failed"
                return fail(invocation, f"org.bluez.Error.Authentication{words}", "Authentication Failed")
            if self.behaviour == "passkey" and self.detail == "slow":
                GLib.timeout_add(1500, lambda: self.succeed(invocation))
                return None
            if self.behaviour == "typed" and answer[0] != int(self.detail):
                return fail(invocation, "org.bluez.Error.AuthenticationFailed", "Authentication Failed")
            if self.behaviour == "pin" and answer[0] != self.detail:
                return fail(invocation, "org.bluez.Error.AuthenticationFailed", "Authentication Failed")
            return self.succeed(invocation)

        connection.call(
            *self.agent, "org.bluez.Agent1", method, GLib.Variant(form, arguments), None, 0, 60_000, None, answered)

    def succeed(self, invocation):
        self.paired = True
        invocation.return_value(None)


def fail(invocation, name, message):
    invocation.return_dbus_error(name, message)


def main(behaviour, program):
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    connection = Gio.DBusConnection.new_for_address_sync(
        address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
    bluez = BlueZ(behaviour)
    for path, interface in [
        ("/", "org.freedesktop.DBus.ObjectManager"), ("/org/bluez", "org.bluez.AgentManager1"),
        ("/org/bluez/hci0", "org.bluez.Adapter1"), (DEVICE, "org.bluez.Device1"), (OTHER, "org.bluez.Device1"),
    ]:
        connection.register_object(path, NODES.lookup_interface(interface), bluez.call, bluez.get, bluez.set)
    if behaviour != "nobody":
        Gio.bus_own_name_on_connection(connection, "org.bluez", 0, None, None)
    loop, status = GLib.MainLoop(), []

    def run():
        environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
        status.append(subprocess.run(program, env=environment, check=False).returncode)
        GLib.idle_add(loop.quit)

    GLib.idle_add(lambda: threading.Thread(target=run).start())
    loop.run()
    return status[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
