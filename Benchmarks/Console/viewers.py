#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of viewers of the live stream: viewers.py GNSS-GATEWAY [SECONDS]

A simulated receiver sends ten epochs a second; viewers read GET /v1/live as pages do. For each number of viewers the benchmark
measures the daemon's processor time in percent of a core beyond that without viewers, the values that a viewer receives, the time
from the epoch to the viewer relative to the fastest one, and the daemon's memory. Then it counts wake-ups without viewers, before
the first and after the last one, and measures the delay of positions to a client of gpsd's protocol, alternately without viewers
and with 20.
"""
import asyncio, multiprocessing, os, resource, sys, time

from gateway import gateway

#: The number of viewers, the topic that they read, and the most processor time that they may cost, in percent of a core.
ROWS = [(0, "", None), (1, "fix:10", None), (20, "fix:10", 2), (500, "fix:10", 12), (500, "fix:1", 3)]


def processor_time(process):
    """Returns the user and system time of a process, in seconds."""
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    """Returns the resident memory of a process, in MiB."""
    for line in open(f"/proc/{process}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0


async def view(port, topics, delays, counts, number):
    """Reads a stream until it is cancelled."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET /v1/live?topics=state,{topics},sky:1,events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    try:
        while True:
            line = await reader.readline()
            if not line:
                counts[number] = -1
                return
            if line.startswith(b'data: {') and b'"host_time"' in line:
                counts[number] += 1
                # Only a few of the viewers measure delays; parsing every value would become the bottleneck.
                if number < 5:
                    begin = line.index(b'"host_time":"') + 13
                    text = line[begin:begin + 24].decode()
                    whole = time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
                    delays.append(time.time() - whole - int(text[20:23]) / 1000)
    finally:
        writer.close()


def wakeups(process, seconds):
    """Returns how many times per second threads of a process were woken."""
    def count():
        counts = {}
        for thread in os.listdir(f"/proc/{process}/task"):
            try:
                for line in open(f"/proc/{process}/task/{thread}/status"):
                    if line.startswith("voluntary_ctxt_switches"):
                        counts[thread] = int(line.split()[1])
            except OSError:
                pass  # The thread has ended.
        return counts

    before = count()
    time.sleep(seconds)
    return sum(number - before.get(thread, 0) for thread, number in count().items()) / seconds


async def gpsd_delays(gpsd, seconds):
    """Returns the times from each position to its arrival at a client of gpsd's protocol, in seconds and sorted."""
    reader, writer = await asyncio.open_connection("127.0.0.1", gpsd, limit=1 << 20)
    writer.write(b'?WATCH={"enable":true,"json":true};\n')
    delays, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        line = await asyncio.wait_for(reader.readline(), 10)
        if line.startswith(b'{"class":"TPV"') and b'"time":"' in line:
            begin = line.index(b'"time":"') + 8
            text = line[begin:begin + 23].decode()
            whole = time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
            delays.append(time.time() - whole - int(text[20:23]) / 1000)
    writer.close()
    return sorted(delays)


def watch(port, viewers):
    """Runs viewers until the process is killed."""
    async def all_views():
        await asyncio.gather(*(view(port, "fix:10", [], [0] * viewers, number) for number in range(viewers)))

    asyncio.run(all_views())


async def beside(port, gpsd, viewers, seconds):
    """Returns the delays of positions to a client of gpsd's protocol while viewers run in another process."""
    other = multiprocessing.Process(target=watch, args=(port, viewers)) if viewers else None
    if other:
        other.start()
    await asyncio.sleep(2)
    delays = await gpsd_delays(gpsd, seconds)
    if other:
        other.kill()
        other.join()
    return delays


async def row(port, process, viewers, topics, seconds):
    delays, counts = [], [0] * viewers
    tasks = [asyncio.create_task(view(port, topics, delays, counts, number)) for number in range(viewers)]
    await asyncio.sleep(3)
    delays.clear()
    counts[:] = [0] * viewers
    before, began = processor_time(process), time.monotonic()
    await asyncio.sleep(seconds)
    share = 100 * (processor_time(process) - before) / (time.monotonic() - began)
    result = share, counts, sorted(delays), memory(process)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(1)
    return result


async def main():
    program, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 20
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    with gateway(program) as (_, daemon, gpsd, port):
        none, zero = 0, None
        calm = wakeups(daemon.pid, seconds)
        print("viewers  topics   % of a core  above zero  values/s  p50 ms  p95 ms  p99 ms  RSS MiB  cut off")
        missed = False
        for viewers, topics, goal in ROWS:
            share, counts, delays, size = await row(port, daemon.pid, viewers, topics or "fix:1", seconds)
            none = share if viewers == 0 else none
            # The simulated receiver's clock differs from this machine's, so times are relative to the fastest of the first row.
            zero = delays[0] if zero is None and delays else zero
            late = [f"{1000 * (delays[min(len(delays) - 1, int(len(delays) * q))] - zero):7.1f}" if delays else "      -" for q in (0.5, 0.95, 0.99)]
            values = sum(counts) / seconds / viewers if viewers else 0
            print(f"{viewers:7}  {topics:7}  {share:11.2f}  {share - none:10.2f}  {values:8.2f} {' '.join(late)}  {size:7.1f}  {counts.count(-1)}", end="")
            is_missed = goal is not None and share - none > goal or -1 in counts
            missed = missed or is_missed
            print(f"  MISSED: goal {goal} %" if is_missed else "", flush=True)
        # Threads that served the viewers end after they have been idle for a while.
        await asyncio.sleep(10)
        after = wakeups(daemon.pid, seconds)
        is_missed = after > 1.1 * calm + 1
        missed = missed or is_missed
        print(f"wake-ups a second without viewers: {calm:.1f} before the first, {after:.1f} after the last{'  MISSED: the goal is the same number' if is_missed else ''}")
        delays = {0: [], 20: []}
        for _ in range(3):
            for viewers in delays:
                delays[viewers] += await beside(port, gpsd, viewers, seconds)
        # As above, times are relative to the fastest.
        fastest = min(min(found) for found in delays.values())
        quantile = lambda found, part: 1000 * (sorted(found)[int(len(found) * part)] - fastest)
        for viewers, found in delays.items():
            print(f"gpsd's protocol with {viewers:2} viewers: p50 {quantile(found, 0.5):.2f} ms, p99 {quantile(found, 0.99):.2f} ms")
    sys.exit(1 if missed else 0)


asyncio.run(main())
