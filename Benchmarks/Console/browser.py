# SPDX-License-Identifier: Apache-2.0
"""Controls Chromium with W3C WebDriver. Needs the packages that script/bootstrap --test installs."""
import json, socket, subprocess, time, urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """A Chromium process without a window."""

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

    def tools(self, command, **parameters):
        """Sends a command of Chromium's own protocol, and returns its result."""
        return self.ask("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height):
        self.tools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, address):
        self.ask("POST", self.session + "/url", {"url": address})

    def evaluate(self, script):
        """Runs a script, which may await, and returns its result."""
        text = "const done = arguments[0]; (async () => {" + script + "})().then(done, (e) => done('failed: ' + e))"
        return self.ask("POST", self.session + "/execute/async", {"script": text, "args": []})

    def picture(self):
        """Returns a picture of the window as PNG in base64."""
        return self.ask("GET", self.session + "/screenshot")

    def close(self):
        self.ask("DELETE", self.session)
        self.driver.kill()
        self.driver.wait()
