# SPDX-License-Identifier: Apache-2.0
"""Checks sealed photos as docs/capture-format.md describes it, without any code of the gateway.

usage: check-captures.py FOLDER...      prints a JSON object: each folder's name and its altered parts, and "chain"
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

HEADER = bytes.fromhex("302a300506032b6570032100")


def number(value):
    """A number as ECMAScript writes it."""
    value = float(value)
    if value == 0:
        return "0"
    sign, text = ("-", repr(-value)) if value < 0 else ("", repr(value))
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    point = len(whole) + int(exponent or 0)
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    digits = stripped.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    return sign + digits[0] + ("." + digits[1:] if digits[1:] else "") + "e" + ("+" if power > 0 else "-") + str(abs(power))


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\x7f")


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name occurs twice")
    return dict(pairs)


def refuse(text):
    raise ValueError(text)


def read(data):
    return json.loads(data.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def is_signed(key, signature, data):
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, content in (("key", HEADER + bytes.fromhex(key)), ("signature", signature), ("data", data)):
            paths[name] = os.path.join(folder, name)
            with open(paths[name], "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", paths["key"]]
        command += ["-sigfile", paths["signature"], "-in", paths["data"]]
        return subprocess.run(command, capture_output=True).returncode == 0


def check(folder, links):
    altered = set()

    def content(name):
        try:
            with open(os.path.join(folder, name), "rb") as file:
                return file.read()
        except OSError:
            altered.add(name)
            return None

    names = set(os.listdir(folder))
    revisions = sorted(int(m[1]) for m in (re.fullmatch(r"manifest-([1-9][0-9]*)\.json", n) for n in names) if m)
    known, files, ids, deleted = {"gateway-key.pem"}, {}, set(), False
    for revision in revisions:
        name = f"manifest-{revision}.json"
        known |= {name, f"manifest-{revision}.sig", f"record-{revision}.json"}
        data, signature = content(name), content(f"manifest-{revision}.sig")
        if data is None or signature is None:
            continue
        try:
            manifest = read(data)
            if canonical(manifest).encode() != data or manifest["format"] != "gnss-gateway-capture/1":
                raise ValueError("not canonical")
            if not is_signed(manifest["key"], signature, data):
                raise ValueError("not signed")
            ids.add(manifest["capture"])
            if manifest["revision"] != revision or len(ids) > 1:
                raise ValueError("another manifest")
        except (ValueError, KeyError, TypeError, UnicodeError):
            altered.add(name)
            continue
        links.append((manifest["sequence"], sha256(data), manifest.get("previous")))
        links += [(d["sequence"], d["sha256"], d.get("previous")) for d in manifest.get("deleted", [])]
        for file, facts in manifest["files"].items():
            if files.setdefault(file, facts) != facts:
                altered.add(file)
        if manifest["reason"] == "deletion":
            deleted = True
            known.discard(f"record-{revision}.json")
            continue
        record = f"record-{revision}.json"
        data = content(record)
        if data is None:
            continue
        try:
            groups = read(data)
            hashes = {group: sha256(canonical(value).encode()) for group, value in groups.items()}
            wrong = {g for g in hashes.keys() | manifest["record"].keys() if hashes.get(g) != manifest["record"].get(g)}
            altered |= {f"{record}: {group}" for group in wrong}
            if not wrong and canonical(groups).encode() != data:
                altered.add(record)
        except (ValueError, AttributeError, UnicodeError):
            altered.add(record)
    if not deleted and revisions != list(range(1, len(revisions) + 1)) or not revisions:
        altered.add("manifest")
    for file, facts in files.items():
        known.add(file)
        data = content(file)
        if data is not None and (len(data) != facts["bytes"] or sha256(data) != facts["sha256"]):
            altered.add(file)
    return sorted(altered | (names - known))


def chain(links):
    found, problems = {}, []
    for sequence, digest, previous in links:
        if found.setdefault(sequence, (digest, previous))[0] != digest:
            problems.append(f"two manifests {sequence}")
    for sequence, (digest, _) in found.items():
        if sequence + 1 in found and found[sequence + 1][1] != digest:
            problems.append(f"{sequence + 1} does not follow")
    if 1 in found and found[1][1] is not None:
        problems.append("1 has a predecessor")
    missing = sorted(set(range(min(found), max(found) + 1)) - set(found)) if found else []
    return {"problems": problems, "missing": missing, "last": max(found, default=0)}


all_links = []
result = {os.path.basename(folder.rstrip("/")): check(folder, all_links) for folder in sys.argv[1:]}
print(json.dumps({"altered": result, "chain": chain(all_links)}))
