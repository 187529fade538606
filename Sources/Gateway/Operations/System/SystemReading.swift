// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Glibc
internal import SystemSupport

/// What the machine says of its clocks, its disk and its memory.
struct SystemReading: Sendable, Hashable {
    /// Nanoseconds: the wall clock, which can be set.
    var wall: Int64
    /// Nanoseconds since the start, without the time the machine slept.
    var monotonic: Int64
    /// Nanoseconds since the start, with it.
    var boot: Int64
    /// Bytes that are free where state is kept; nil: not known.
    var freeDisk: UInt64?
    /// Bytes of memory that programs can still get, and all there are; nil: not known.
    var freeMemory: UInt64?
    var memory: UInt64?

    /// The machine as it is now.
    ///
    /// - Parameter folder: where state is kept; the nearest folder above it that is there is asked.
    static func now(folder: String?, root: SystemRoot = SystemRoot()) -> SystemReading {
        var reading = SystemReading(wall: 0, monotonic: 0, boot: 0)
        reading.monotonic = SystemClock.monotonic
        reading.wall = SystemClock.wall
        reading.boot = SystemClock.boot
        reading.freeDisk = folder.flatMap(freeDisk)
        for line in root.lines("/proc/meminfo") {
            let words = line.split(separator: " ")
            guard words.count >= 2, let kibibytes = UInt64(words[1]), kibibytes < 1 << 50 else { continue }
            if words[0] == "MemTotal:" { reading.memory = kibibytes << 10 }
            if words[0] == "MemAvailable:" { reading.freeMemory = kibibytes << 10 }
        }
        return reading
    }

    private static func freeDisk(of folder: String) -> UInt64? {
        var folder = folder
        var status = statvfs()
        while statvfs(folder, &status) != 0 {
            guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
        return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
    }
}
