#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the pictures of the web console in docs/ with the demo and Chromium: pictures.py GNSS-GATEWAY

script/pictures runs it. Needs the packages that script/bootstrap --test installs.
"""
import base64, os, pathlib, re, signal, subprocess, sys, tempfile, time

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = sys.argv[1]
#: The page, an element that it has when it is complete, the file of the picture, and the size of the window.
PICTURES = [("/", ".own-dot", "console-map.png", 1120, 630), ("/sky", ".bar", "console-sky.png", 1120, 760)]

with tempfile.TemporaryDirectory() as folder:
    environment = dict(os.environ, GNSS_GATEWAY_SOCKET=f"{folder}/control.sock")
    log = open(f"{folder}/messages", "w+")
    demo = subprocess.Popen([PROGRAM, "demo", "--port", "0", "--speed", "5"], env=environment, stdout=log, stderr=log)
    try:
        deadline, address = time.time() + 300, None
        # Authentication takes some minutes, as under a real sky, divided by the speed of the demo.
        while time.time() < deadline and "Galileo authenticated" not in pathlib.Path(log.name).read_text():
            time.sleep(1)
        text = pathlib.Path(log.name).read_text()
        address = re.search(r"http://\S+?/", text)
        if not address or "Galileo authenticated" not in text:
            sys.exit(f"script/pictures: the demo shows no authenticated position:\n{text}")
        time.sleep(45)
        browser = Browser(folder)
        for number, (page, what, name, width, height) in enumerate(PICTURES):
            browser.size(width, height)
            browser.open(f"{address.group()}?{number}#{page}")
            while not browser.evaluate(f"return ['.osnma-authenticated', '{what}'].every((part) => document.querySelector(part))"):
                time.sleep(0.2)
            # The rest of the page appears meanwhile.
            time.sleep(5)
            (ROOT / "docs" / name).write_bytes(base64.b64decode(browser.picture()))
        browser.close()
    finally:
        demo.send_signal(signal.SIGINT)
        demo.wait()
