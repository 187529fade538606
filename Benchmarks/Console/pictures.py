#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the pictures of the web console in docs/ with the demo and Chromium: pictures.py GNSS-GATEWAY

Run by script/pictures. Needs what script/bootstrap --test installs.
"""
import base64, json, os, pathlib, re, signal, socket, subprocess, sys, tempfile, time, urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = sys.argv[1]
#: Page, its picture and the size of the window.
PICTURES = [("/", "console-map.png", 1120, 630), ("/sky", "console-sky.png", 1120, 760)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """Chromium by W3C WebDriver."""

    def __init__(self, folder):
        self.port = free_port()
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.ask("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en", f"--user-data-dir={folder}/chromium"]
        options = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        self.session = "/session/" + self.ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]

    def ask(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def take(self, address, path, width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.ask("POST", self.session + "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
        self.ask("POST", self.session + "/url", {"url": address})
        time.sleep(4)
        path.write_bytes(base64.b64decode(self.ask("GET", self.session + "/screenshot")))

    def close(self):
        self.ask("DELETE", self.session)
        self.driver.kill()
        self.driver.wait()


with tempfile.TemporaryDirectory() as folder:
    environment = dict(os.environ, GNSS_GATEWAY_SOCKET=f"{folder}/control.sock")
    log = open(f"{folder}/messages", "w+")
    demo = subprocess.Popen([PROGRAM, "demo", "--port", "0", "--speed", "5"], env=environment, stdout=log, stderr=log)
    try:
        deadline, address = time.time() + 300, None
        # As under a real sky, authentication takes a while.
        while time.time() < deadline and "Galileo authenticated" not in pathlib.Path(log.name).read_text():
            time.sleep(1)
        text = pathlib.Path(log.name).read_text()
        address = re.search(r"http://\S+?/", text)
        if not address or "Galileo authenticated" not in text:
            sys.exit(f"script/pictures: the demo shows no authenticated position:\n{text}")
        time.sleep(45)
        browser = Browser(folder)
        for number, (page, name, width, height) in enumerate(PICTURES):
            browser.take(f"{address.group()}?{number}#{page}", ROOT / "docs" / name, width, height)
        browser.close()
    finally:
        demo.send_signal(signal.SIGINT)
        demo.wait()
