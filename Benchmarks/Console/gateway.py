# SPDX-License-Identifier: Apache-2.0
"""Runs a daemon with a simulated receiver and the web console."""
import contextlib, os, signal, subprocess, tempfile, time

from browser import free_port

CONFIGURATION = """
receivers:
  - id: rover
    driver: file-simulator
    config:
      speed: %g
      simulation:
        start: now
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
        duration_s: 1000000
        %s
        receiver: { rate_hz: 10 }
        output: { ubx: { generation: 9 } }
        osnma: {}
listen: { gpsd: ["127.0.0.1:%d"], http: ["127.0.0.1:%d"] }
"""


@contextlib.contextmanager
def gateway(program, speed=1, drive=""):
    """Runs the daemon, and yields its folder, its process, and its ports for gpsd's protocol and for the console.

    The receiver sends ten epochs per second of its own time, which runs SPEED times as fast as real time. It stands still,
    or moves as DRIVE says, which is a line of a scenario.
    """
    gpsd, http = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/gateway.yaml", "w") as file:
            file.write(CONFIGURATION % (speed, drive, gpsd, http))
        environment = dict(os.environ, GNSS_GATEWAY_SOCKET=f"{folder}/control.sock", STATE_DIRECTORY=f"{folder}/state")
        daemon = subprocess.Popen([program, "run", "--config", f"{folder}/gateway.yaml"], env=environment, stderr=subprocess.DEVNULL)
        try:
            # After this time, the daemon has started and has a position.
            time.sleep(5)
            yield folder, daemon, gpsd, http
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait()
