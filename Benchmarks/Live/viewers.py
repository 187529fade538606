#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What viewers of the live stream cost the daemon: viewers.py GNSS-GATEWAY [SECONDS]

A simulated receiver sends ten epochs a second; viewers read GET /v1/live as pages do. For each number of viewers: processor time of
the daemon in percent of a core above that without viewers, values a viewer got, the time from the epoch to the viewer, above the
fastest one, and the memory of the daemon.
"""
import asyncio, json, os, resource, signal, subprocess, sys, tempfile, time

#: Viewers, what they read, and the most that they may cost, in percent of a core.
ROWS = [(0, "", None), (1, "fix:10", None), (20, "fix:10", 2), (500, "fix:10", 12), (500, "fix:1", 3)]
CONFIGURATION = """
receivers:
  - id: rover
    driver: file-simulator
    config:
      simulation:
        start: now
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
        receiver: { rate_hz: 10 }
        output: { ubx: { generation: 9 } }
        osnma: {}
listen: { gpsd: ["127.0.0.1:0"], http: ["127.0.0.1:%d"] }
"""


def processor_time(process):
    """User and system time of a process, in seconds."""
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    """Resident memory, in MiB."""
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
                # A few of the viewers tell how late a value comes; reading all of them would be the bottleneck.
                if number < 5:
                    begin = line.index(b'"host_time":"') + 13
                    text = line[begin:begin + 24].decode()
                    whole = time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
                    delays.append(time.time() - whole - int(text[20:23]) / 1000)
    finally:
        writer.close()


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
    port = 18947
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/gateway.yaml", "w").write(CONFIGURATION % port)
        environment = dict(os.environ, GNSS_GATEWAY_SOCKET=f"{folder}/control.sock", STATE_DIRECTORY=f"{folder}/state")
        daemon = subprocess.Popen([program, "run", "--config", f"{folder}/gateway.yaml"], env=environment, stderr=subprocess.DEVNULL)
        try:
            await asyncio.sleep(5)
            none, zero = 0, None
            print("viewers  topics   % of a core  above none  values/s  p50 ms  p95 ms  p99 ms  RSS MiB  cut off")
            missed = False
            for viewers, topics, goal in ROWS:
                share, counts, delays, size = await row(port, daemon.pid, viewers, topics or "fix:1", seconds)
                none = share if viewers == 0 else none
                # The simulated receiver's clock is apart from this machine's: times are above the fastest of the first row.
                zero = delays[0] if zero is None and delays else zero
                late = [f"{1000 * (delays[min(len(delays) - 1, int(len(delays) * q))] - zero):7.1f}" if delays else "      -" for q in (0.5, 0.95, 0.99)]
                values = sum(counts) / seconds / viewers if viewers else 0
                print(f"{viewers:7}  {topics:7}  {share:11.2f}  {share - none:10.2f}  {values:8.2f} {' '.join(late)}  {size:7.1f}  {counts.count(-1)}", end="")
                is_missed = goal is not None and share - none > goal or -1 in counts
                missed = missed or is_missed
                print(f"  MISSED: goal {goal} %" if is_missed else "", flush=True)
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait()
    sys.exit(1 if missed else 0)


asyncio.run(main())
