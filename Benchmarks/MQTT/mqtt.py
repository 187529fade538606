#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of MQTT: mqtt.py GNSS-GATEWAY [SECONDS [ROUNDS]]

Two daemons run at the same time, each with four simulated receivers at 10 Hz, one of them with a section `mqtt` that publishes the
active receiver's position ten times a second, and stores one every ten seconds. The difference of their processor times is the cost.
Then the broker (mosquitto) is away for some seconds, several times, and the time from its return to the gateway's connection is
measured.
"""
import json, os, shutil, signal, socket, subprocess, sys, tempfile, time

#: The most processor time that MQTT may cost, in percent of a core, and the longest time to connect again, in seconds.
COST, RETURN = 1, 5

RECEIVER = """
  - id: r%d
    driver: file-simulator
    config:
      simulation:
        start: now
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
        duration_s: 1000000
        receiver: { rate_hz: 10 }
        output: { ubx: { generation: 9 } }
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def processor_time(process):
    """Returns the user and system time of a process, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start_daemon(program, folder, mqtt):
    os.makedirs(folder)
    with open(f"{folder}/gateway.yaml", "w") as file:
        file.write("receivers:" + "".join(RECEIVER % number for number in range(4)))
        file.write('listen: { gpsd: ["127.0.0.1:0"], http: "" }\ndiscovery: { enabled: false }\n' + mqtt)
    environment = dict(os.environ, GNSS_GATEWAY_SOCKET=f"{folder}/control.sock", STATE_DIRECTORY=f"{folder}/state")
    with open(f"{folder}/log", "w") as log:
        return subprocess.Popen([program, "run", "--config", f"{folder}/gateway.yaml"], env=environment, stderr=log)


def start_broker(folder, port):
    with open(f"{folder}/broker.conf", "w") as file:
        file.write(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
    return subprocess.Popen([program, "-c", f"{folder}/broker.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def report(folder):
    """Returns the state of the connection to the broker; empty while the daemon starts."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(5)
            client.connect(f"{folder}/control.sock")
            client.sendall(b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            data = b""
            while part := client.recv(65536):
                data += part
        body = data.split(b"\r\n\r\n", 1)[1]
        return json.loads(body[body.index(b"{"):body.rindex(b"}") + 1]).get("mqtt", {})
    except (OSError, ValueError, IndexError):
        return {}


def until(condition, seconds):
    """Waits for a condition and returns the time that it took; exits if it never holds."""
    begin = time.monotonic()
    while not condition():
        if time.monotonic() - begin > seconds:
            sys.exit(f"mqtt: {condition.__doc__} did not happen within {seconds} s")
        time.sleep(0.02)
    return time.monotonic() - begin


def main():
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    port, missed = free_port(), False
    with tempfile.TemporaryDirectory() as folder:
        section = f'mqtt: {{ url: "mqtt://127.0.0.1:{port}", name: bench, interval_s: 0.1 }}\n'
        broker = start_broker(folder, port)
        daemons = [start_daemon(program, f"{folder}/{name}", mqtt) for name, mqtt in [("with", section), ("without", "")]]
        try:
            def publishes():
                "the publication of positions"
                return report(f"{folder}/with").get("live", 0) > 50
            until(publishes, 120)
            # The start is over.
            time.sleep(5)
            shares = []
            for _ in range(rounds):
                live, begin = report(f"{folder}/with")["live"], time.monotonic()
                before = [processor_time(daemon.pid) for daemon in daemons]
                # The length of the measurement.
                time.sleep(seconds)
                used = [processor_time(daemon.pid) - value for daemon, value in zip(daemons, before)]
                passed = time.monotonic() - begin
                rate = (report(f"{folder}/with")["live"] - live) / passed
                shares.append((used[0] - used[1]) / passed * 100)
                print(f"round: with {used[0] / passed * 100:.2f} % of a core, without {used[1] / passed * 100:.2f} %, "
                      f"ratio {used[0] / max(used[1], 0.01):.3f}, {rate:.1f} live messages/s")
            middle = sorted(shares)[len(shares) // 2]
            missed = missed or middle > COST
            print(f"mqtt: {middle:.2f} % of a core (goal: {COST} %){' MISSED' if middle > COST else ''}")
            times = []
            for outage in [1, 4, 9, 17]:
                broker.send_signal(signal.SIGKILL)
                broker.wait()
                # The outage.
                time.sleep(outage)
                connections = report(f"{folder}/with")["connections"]
                broker = start_broker(folder, port)

                def returned():
                    "the return"
                    return report(f"{folder}/with").get("connections", 0) > connections
                times.append(until(returned, 60))
            worst = max(times)
            missed = missed or worst > RETURN
            print(f"return of the broker: {', '.join(f'{value:.1f}' for value in times)} s (goal: {RETURN} s)"
                  f"{' MISSED' if worst > RETURN else ''}")
        finally:
            for process in daemons + [broker]:
                process.terminate()
                process.wait()
    sys.exit(1 if missed else 0)


main()
