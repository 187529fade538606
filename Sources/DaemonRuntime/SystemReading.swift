// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// A reading of the machine's clocks, disk and memory.
package struct SystemReading: Sendable, Hashable {
    /// The wall clock in nanoseconds since 1970; it can be set.
    package var wall: Int64
    /// Nanoseconds since boot, without the time of suspension.
    package var monotonic: Int64
    /// Nanoseconds since boot, including the time of suspension.
    package var boot: Int64
    /// Free bytes on the state folder's file system; nil if unknown.
    package var freeDisk: UInt64?
    /// Available memory and total memory in bytes; nil if unknown.
    package var freeMemory: UInt64?
    package var memory: UInt64?

    /// Reads the machine's current state.
    ///
    /// - Parameter folder: The state folder; if it does not exist, its nearest existing parent is used.
    package static func now(folder: String?, root: SystemRoot = SystemRoot()) -> SystemReading {
        var reading = SystemReading(wall: 0, monotonic: 0, boot: 0)
        reading.monotonic = SystemClock.monotonic
        reading.wall = SystemClock.wall
        reading.boot = SystemClock.boot
        reading.freeDisk = folder.flatMap(Folder.freeSpace)
        for line in root.lines("/proc/meminfo") {
            let words = line.split(separator: " ")
            guard words.count >= 2, let kibibytes = UInt64(words[1]), kibibytes < 1 << 50 else { continue }
            if words[0] == "MemTotal:" { reading.memory = kibibytes << 10 }
            if words[0] == "MemAvailable:" { reading.freeMemory = kibibytes << 10 }
        }
        return reading
    }
}
