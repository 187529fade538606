// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import MessageTexts

/// Compares consecutive readings of the machine and raises and ends alerts.
package struct SystemWatch {
    /// The state folder.
    let folder: String
    private var last: SystemReading?
    private var isDiskLow = false
    private var isMemoryLow = false

    /// The free disk space in bytes below which an alert is raised; the alert ends at twice this value.
    static let leastDisk: UInt64 = 64 << 20
    /// The share of available memory below which an alert is raised; the alert ends at twice this value.
    static let leastMemory = 0.03
    /// The step of the wall clock, in nanoseconds, above which an alert is raised. A clock that is adjusted gradually
    /// moves by only 0.03 s per minute.
    static let largestStep: Int64 = 500_000_000
    /// The suspension of the machine, in nanoseconds, above which an alert is raised.
    static let longestSleep: Int64 = 1_000_000_000

    package init(folder: String) { self.folder = folder }

    /// Evaluates a reading.
    ///
    /// - Returns: Alerts that begin or end since the previous reading.
    package mutating func take(_ reading: SystemReading) -> [Alert] {
        defer { last = reading }
        return [sleep(reading), step(reading), disk(reading), memory(reading)].compactMap(\.self)
    }

    /// True if the alert reports that the machine was suspended.
    package static func isSleep(_ alert: Alert) -> Bool { alert.code == Alert.Code.resumed.rawValue }

    /// True if the alert reports that little memory is left.
    package static func isMemoryShortage(_ alert: Alert) -> Bool {
        alert.code == Alert.Code.lowMemory.rawValue && !alert.isOver
    }

    private func sleep(_ reading: SystemReading) -> Alert? {
        guard let last else { return nil }
        let asleep = (reading.boot &- last.boot) &- (reading.monotonic &- last.monotonic)
        guard asleep > Self.longestSleep else { return nil }
        return Alert(
            code: .resumed, severity: .information, .resumed, ["seconds": .count(asleep / 1_000_000_000)], isOver: true)
    }

    private func step(_ reading: SystemReading) -> Alert? {
        guard let last else { return nil }
        let step = (reading.wall &- last.wall) &- (reading.boot &- last.boot)
        guard step.magnitude > UInt64(Self.largestStep) else { return nil }
        let tenths = step.magnitude / 100_000_000
        return Alert(
            code: .clockStep, severity: .warning, step < 0 ? .clockSetBack : .clockSetForward,
            ["seconds": .number(Double(tenths) / 10)], isOver: true)
    }

    private mutating func disk(_ reading: SystemReading) -> Alert? {
        guard let free = reading.freeDisk else { return nil }
        let mebibytes = free >> 20
        if !isDiskLow, free < Self.leastDisk {
            isDiskLow = true
            return Alert(
                code: .lowDisk, severity: .warning, .lowDisk, ["free": .count(mebibytes), "folder": .words(folder)])
        }
        guard isDiskLow, free >= Self.leastDisk * 2 else { return nil }
        isDiskLow = false
        return Alert(
            code: .lowDisk, severity: .warning, .enoughDisk,
            ["free": .count(mebibytes), "folder": .words(folder)], isOver: true)
    }

    private mutating func memory(_ reading: SystemReading) -> Alert? {
        guard let free = reading.freeMemory, let all = reading.memory, all > 0 else { return nil }
        let share = Double(free) / Double(all)
        if !isMemoryLow, share < Self.leastMemory {
            isMemoryLow = true
            return Alert(
                code: .lowMemory, severity: .warning, .lowMemory,
                ["free": .count(free >> 20), "all": .count(all >> 20)])
        }
        guard isMemoryLow, share >= Self.leastMemory * 2 else { return nil }
        isMemoryLow = false
        return Alert(
            code: .lowMemory, severity: .warning, .enoughMemory, ["free": .count(free >> 20)], isOver: true)
    }
}
