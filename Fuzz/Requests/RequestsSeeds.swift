// SPDX-License-Identifier: Apache-2.0

/// The seeds: requests that clients send, and requests damaged by hand.
func seeds() -> [[UInt8]] {
    [
        "?VERSION;\n", "?DEVICES;?POLL;\r\n", "?WATCH={\"enable\":true,\"json\":true};\n", "?WATCH;",
        "?WATCH={\"class\":\"WATCH\",\"nmea\":true,\"raw\":2,\"device\":\"/dev/tty\\/ACM0\",\"pps\":false}",
        "?DEVICE={\"path\":\"/dev/ttyUSB0\",\"bps\":4800};", "?DEVICE;\n", "GET / HTTP/1.1\r\n\r\n?VERSION\n",
        "?WATCH={\"enable\":tru", "?WATCH={\"raw\":99999999999999999999}\n", "?FOO={{{[[\"\\\"\"}};",
        "?WATCH={\"a\":[1,2]};?", String(repeating: "?", count: 4200) + ";",
    ].map { Array($0.utf8) }
}
