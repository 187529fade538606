# SPDX-License-Identifier: Apache-2.0
"""Measures the console's page Fleet in Chromium at 360x740, with 500 simulated gateways that publish a position each second,
at the processor's own speed and four times slower: the time between two frames, and the longest task, in which no input is answered.

usage: page.py GATEWAY LAB [GATEWAYS]          needs mosquitto, and Chromium with its driver

The processor time of the main thread is less disturbed by other programs than the other figures.
"""

import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Console"))
from browser import Browser, free_port

# The 95th percentile of the time between two frames, and the longest task.
FRAME_MS, TASK_MS = 50, 100


def start(gateway, lab, count, folder):
    broker, http = free_port(), free_port()
    with open(folder + "/broker.conf", "w") as file:
        file.write(f"listener {broker} 127.0.0.1\nallow_anonymous true\nuser root\nmax_queued_messages 10000\n")
    with open(folder + "/gateway.yaml", "w") as file:
        file.write(
            "receivers:\n  - id: rover\n    driver: file-simulator\n    config: { scenario: drive, speed: 1 }\n"
            'listen: { gpsd: ["127.0.0.1:0"], http: ["127.0.0.1:%d"] }\ndiscovery: { enabled: false }\n'
            'mqtt: { url: "mqtt://127.0.0.1:%d", name: own, fleet: true }\n' % (http, broker))
    processes = [subprocess.Popen(["mosquitto", "-c", folder + "/broker.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", broker)).close()
            break
        except OSError:
            time.sleep(0.1)
    environment = dict(os.environ, STATE_DIRECTORY=folder + "/state", GNSS_GATEWAY_SOCKET=folder + "/control.sock")
    processes.append(subprocess.Popen([lab, "fleet", f"mqtt://127.0.0.1:{broker}", "--gateways", str(count)], stderr=subprocess.DEVNULL))
    processes.append(subprocess.Popen([gateway, "run", "--config", folder + "/gateway.yaml"], env=environment, stderr=subprocess.DEVNULL))
    return http, processes


# Collects the time between two frames until `window.frames.end()`.
FRAMES = """
window.frames = { gaps: [], isOn: true, end() { this.isOn = false; return this.gaps.slice(2) } };
let last = performance.now();
requestAnimationFrame(function next(now) { frames.gaps.push(now - last); last = now; if (frames.isOn) requestAnimationFrame(next) });
"""
TASKS = "window.tasks = []; new PerformanceObserver((list) => list.getEntries().forEach((each) => tasks.push(each.duration))).observe({ entryTypes: ['longtask'] })"


def wait(browser, what, script):
    for _ in range(600):
        if browser.evaluate(script) is True:
            return
        time.sleep(0.1)
    raise SystemExit(f"fleet: never seen: {what}")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def processor(browser):
    """The processor time of the main thread, in seconds."""
    return next(each["value"] for each in browser.tools("Performance.getMetrics")["metrics"] if each["name"] == "TaskDuration")


def measure(browser, name, action):
    browser.evaluate("tasks.length = 0;" + FRAMES)
    before, begin = processor(browser), time.monotonic()
    action()
    share = (processor(browser) - before) / (time.monotonic() - begin)
    gaps, tasks = browser.evaluate("return frames.end()"), browser.evaluate("return tasks")
    value, longest = percentile(gaps, 0.95), max(tasks or [0])
    print(f"{name}: median {statistics.median(gaps):.0f}, p95 {value:.0f}, max {max(gaps):.0f} ms between frames ({len(gaps)}), longest task "
          f"{longest:.0f} ms, main thread {share * 100:.0f} % busy; goal p95 {FRAME_MS} ms, {TASK_MS} ms")
    return value <= FRAME_MS and longest <= TASK_MS


def drag(browser):
    for number in range(6):
        step = 6 if number % 2 == 0 else -6
        x = 90 if step > 0 else 270
        browser.tools("Input.dispatchMouseEvent", type="mousePressed", x=x, y=250, button="left", clickCount=1)
        for part in range(30):
            browser.tools("Input.dispatchMouseEvent", type="mouseMoved", x=x + step * part, y=250 + part, button="left")
        browser.tools("Input.dispatchMouseEvent", type="mouseReleased", x=x + step * 29, y=279, button="left", clickCount=1)


def measure_page(folder, http, count):
    browser = Browser(folder)
    try:
        browser.size(360, 740)
        browser.tools("Page.addScriptToEvaluateOnNewDocument", source=TASKS)
        browser.tools("Performance.enable", timeDomain="threadTicks")
        is_fast = True
        for rate in (1, 4):
            browser.tools("Emulation.setCPUThrottlingRate", rate=rate)
            browser.open(f"http://127.0.0.1:{http}/?{rate}#/fleet")
            wait(browser, "the rows", f"return document.querySelectorAll('.fleet-row').length > {count}")
            wait(browser, "the marks", f"return Number(document.querySelector('#fleet-map').dataset.marks) >= {count}")
            # The page has settled.
            time.sleep(5)
            speed = "" if rate == 1 else f", processor {rate} times slower"
            is_fast = measure(browser, f"{count} gateways{speed}, at rest", lambda: time.sleep(20)) and is_fast
            is_fast = measure(browser, f"the list scrolls{speed}", lambda: browser.evaluate(
                "for (const end = performance.now() + 4000; performance.now() < end;) { scrollBy(0, 120); await new Promise(requestAnimationFrame) }")) and is_fast
            browser.evaluate("scrollTo(0, 0)")
            is_fast = measure(browser, f"the map is dragged{speed}", lambda: drag(browser)) and is_fast
            is_fast = measure(browser, f"a search is typed{speed}", lambda: browser.evaluate(
                """const field = document.querySelector('#fleet-search');
                for (const text of ['t', 'tr', 'tractor-1', 'tractor-12', '']) {
                  field.value = text;
                  field.dispatchEvent(new Event('input'));
                  await new Promise((resolve) => setTimeout(resolve, 500));
                }""")) and is_fast
        return is_fast
    finally:
        browser.close()


def main():
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        http, processes = start(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), count, folder)
        try:
            for _ in range(600):
                try:
                    socket.create_connection(("127.0.0.1", http)).close()
                    break
                except OSError:
                    time.sleep(0.1)
            else:
                raise SystemExit("fleet: the gateway does not answer")
            is_fast = measure_page(folder, http, count)
        finally:
            for process in reversed(processes):
                process.send_signal(signal.SIGTERM)
                process.wait()
    if not is_fast:
        raise SystemExit("fleet: slower than the goal")


main()
