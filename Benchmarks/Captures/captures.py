# SPDX-License-Identifier: Apache-2.0
"""Measures photos: from the image's first byte to the stored and sealed photo, a page of a long list, the delay of
positions beside photos, and the console in a browser: a list of 10,000 photos, a map with them, and the page of the camera.

usage: captures.py GATEWAY          needs cjpeg (libjpeg-turbo-progs), and Chromium with its driver

The floor of a photo is writing the same bytes to a file and flushing it, on the same disk and in the same run.
"""

import datetime
import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Console"))
from browser import Browser, free_port

PHOTO_MS, LIST_MS = 300, 50
# The 95th percentile of the time between two frames while a list scrolls and a map is dragged, and of the main thread's work for
# an update of the camera's page.
FRAME_MS, UPDATE_MS = 100, 4
# A photo may delay no position by more than this, compared with the time without photos.
DELAY_MS = 20


class Connection(http.client.HTTPConnection):
    """A connection to the control socket."""

    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


class Gateway:
    def __init__(self, program, folder):
        self.socket = folder + "/control.sock"
        self.port, self.http = free_port(), free_port()
        configuration = folder + "/gateway.yaml"
        with open(configuration, "w") as file:
            file.write(
                "receivers:\n  - id: rover\n    driver: file-simulator\n    config:\n      simulation:\n        start: now\n"
                "        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }\n        receiver: { rate_hz: 10 }\n"
                'listen: { gpsd: ["127.0.0.1:%d"], http: ["127.0.0.1:%d"] }\ndiscovery: { enabled: false }\n'
                "captures: { enabled: true, countdown_s: 0, limit_mib: 100000 }\n" % (self.port, self.http))
        environment = dict(os.environ, STATE_DIRECTORY=folder + "/state", GNSS_GATEWAY_SOCKET=self.socket)
        self.process = subprocess.Popen([program, "run", "--config", configuration], env=environment, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                if self.ask("GET", "/v1/captures/check")["allowed"]:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit("captures: no photo is allowed")

    def ask(self, method, path, body=None):
        connection = Connection(self.socket)
        connection.request(method, path, body)
        answer = json.loads(connection.getresponse().read() or b"{}")
        connection.close()
        return answer

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def photo(folder, width, height):
    """A picture with as much detail as a field has, as a JPEG file."""
    row = bytes(random.getrandbits(8) // 4 + 90 for _ in range(width * 3))
    with open(folder + "/photo.ppm", "wb") as file:
        file.write(b"P6 %d %d 255\n" % (width, height))
        for number in range(height):
            start = number * 7 % (width * 3)
            file.write(row[start:] + row[:start])
    subprocess.run(["cjpeg", "-quality", "85", "-outfile", folder + "/photo.jpg", folder + "/photo.ppm"], check=True)
    with open(folder + "/photo.jpg", "rb") as file:
        return file.read()


def show(name, values):
    print(f"{name}: min {min(values):.1f}, median {statistics.median(values):.1f}, max {max(values):.1f} ms")
    return statistics.median(values)


def measure_photos(gateway, folder, image, count=20):
    ours, floor = [], []
    for _ in range(count):
        name = gateway.ask("POST", "/v1/captures", "{}")["id"]
        while gateway.ask("GET", "/v1/captures/" + name)["state"] != "waiting":
            time.sleep(0.01)
        start = time.monotonic()
        answer = gateway.ask("PUT", f"/v1/captures/{name}/image", image)
        ours.append((time.monotonic() - start) * 1000)
        assert answer["state"] == "stored", answer
        start = time.monotonic()
        with open(folder + "/floor", "wb") as file:
            file.write(image)
            file.flush()
            os.fsync(file.fileno())
        floor.append((time.monotonic() - start) * 1000)
    median = show(f"photo of 12 megapixels, {len(image) / 1e6:.1f} MB, to sealed", ours)
    lowest = show("floor: writing and flushing the same bytes", floor)
    print(f"ratio {median / lowest:.1f}; goal {PHOTO_MS} ms")
    return median <= PHOTO_MS


class Positions(threading.Thread):
    """A program that reads positions, and how long after their own time they arrive."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.delays = []
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.connection.sendall(b'?WATCH={"enable":true,"json":true};\n')

    def run(self):
        for line in self.connection.makefile():
            now = time.time()
            report = json.loads(line)
            if report["class"] == "TPV" and "time" in report:
                stated = datetime.datetime.fromisoformat(report["time"].replace("Z", "+00:00")).timestamp()
                self.delays.append((now - stated) * 1000)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure_delays(gateway, image, seconds=20):
    positions = Positions(gateway.port)
    positions.start()
    time.sleep(seconds)
    quiet = list(positions.delays[10:])
    positions.delays.clear()
    end, photos = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        name = gateway.ask("POST", "/v1/captures", "{}")["id"]
        while gateway.ask("GET", "/v1/captures/" + name)["state"] != "waiting":
            time.sleep(0.01)
        gateway.ask("PUT", f"/v1/captures/{name}/image", image)
        photos += 1
    busy = list(positions.delays)
    # Both contain the same delay of the simulated receiver.
    before, beside = percentile(quiet, 0.99), percentile(busy, 0.99)
    print(
        f"positions: p99 {before:.1f} ms without photos ({len(quiet)}), {beside:.1f} ms beside {photos} photos ({len(busy)}); "
        f"goal {DELAY_MS} ms more")
    return beside - before <= DELAY_MS


def fill(folder, count):
    """Copies the row of one photo, as if there were many."""
    with sqlite3.connect(folder + "/state/store.sqlite") as store:
        row = store.execute("SELECT taken, user, upload, bytes, summary FROM captures LIMIT 1").fetchone()
        last = store.execute("SELECT max(sequence) FROM capture_manifests").fetchone()[0]
        for number in range(count):
            name = f"20200101-000000-{number:08x}"
            summary = json.loads(row[4])
            # In a field of 4 km, each in its own direction.
            summary["id"], summary["heading_deg"] = name, random.uniform(0, 359)
            summary["latitude_deg"] = 52.475 + random.uniform(-0.018, 0.018)
            summary["longitude_deg"] = 5.56 + random.uniform(-0.03, 0.03)
            store.execute(
                "INSERT INTO captures (id, taken, user, upload, bytes, summary) VALUES (?, ?, ?, ?, ?, ?)",
                (name, row[0] + number, row[1], row[2], 1000, json.dumps(summary)))
            store.execute(
                "INSERT INTO capture_manifests (sequence, capture, revision, hash) VALUES (?, ?, 1, 'x')", (last + 1 + number, name))


def measure_list(gateway, count=50):
    values = []
    for number in range(count):
        start = time.monotonic()
        answer = gateway.ask("GET", f"/v1/captures?limit=100&offset={number * 199}")
        values.append((time.monotonic() - start) * 1000)
        assert len(answer["captures"]) == 100 and answer["total"] > 10000, answer["total"]
    median = show("a page of 100 from 10,000 photos", values)
    print(f"goal {LIST_MS} ms")
    return median <= LIST_MS


# Collects the time between two frames until `window.frames.end()`.
FRAMES = """
window.frames = { gaps: [], isOn: true, end() { this.isOn = false; return this.gaps.slice(2) } };
let last = performance.now();
requestAnimationFrame(function next(now) { frames.gaps.push(now - last); last = now; if (frames.isOn) requestAnimationFrame(next) });
"""


def wait(browser, what, script):
    for _ in range(600):
        if browser.evaluate(script) is True:
            return
        time.sleep(0.1)
    raise SystemExit(f"captures: never seen: {what}")


def show_frames(name, gaps):
    value = percentile(gaps, 0.95)
    print(f"{name}: median {statistics.median(gaps):.0f}, p95 {value:.0f}, max {max(gaps):.0f} ms between frames ({len(gaps)}); goal {FRAME_MS} ms")
    return value <= FRAME_MS


def measure_pages(gateway, folder):
    code = gateway.ask("POST", "/v1/session/invitation", '{"role":"operator"}')["code"]
    browser = Browser(folder)
    try:
        browser.size(360, 740)
        browser.tools("Page.addScriptToEvaluateOnNewDocument", source=UPDATES)
        browser.open(f"http://127.0.0.1:{gateway.http}/?sign-in#code={code}")
        wait(browser, "the sign-in", "return document.querySelector('#toasts .toast') !== null")
        browser.evaluate("location.hash = '#/photos'")
        wait(browser, "the list", "return document.querySelectorAll('.photo').length >= 100")
        browser.evaluate(FRAMES)
        start, count = time.monotonic(), 0
        while count < 10000 and time.monotonic() < start + 120:
            count = browser.evaluate(
                """scrollTo(0, document.documentElement.scrollHeight);
                await new Promise((resolve) => setTimeout(resolve, 50));
                return document.querySelectorAll('.photo').length""")
        elapsed = time.monotonic() - start
        is_fast = show_frames(f"{count} photos loaded in {elapsed:.0f} s by scrolling to the end", browser.evaluate("return frames.end()"))
        browser.evaluate("scrollTo(0, 0)")
        browser.evaluate(FRAMES)
        browser.evaluate(
            """for (let step = 0; step < 200; step++) {
              scrollBy(0, 400);
              await new Promise(requestAnimationFrame);
            }""")
        is_fast = show_frames("the list scrolls", browser.evaluate("return frames.end()")) and is_fast and count >= 10000
        browser.evaluate("location.hash = '#/'")
        wait(browser, "photos on the map", "return Number(document.querySelector('#map')?.dataset.photos ?? 0) > 0")
        for zoom in range(4):
            browser.evaluate("document.querySelector('.leaflet-control-zoom-out').click()")
            time.sleep(0.5)
        wait(browser, "many photos on the map", "return Number(document.querySelector('#map').dataset.photos) > 2000")
        shown = browser.evaluate("return document.querySelector('#map').dataset.photos")
        browser.evaluate(FRAMES)
        for drag in range(6):
            step = 6 if drag % 2 == 0 else -6
            x = 90 if step > 0 else 270
            browser.tools("Input.dispatchMouseEvent", type="mousePressed", x=x, y=400, button="left", clickCount=1)
            for number in range(30):
                browser.tools("Input.dispatchMouseEvent", type="mouseMoved", x=x + step * number, y=400 + 2 * number, button="left")
            browser.tools("Input.dispatchMouseEvent", type="mouseReleased", x=x + step * 29, y=458, button="left", clickCount=1)
        is_fast = show_frames(f"a map with {shown} photos is dragged", browser.evaluate("return frames.end()")) and is_fast
        browser.evaluate("location.hash = '#/camera'")
        wait(browser, "the camera", "return document.querySelector('#camera-shutter')?.disabled === false")
        return measure_updates(browser) and is_fast
    finally:
        browser.close()


# Measures everything that updates a page: messages of the live stream, its clocks, and what it draws.
UPDATES = """
window.updates = [];
const timed = (action) => function (...all) {
  const before = performance.now();
  try { return action.apply(this, all) } finally { updates.push(performance.now() - before) }
};
for (const name of ['setInterval', 'requestAnimationFrame']) {
  const original = window[name];
  window[name] = (action, ...all) => original(timed(action), ...all);
}
const { set, get } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
Object.defineProperty(MessagePort.prototype, 'onmessage', { get, set(action) { set.call(this, timed(action)) } });
"""


def measure_updates(browser, seconds=25):
    browser.evaluate("updates.length = 0")
    time.sleep(seconds)
    # What did nothing was no update.
    values = [value for value in browser.evaluate("return updates") if value > 0.1]
    value = percentile(values, 0.95)
    print(f"an update of the camera's page: median {statistics.median(values):.2f}, p95 {value:.2f}, max {max(values):.1f} ms "
          f"({len(values)}); goal {UPDATE_MS} ms")
    return value <= UPDATE_MS


def main():
    with tempfile.TemporaryDirectory() as folder:
        image = photo(folder, 4000, 3000)
        gateway = Gateway(os.path.abspath(sys.argv[1]), folder)
        is_fast = measure_photos(gateway, folder, image)
        is_fast = measure_delays(gateway, image) and is_fast
        gateway.end()
        fill(folder, 10000)
        gateway = Gateway(os.path.abspath(sys.argv[1]), folder)
        is_fast = measure_list(gateway) and is_fast
        is_fast = measure_pages(gateway, folder) and is_fast
        gateway.end()
    if not is_fast:
        raise SystemExit("captures: slower than the goal")


main()
