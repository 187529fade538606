# SPDX-License-Identifier: Apache-2.0
"""Plots the error against the number of samples: plots.py PROGRAM WORK-FOLDER OUTPUT-FOLDER CAPTURE.ubx.gz

Simulated: each trial is an NMEA capture whose east and north errors are a first-order autoregression. Real: windows of one
UBX capture, compared with the robust point of the whole capture.
"""
import gzip
import json
import math
import os
import random
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"
matplotlib.rcParams["svg.hashsalt"] = "gnss-gateway"
import matplotlib.pyplot as plt

PROGRAM, WORK, OUTPUT, CAPTURE = sys.argv[1:5]
COUNTS = [5, 10, 20, 50, 100, 200]
TRIALS = int(os.environ.get("PLOT_TRIALS", "200"))
LATITUDE, LONGITUDE = 50.0875, 14.4213
NORTH = 111_229.0  # metres per degree of latitude at that place; EAST: per degree of longitude
EAST = 71_561.0


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{total:02X}\r\n"


def angle(value, digits):
    degrees = int(value)
    return f"{degrees:0{digits}d}{(value - degrees) * 60:013.10f}"


def capture(name, errors):
    """Writes the capture of a receiver with these errors, in metres east and north, one per second; returns its path."""
    path = os.path.join(WORK, name)
    with open(path, "w", newline="") as file:
        for second, (east, north) in enumerate(errors):
            clock = f"{12 + second // 3600:02d}{second // 60 % 60:02d}{second % 60:02d}.00"
            place = f"{angle(LATITUDE + north / NORTH, 2)},N,{angle(LONGITUDE + east / EAST, 3)},E"
            file.write(sentence(f"GNRMC,{clock},A,{place},0.01,,200826,,,A"))
            file.write(sentence(f"GNGGA,{clock},{place},1,12,0.8,100.0,M,46.0,M,,"))
    return path


def autoregression(noise, count, correlation):
    value = noise.gauss(0, 1)
    for _ in range(count):
        yield value
        value = correlation * value + math.sqrt(1 - correlation**2) * noise.gauss(0, 1)


def trial(seed, correlation, outliers):
    noise = random.Random(seed)
    easts = list(autoregression(noise, max(COUNTS), correlation))
    norths = list(autoregression(noise, max(COUNTS), correlation))
    errors = []
    for east, north in zip(easts, norths):
        if noise.random() < outliers:
            east, north = east + noise.gauss(0, 20), north + noise.gauss(0, 20)
        errors.append((2 * east, 2 * north))
    return errors


def sample(files, count):
    """Returns the program's report about each file."""
    command = [PROGRAM, "centroid", "--json", "--moving", "--samples", str(count)] + files
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def rms(values):
    values = [value for value in values if value is not None]
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else float("nan")


def distance(place, latitude, longitude):
    east = (place["lon"] - longitude) * 111_320 * math.cos(math.radians(latitude))
    return math.hypot(east, (place["lat"] - latitude) * NORTH)


def curves(files, latitude, longitude, errors=None):
    """Returns the RMS error of each method for each number of samples, and the error that the robust method states."""
    rows = {"plain mean": [], "compatible": [], "robust": [], "robust, stated error": []}
    for count in COUNTS:
        reports = sample(files, count)
        rows["robust"].append(rms([distance(r["position"], latitude, longitude) for r in reports]))
        rows["compatible"].append(rms([distance(r["compatible"], latitude, longitude) for r in reports]))
        rows["robust, stated error"].append(rms([r.get("standardError") for r in reports]))
        if errors:
            means = [(sum(e for e, _ in t[:count]) / count, sum(n for _, n in t[:count]) / count) for t in errors]
            rows["plain mean"].append(rms([math.hypot(*mean) for mean in means]))
    return rows


STYLES = {
    "plain mean": ("#888888", "s", ":"),
    "compatible": ("#c05020", "^", "-"),
    "robust": ("#1060b0", "o", "-"),
    "robust, stated error": ("#1060b0", None, "--"),
}


def draw(axes, title, rows):
    for name, values in rows.items():
        if not values:
            continue
        colour, marker, line = STYLES[name]
        axes.plot(COUNTS, values, color=colour, marker=marker, linestyle=line, label=name, markersize=4)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(COUNTS, [str(count) for count in COUNTS])
    axes.minorticks_off()
    axes.set_title(title, fontsize=10)
    axes.set_xlabel("samples")
    axes.grid(True, alpha=0.3)
    ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
    low, high = axes.get_ylim()
    ticks = [tick for tick in ticks if low * 0.8 <= tick <= high * 1.2]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])


def simulated():
    scenes = [
        ("independent, σ 2 m", 0.0, 0.0),
        ("correlated in time, ρ 0.9", 0.9, 0.0),
        ("10 % gross errors of 40 m", 0.0, 0.1),
    ]
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.4), layout="constrained")
    for index, (title, correlation, outliers) in enumerate(scenes):
        errors = [trial(1000 * index + number, correlation, outliers) for number in range(TRIALS)]
        files = [capture(f"{index}-{number}.nmea", error) for number, error in enumerate(errors)]
        rows = curves(files, LATITUDE, LONGITUDE, errors)
        print(title, {name: [round(value, 3) for value in values] for name, values in rows.items()})
        draw(axes[index], title, rows)
        for file in files:
            os.remove(file)
    axes[0].set_ylabel("error, RMS, m")
    axes[0].legend(fontsize=8)
    figure.savefig(os.path.join(OUTPUT, "centroid-simulated.svg"), metadata={"Date": None})


def solutions(data):
    """Returns the UBX-NAV-PVT frames."""
    frames, place = [], 0
    while True:
        place = data.find(b"\xb5\x62\x01\x07\x5c\x00", place)
        if place < 0:
            return frames
        frames.append(data[place : place + 100])
        place += 100


def real():
    frames = solutions(gzip.open(CAPTURE).read())
    whole = os.path.join(WORK, "whole.ubx")
    with open(whole, "wb") as file:
        file.write(b"".join(frames))
    truth = sample([whole], min(len(frames), 10_000))[0]
    files = []
    for start in range(0, len(frames) - max(COUNTS), 50):
        files.append(os.path.join(WORK, f"window-{start}.ubx"))
        with open(files[-1], "wb") as file:
            file.write(b"".join(frames[start : start + max(COUNTS)]))
    rows = curves(files, truth["position"]["lat"], truth["position"]["lon"])
    title = f"u-blox, stationary for {len(frames)} s, {len(files)} windows"
    print(title, {name: [round(value, 3) for value in values] for name, values in rows.items()})
    figure, axes = plt.subplots(figsize=(4.6, 3.4), layout="constrained")
    draw(axes, title, rows)
    axes.set_ylabel("distance from overall point, RMS, m")
    axes.legend(fontsize=8)
    figure.savefig(os.path.join(OUTPUT, "centroid-real.svg"), metadata={"Date": None})


simulated()
real()
