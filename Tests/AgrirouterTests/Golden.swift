// SPDX-License-Identifier: Apache-2.0

/// Messages as independent protobuf tools made them, byte for byte.
enum Golden {
    /// One fix.
    static let fix =
        "0a39097958a835cd234a40110ebe30992a1820401890b00a200429333333333333f33f31666666666666e63f3811420b"
        + "08c08df6d706108084af5f"
    /// No fix.
    static let noFix = "0a08420608c58df6d706"
    /// No receiver.
    static let noReceiver = "0a0a200f420608ca8df6d706"
    /// South and west, below the ellipsoid.
    static let southWest = "0a20090000000000c040c01100000000009051c018f1c0012001420608c08df6d706"
    /// A time log.
    static let timeLog =
        "080122370a0608c08df6d70620042a2b097958a835cd234a40110ebe30992a1820401890b00a200431666666666666e6"
        + "3f3811420608c08df6d706"
    /// The fix, published.
    static let publication =
        "PAokMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1EAcaCGdwczppbmZvKAFCBgjBjfbXBn0Kewo8dHlwZXMu"
        + "YWdyaXJvdXRlci5jb20vYWdyaXJvdXRlci50ZWNobmljYWxtZXNzYWdldHlwZS5HUFNMaXN0EjsKOQl5WKg1zSNKQBEOvjCZ"
        + "KhggQBiQsAogBCkzMzMzMzPzPzFmZmZmZmbmPzgRQgsIwI321wYQgISvXw=="
    /// What the endpoint can.
    static let capabilities =
        "QgokMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU2EAEaEGRrZTpjYXBhYmlsaXRpZXNCBgjBjfbXBrMBCrAB"
        + "ClB0eXBlcy5hZ3Jpcm91dGVyLmNvbS9hZ3Jpcm91dGVyLnJlcXVlc3QucGF5bG9hZC5lbmRwb2ludC5DYXBhYmlsaXR5U3Bl"
        + "Y2lmaWNhdGlvbhJcCgwKCGdwczppbmZvEAISJGFhYWFhYWFhLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMRokYWFhYWFh"
        + "YWEtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAyIAE="
    /// The answer to the publication.
    static let ack =
        "WQjJARABGiQxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUiJDk5OTk5OTk5LTIyMjItNDMzMy04NDQ0LTU1"
        + "NTU1NTU1NTU1NSoGCMKN9tcG"
    /// Its refusal.
    static let failure =
        "MwiQAxADGiQxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUqBgjCjfbXBpoBCpcBCjB0eXBlcy5hZ3Jpcm91"
        + "dGVyLmNvbS9hZ3Jpcm91dGVyLmNvbW1vbnMuTWVzc2FnZXMSYwphCjVFbmRwb2ludCBjYW5ub3Qgc2VudCBUZWNobmljYWwg"
        + "TWVzc2FnZSB0eXBlIGdwczppbmZvLhIKVkFMXzAwMDAwMhocChB0ZWNobmljYWxNc2dUeXBlEghncHM6aW5mbw=="
    /// The fix, sent by another endpoint.
    static let push =
        "MwjIARAMIiQ3Nzc3Nzc3Ny0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUqBgjDjfbXBuICCt8CCkd0eXBlcy5hZ3Jpcm91"
        + "dGVyLmNvbS9hZ3Jpcm91dGVyLmZlZWQucHVzaC5ub3RpZmljYXRpb24uUHVzaE5vdGlmaWNhdGlvbhKTAgqQAgqQAQokYmJi"
        + "YmJiYmItMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAxEghncHM6aW5mbyg7MgYIwY321wY4B0IkYmJiYmJiYmItMDAwMC00"
        + "MDAwLTgwMDAtMDAwMDAwMDAwMDAySgYIwo321wZSJGNjY2NjY2NjLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMRJ7Cjx0"
        + "eXBlcy5hZ3Jpcm91dGVyLmNvbS9hZ3Jpcm91dGVyLnRlY2huaWNhbG1lc3NhZ2V0eXBlLkdQU0xpc3QSOwo5CXlYqDXNI0pA"
        + "EQ6+MJkqGCBAGJCwCiAEKTMzMzMzM/M/MWZmZmZmZuY/OBFCCwjAjfbXBhCAhK9f"
}
