# SPDX-License-Identifier: Apache-2.0
"""Runs in the guest: suite.py [CASE…] runs the cases of those names, or all, in their order."""

import importlib
import sys
import time
import traceback

from world import World

GROUPS = ["cases_radio", "cases_alone", "cases_pairing", "cases_trial", "cases_doctor", "cases_daemon"]


def cases(wanted):
    for group in GROUPS:
        module = importlib.import_module(group)
        for name, function in vars(module).items():
            if name.startswith("test_") and (not wanted or name.removeprefix("test_") in wanted):
                yield name.removeprefix("test_"), function


def passes(case, world):
    try:
        case(world)
        return True
    except Exception:
        traceback.print_exc()
        return False


def main(wanted):
    begin = time.monotonic()
    world = World()
    failed = []
    chosen = list(cases(wanted))
    for name, function in chosen:
        start = time.monotonic()
        is_good = passes(function, world)
        if not is_good and world.radio.is_dead:
            # btvirt has crashed, which is nobody's fault here.
            print(f"again  {name.replace('_', ' ')}: the radio itself had ended", flush=True)
            world.recover()
            is_good = passes(function, world)
        if not is_good:
            failed.append(name)
        verdict = "ok    " if is_good else "FAILED"
        print(f"{verdict} {name.replace('_', ' ')} ({time.monotonic() - start:.1f} s)", flush=True)
        if not is_good:
            world.tell()
    world.close()
    print(f"{len(chosen) - len(failed)} of {len(chosen)} cases passed in {time.monotonic() - begin:.0f} s", flush=True)
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
