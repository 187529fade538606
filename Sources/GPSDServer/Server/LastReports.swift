// SPDX-License-Identifier: Apache-2.0

/// The last reports of a device, for `?POLL;`.
struct LastReports {
    private(set) var tpv: [UInt8]?
    private(set) var sky: [UInt8]?
    private(set) var gst: [UInt8]?
    private var instant: ContinuousClock.Instant?

    /// Reports older than this, and than three cycles of the receiver, are not given as current any more.
    static let longestAge = Duration.seconds(10)

    /// Keeps the lines of an epoch.
    mutating func remember(_ lines: ArraySlice<UInt8>, at now: ContinuousClock.Instant = .now) {
        instant = now
        var begin = lines.startIndex
        while begin < lines.endIndex {
            let end = lines[begin...].firstIndex(of: 0x0A) ?? lines.endIndex
            remember(line: lines[begin..<end])
            begin = end + 1
        }
    }

    private mutating func remember(line: ArraySlice<UInt8>) {
        let object = line.last == 0x0D ? line.dropLast() : line
        // {"class":"TPV"
        guard object.count > 13 else { return }
        let name = object.startIndex + 10
        switch (object[name], object[name + 1], object[name + 2]) {
        case (0x54, 0x50, 0x56): tpv = Array(object)
        case (0x53, 0x4B, 0x59): sky = Array(object)
        case (0x47, 0x53, 0x54): gst = Array(object)
        default: break
        }
    }

    /// What may be sent now: for a receiver that has fallen silent, "no fix" instead of its old position.
    func current(of device: DeviceState, at now: ContinuousClock.Instant) -> LastReports {
        guard tpv != nil, let instant else { return self }
        let limit = max(Self.longestAge, .seconds(3 * (device.cycle ?? 0)))
        guard instant.duration(to: now) > limit else { return self }
        var stale = LastReports()
        stale.tpv = DeviceState.beginOfTPV + device.reporter.deviceField + Array(#","mode":1}"#.utf8)
        return stale
    }
}
