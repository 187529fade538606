# SPDX-License-Identifier: Apache-2.0
"""Measures a gateway that reads a fleet: 500 simulated gateways at one real broker, a position each second.

usage: fleet.py GATEWAY LAB [GATEWAYS [SECONDS]]          needs mosquitto

Prints the processor time and the memory of the reading gateway, of the broker and of the simulated gateways, while no one looks at
the fleet and while a page asks for its changes every two seconds.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

# Shares of a core, and MiB.
IDLE_PERCENT, WATCHED_PERCENT, MEMORY_MIB = 1, 5, 150
TICKS = os.sysconf("SC_CLK_TCK")


class Connection(http.client.HTTPConnection):
    """A connection to the control socket."""

    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


def ask(path, question):
    connection = Connection(path)
    connection.request("GET", question)
    answer = connection.getresponse().read()
    connection.close()
    return json.loads(answer), len(answer)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def processor(process):
    with open("/proc/%d/stat" % process.pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process):
    with open("/proc/%d/status" % process.pid) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def wait(what, condition, limit=60):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("fleet: no " + what)


def measure(processes, seconds, task):
    before = [processor(process) for process in processes]
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        task()
        time.sleep(2)
    passed = time.monotonic() - begin
    return [100 * (processor(process) - start) / passed for process, start in zip(processes, before)]


def main():
    gateway, lab = sys.argv[1], sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20
    processes, missed = [], False
    with tempfile.TemporaryDirectory() as folder:
        port, control = free_port(), folder + "/control.sock"
        with open(folder + "/broker.conf", "w") as file:
            file.write("listener %d 127.0.0.1\nallow_anonymous true\n" % port)
        with open(folder + "/gateway.yaml", "w") as file:
            file.write(
                "receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive, speed: 1 } }]\n"
                'listen: { gpsd: ["127.0.0.1:0"], http: "" }\ndiscovery: { enabled: false }\n'
                'mqtt: { url: "mqtt://127.0.0.1:%d", name: reader, fleet: true }\n' % port)

        def start(*arguments):
            environment = dict(os.environ, STATE_DIRECTORY=folder + "/state", GNSS_GATEWAY_SOCKET=control)
            process = subprocess.Popen(arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            processes.append(process)
            return process

        try:
            broker = start("mosquitto", "-c", folder + "/broker.conf")
            wait("broker", lambda: socket.create_connection(("127.0.0.1", port)).close() is None)
            fleet = start(lab, "fleet", "mqtt://127.0.0.1:%d" % port, "--gateways", str(count))
            reader = start(gateway, "run", "--config", folder + "/gateway.yaml")
            wait("fleet", lambda: ask(control, "/v1/fleet")[0]["total"] == count + 1)
            # The subscription to positions ends when no one has looked for half a minute.
            time.sleep(33)
            everyone = (reader, broker, fleet)
            idle = measure(everyone, seconds, lambda: None)
            print("not watched: reader %.2f %% of a core (goal %d), broker %.2f, %d gateways %.2f"
                  % (idle[0], IDLE_PERCENT, idle[1], count, idle[2]))
            known, size, slowest = [None], [0], [0.0]

            def look():
                begin = time.monotonic()
                answer, size[0] = ask(control, "/v1/fleet" + ("?since=%d" % known[0] if known[0] else ""))
                slowest[0] = max(slowest[0], time.monotonic() - begin)
                known[0] = answer["revision"]

            look()
            time.sleep(2)
            watched = measure(everyone, seconds, look)
            print("watched: reader %.2f %% of a core (goal %d), broker %.2f, %d gateways %.2f"
                  % (watched[0], WATCHED_PERCENT, watched[1], count, watched[2]))
            print("an answer with all changes: %d kB, at most %.0f ms" % (size[0] / 1000, slowest[0] * 1000))
            print("memory: reader %.1f MiB (goal %d), broker %.1f, gateways %.1f"
                  % (memory(reader), MEMORY_MIB, memory(broker), memory(fleet)))
            missed = idle[0] > IDLE_PERCENT or watched[0] > WATCHED_PERCENT or memory(reader) > MEMORY_MIB
            begin = time.monotonic()
            fleet.kill()
            wait("wills", lambda: not any(
                row.get("online") for row in ask(control, "/v1/fleet")[0]["gateways"] if not row["self"]))
            print("all %d offline %.1f s after they were killed" % (count, time.monotonic() - begin))
        finally:
            for process in reversed(processes):
                process.send_signal(signal.SIGKILL)
                process.wait()
    if missed:
        print("MISSED")
        sys.exit(1)


main()
