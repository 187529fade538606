#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the console's pages in a browser: pages.py GNSS-GATEWAY [SECONDS [MINUTES]]

A simulated receiver sends ten epochs a second; Chromium, without a window, shows them. For each page, and again with a processor
four times slower, the benchmark measures the bytes loaded, the time to the first live value, the movement of elements while the
page loads, the time from the epoch to the page, the share of time in which the main thread is busy, and its longest task. Then a
vehicle drives at 20 times its speed for MINUTES (1), while the browser shows one page after the other: memory, elements and
listeners must not grow.
"""
import sys, time

from browser import Browser
from gateway import gateway

PAGES = ["/", "/status", "/sky", "/position", "/osnma", "/alerts", "/about"]
#: A script that observes a page from the start of its loading.
WATCH = """
window.bench = { shift: 0, tasks: [], first: null, delays: [] };
new PerformanceObserver((l) => { for (const e of l.getEntries()) bench.shift += e.value }).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((l) => { for (const e of l.getEntries()) bench.tasks.push(e.duration) }).observe({ type: 'longtask', buffered: true });
addEventListener('DOMContentLoaded', async () => {
  const address = document.querySelector('script[src$="app.js"]').src.replace('app.js', 'store.js');
  const store = await import(address);
  store.on('fix', (fix) => {
    bench.first ??= performance.now();
    requestAnimationFrame(() => bench.delays.push(Date.now() - Date.parse(fix.host_time)));
  });
});
"""


def metrics(browser):
    return {entry["name"]: entry["value"] for entry in browser.tools("Performance.getMetrics")["metrics"]}


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def page(browser, address, slower, seconds, fastest):
    """Returns the figures of a page, each with its goal. Times from the epoch are relative to the fastest of all, because the
    simulated receiver's clock differs from this machine's.
    """
    browser.tools("Emulation.setCPUThrottlingRate", rate=slower)
    browser.open("about:blank")
    browser.tools("Network.clearBrowserCache")
    browser.open(address)
    time.sleep(4)
    browser.evaluate("bench.loading = bench.tasks.length; bench.moved = bench.shift; bench.delays.length = 0")
    before, began = metrics(browser), time.monotonic()
    time.sleep(seconds)
    after, elapsed = metrics(browser), time.monotonic() - began
    busy = 100 * (after["TaskDuration"] - before["TaskDuration"]) / elapsed
    seen = browser.evaluate(
        "return { first: bench.first, shift: bench.moved, delays: bench.delays, tasks: bench.tasks.slice(bench.loading),"
        " bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".filter((e) => !e.name.includes('/v1/live')).reduce((sum, e) => sum + e.transferSize, 0) }")
    fastest[0] = min([fastest[0], *seen["delays"]])
    return {
        "kB": (seen["bytes"] / 1000, 120), "first ms": (seen["first"] or float("inf"), 500 if slower == 1 else 1500),
        "shift": (seen["shift"], 0.02), "p95 ms": (share(seen["delays"], 0.95) - fastest[0], 150),
        "busy %": (busy, 5 if slower == 1 else 25), "longest ms": (max(seen["tasks"], default=0), 50),
    }


def soak(program, minutes):
    """Returns whether the console grows while it shows another page every 10 s and a vehicle drives at 20 times its speed."""
    def state(browser):
        browser.tools("HeapProfiler.collectGarbage")
        found = metrics(browser)
        return found["JSHeapUsedSize"] / 1e6, found["Nodes"], found["JSEventListeners"]

    rounds = []
    with gateway(program, 20, "circle: { radius_m: 60 }") as (folder, _, _, port):
        browser = Browser(folder)
        try:
            browser.size(360, 740)
            browser.tools("Performance.enable")
            browser.tools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
            browser.open(f"http://127.0.0.1:{port}/")
            end = time.monotonic() + 60 * minutes
            while not rounds or time.monotonic() < end:
                for name in PAGES:
                    browser.evaluate(f"location.hash = '#{name}'")
                    time.sleep(10)
                browser.evaluate("location.hash = '#/'")
                time.sleep(2)
                rounds.append(state(browser))
                if len(rounds) == 1:
                    browser.evaluate("bench.tasks.length = 0")
            longest = max(browser.evaluate("return bench.tasks"), default=0)
        finally:
            browser.close()
    for number, (heap, nodes, listeners) in enumerate(rounds, 1):
        print(f"soak, round {number}: heap {heap:.1f} MB, nodes {nodes:.0f}, listeners {listeners:.0f}")
    print(f"soak, {len(rounds)} rounds of all pages: longest task {longest:.0f} ms{'  MISSED: goal 50' if longest > 50 else ''}")
    first, last = rounds[0], rounds[-1]
    # The map's trail has at most 600 points, a limit that the first rounds do not reach.
    return last[0] > max(20, first[0]) or last[1] > first[1] + 200 or last[2] > first[2] + 50 or longest > 50


def main():
    program, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 15
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else 1
    missed, fastest = False, [float("inf")]
    with gateway(program) as (folder, _, _, port):
        browser = Browser(folder)
        try:
            browser.size(360, 740)
            browser.tools("Performance.enable")
            browser.tools("Network.enable")
            browser.tools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
            for slower in (1, 4):
                for name in PAGES:
                    figures = page(browser, f"http://127.0.0.1:{port}/#{name}", slower, seconds, fastest)
                    over = [what for what, (value, goal) in figures.items() if not value <= goal]
                    missed = missed or bool(over)
                    text = "  ".join(f"{what} {value:.3g}" for what, (value, _) in figures.items())
                    print(f"{name:10} x{slower}  {text}{'  MISSED: ' + ', '.join(over) if over else ''}", flush=True)
        finally:
            browser.close()
    if soak(program, minutes):
        print("MISSED: the console grows, or a task takes too long")
        missed = True
    sys.exit(1 if missed else 0)


main()
