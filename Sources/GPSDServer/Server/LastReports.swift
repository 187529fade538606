// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The last reports of a device, for `?POLL;`.
struct LastReports {
    private typealias Instant = ContinuousClock.Instant

    private(set) var tpv: ArraySlice<UInt8>?
    private(set) var sky: ArraySlice<UInt8>?
    private(set) var gst: ArraySlice<UInt8>?
    /// When the line of each kind came.
    private var instants: (tpv: Instant?, sky: Instant?, gst: Instant?) = (nil, nil, nil)
    /// Newer epochs whose lines are not written yet, the oldest first; at least one line of each is the newest of its
    /// kind.
    private var unwritten: [(epoch: UnwrittenEpoch, instant: Instant)] = []

    /// True if there is a TPV.
    var hasTPV: Bool { tpv != nil || unwritten.contains { $0.epoch.hasTPV } }

    /// The age above which a position is outdated, unless it is less than three of the receiver's cycles.
    static let longestAge = Duration.seconds(10)
    /// The same for satellites and statistics, which many receivers send more rarely.
    private static let longestRareAge = Duration.seconds(60)

    /// The most bytes of lines that are kept together: an epoch with all satellites.
    private static let mostShared = 16_384

    /// Stores the lines of an epoch, without copying them unless they are unusually many.
    mutating func remember(_ lines: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
        write()
        note(lines, at: now)
    }

    /// Stores an epoch without writing its lines.
    mutating func remember(_ epoch: UnwrittenEpoch, at now: ContinuousClock.Instant) {
        guard epoch.hasLines else { return }
        unwritten.removeAll { older, _ in
            (epoch.hasTPV || !older.hasTPV) && (epoch.hasSky || !older.hasSky) && (epoch.hasGST || !older.hasGST)
        }
        unwritten.append((epoch, now))
        // Each of the three kinds of lines keeps at most one epoch, and the newest epoch may have no line of these
        // kinds.
        if unwritten.count > 4 { write() }
    }

    private mutating func write() {
        for (epoch, instant) in unwritten { note(epoch.lines[...], at: instant) }
        unwritten.removeAll()
    }

    private mutating func note(_ lines: ArraySlice<UInt8>, at instant: Instant) {
        var begin = lines.startIndex
        while begin < lines.endIndex {
            let rest = lines[begin...]
            let count = rest.withUnsafeBytes { bytes -> Int in
                guard let base = bytes.baseAddress, let end = memchr(base, 0x0A, bytes.count) else {
                    return bytes.count
                }
                return UnsafeRawPointer(end) - base
            }
            let line = rest.prefix(count)
            // A slice keeps the memory of all lines, which are many if a batch has many epochs.
            remember(line: lines.count <= Self.mostShared ? line : Array(line)[...], at: instant)
            begin += count + 1
        }
    }

    private mutating func remember(line: ArraySlice<UInt8>, at instant: Instant) {
        let object = line.last == 0x0D ? line.dropLast() : line
        // {"class":"TPV"
        guard object.count > 13 else { return }
        let name = object.startIndex + 10
        switch (object[name], object[name + 1], object[name + 2]) {
        case (0x54, 0x50, 0x56): (tpv, instants.tpv) = (object, instant)
        case (0x53, 0x4B, 0x59): (sky, instants.sky) = (object, instant)
        case (0x47, 0x53, 0x54): (gst, instants.gst) = (object, instant)
        default: break
        }
    }

    /// These reports with all lines written.
    private var written: LastReports {
        var written = self
        written.write()
        return written
    }

    /// The reports to send now. An old position is replaced with "no fix"; satellites and statistics are left out if
    /// they are much older, or if all reports are old.
    func current(of device: DeviceState, at now: ContinuousClock.Instant) -> LastReports {
        let limit = max(Self.longestAge, .seconds(3 * (device.cycle ?? 0)))
        func isAbove(_ limit: Duration, _ instant: Instant?) -> Bool {
            instant.map { $0.duration(to: now) > limit } ?? false
        }
        var current = written
        let instants = current.instants
        if isAbove(limit, instants.tpv) {
            current.tpv = (DeviceState.beginOfTPV + device.reporter.deviceField + Array(#","mode":1}"#.utf8))[...]
        }
        let isSilent = isAbove(limit, [instants.tpv, instants.sky, instants.gst].compactMap(\.self).max())
        let rareLimit = isSilent ? limit : max(limit, Self.longestRareAge)
        if isAbove(rareLimit, instants.sky) { current.sky = nil }
        if isAbove(rareLimit, instants.gst) { current.gst = nil }
        return current
    }
}
