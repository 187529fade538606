// SPDX-License-Identifier: Apache-2.0

internal import ReceiverStream
internal import Transport

/// Monitors the quality of a working line: damaged sentences, lost bytes, and a line near its capacity.
struct LineHealth {
    /// The problems of a line, the worst first.
    enum Condition: Hashable {
        case receiverOverflows
        case bytesLost
        case damaged
        case nearlyFull
    }

    /// A change: the new problem and its text, or no problem if the line has recovered.
    struct Change {
        var condition: Condition?
        var text: String
    }

    /// The line; nil if it has no rate and therefore no limited capacity.
    private let line: LineSettings?
    private let window: Int64
    private let profile: LineProfile
    private var start: Reading?
    private var condition: Condition?
    /// True if the receiver reported that its output exceeds the capacity of the line.
    private var saidOverflow = false

    private struct Reading {
        var time: Int64
        var bytes: Int
        var valid: Int
        var bad: Int
        var lost: Int?
    }

    /// - Parameters:
    ///   - line: The line; nil if it has no rate.
    ///   - window: The length of an assessment period in nanoseconds.
    ///   - profile: The protocols that the driver understands.
    init(_ line: LineSettings?, window: Int64 = 10_000_000_000, _ profile: LineProfile = .nmea) {
        self.line = line
        self.window = window
        self.profile = profile
    }

    /// Records the receiver's own complaint, which is `txbuf,alloc` for u-blox.
    mutating func noteOverflow() { saidOverflow = true }

    /// Assesses the line at the end of each window.
    ///
    /// - Parameters:
    ///   - now: The time by `MonotonicClock`.
    ///   - bytes: Number of bytes received so far.
    ///   - statistics: The decoder's statistics.
    ///   - errors: Returns the errors counted by hardware and kernel; called once per window.
    /// - Returns: The change to report; nil if nothing has changed.
    mutating func judge(
        at now: Int64, bytes: Int, _ statistics: StreamStatistics, _ errors: () -> LineErrors?
    ) -> Change? {
        if let start, now - start.time < window { return nil }
        let reading = Reading(
            time: now, bytes: bytes, valid: statistics.validFrames, bad: statistics.badChecksums,
            lost: errors().map { $0.overrun &+ $0.bufferOverrun })
        defer {
            start = reading
            saidOverflow = false
        }
        guard let start else { return nil }
        let found = condition(from: start, to: reading)
        guard found?.condition != condition else { return nil }
        condition = found?.condition
        return found ?? Change(condition: nil, text: "")
    }

    private func condition(from start: Reading, to end: Reading) -> Change? {
        let rate = line.map { " at \($0.baud) baud" } ?? ""
        let remedy = "\(profile.frames) will be lost; raise the receiver's rate or lower its output"
        if saidOverflow {
            return Change(condition: .receiverOverflows, text: "the receiver's output buffer is full\(rate): \(remedy)")
        }
        if let before = start.lost, let after = end.lost, after &- before > 0 {
            let text = "\(after &- before) times, bytes were lost before they could be read: the computer is too busy"
            return Change(condition: .bytesLost, text: text)
        }
        let (valid, bad) = (end.valid - start.valid, end.bad - start.bad)
        let share = Double(bad) / Double(max(1, valid + bad))
        // Hysteresis: a damaged line counts as damaged until it is clearly better.
        if bad >= 2, share > (condition == .damaged ? 0.01 : 0.05) {
            let text =
                "\(percent(share)) of the \(profile.frames) have a wrong checksum: check the cable and its ground, "
                + "and whether "
                + "another program reads the port"
            return Change(condition: .damaged, text: text)
        }
        guard let line else { return nil }
        let seconds = Double(end.time - start.time) / 1e9
        let load = Double(end.bytes - start.bytes) / (line.bytesPerSecond * seconds)
        guard load > (condition == .nearlyFull ? 0.8 : 0.9) else { return nil }
        return Change(condition: .nearlyFull, text: "line load \(percent(load))\(rate): \(remedy)")
    }

    private func percent(_ share: Double) -> String { "\(Int((min(share, 1) * 100).rounded())) %" }
}
