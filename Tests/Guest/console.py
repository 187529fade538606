# SPDX-License-Identifier: Apache-2.0
"""The guest of a browser outside: the gateway without a receiver, one Bluetooth receiver in range, and the console over HTTPS.

Runs in the guest. The folder /run/guest is the host's GNSS_GUEST_OUT: `ca.crt` and then `code` appear in it once the console
answers; the host makes `end` when the browser is done, with the word `stop` if it failed.
"""

import os
import sys
import time

from cases_pairing import fresh
from radio import RECEIVER
from world import World

OUT = "/run/guest"


def main():
    world = World()
    fresh(world, feed="nmea", display=True)
    world.begin_daemon(listen="http: '', https: ['0.0.0.0:8443']")
    authority = world.fetch("/ca.crt")
    with open(f"{OUT}/ca.crt", "wb") as file:
        file.write(authority)
    code = world.gateway("console", "invite", "--role", "admin").stdout.splitlines()[0].split(" ")[-1]
    with open(f"{OUT}/code.part", "w") as file:
        file.write(code)
    os.rename(f"{OUT}/code.part", f"{OUT}/code")
    try:
        world.until("the end of the browser", lambda: os.path.exists(f"{OUT}/end"), limit=800, pause=0.5)
        with open(f"{OUT}/end") as file:
            assert file.read() != "stop", "the browser's part failed"
        world.await_position()
        receiver = world.receivers()[0]
        assert receiver["driver"] == "bluetooth-rfcomm" and receiver["active"], receiver
        assert receiver["identity"] == "bluetooth:" + RECEIVER and receiver["origin"] == "added", receiver
        # The choice holds: it is connected again without a person.
        world.end_daemon()
        world.begin_daemon()
        world.await_position(120)
    except Exception:
        world.tell()
        raise
    world.close()
    print("the receiver that was added in a browser has positions", flush=True)


if __name__ == "__main__":
    begin = time.monotonic()
    main()
    print(f"{time.monotonic() - begin:.0f} s", file=sys.stderr)
