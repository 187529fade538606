// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Converts the observations of one receiver to lines of gpsd's JSON protocol: SKY, GST, ATT and TPV, each at most
/// once per epoch and in this order.
///
/// Keys and numbers of decimals are the same as in gpsd; unknown values are omitted. The reporter derives the values
/// that gpsd derives: dilutions from the directions of the satellites, error estimates, climb. `magtrack` is the true
/// track minus the declination (gpsd adds the declination). Use one reporter for each receiver.
public struct GPSDReporter: Sendable {
    /// The line ending.
    public enum LineEnding: Sendable {
        /// CR LF, as on gpsd's socket.
        case crlf
        /// LF, as in a file.
        case lineFeed
    }

    /// Maximum length of a line in bytes without its ending. The buffer of clients based on libgps holds no more.
    public static let longestLine = 10_237

    let deviceField: [UInt8]
    private let lineEnding: LineEnding
    private(set) var epoch = ReportedEpoch()
    private var tracker = MotionTracker()
    private(set) var leapSeconds: Int?
    /// The newest view of the satellites.
    private var view: View?
    /// An epoch whose values were not derived, because no line needed them, and the view that held for it. The next epoch
    /// needs them.
    private var postponed: (epoch: ReportedEpoch, view: View?)?

    private struct View {
        let payload: Payload
        let time: UTCTime?

        /// Nil if the satellites determine no position; computed when a line first needs it.
        private(set) lazy var geometry: SkyGeometry? = {
            guard case .satellites(let sky) = payload else { return nil }
            return SkyGeometry(sky.satellites)
        }()

        init(_ payload: Payload, at time: UTCTime?) { (self.payload, self.time) = (payload, time) }
    }

    private var hasSeenSatellites = false
    /// The newest fix's number of satellites used, and its time.
    private var used: (count: Int, time: UTCTime)?
    /// The newest signals, if the receiver states their health. They may come in a batch before their epoch.
    private var signals: Payload?

    /// Creates a reporter for one receiver.
    ///
    /// - Parameters:
    ///   - devicePath: The value of `device` in every line; nil omits the key.
    ///   - lineEnding: The ending of each line.
    public init(devicePath: String? = nil, lineEnding: LineEnding = .crlf) {
        deviceField = devicePath.map(Self.field(device:)) ?? []
        self.lineEnding = lineEnding
    }

    /// Adds one observation's payload, in the order of the bus; kinds without a gpsd object are ignored.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - output: Receives the lines of the previous epoch if the payload begins another one.
    public mutating func report(_ payload: Payload, into output: inout [UInt8]) {
        if case .signals(let view) = payload { return note(payload, view) }
        guard !epoch.add(payload) else { return }
        flush(into: &output)
        _ = epoch.add(payload)
    }

    /// Ends the epoch and appends its lines to `output`; nothing if there were no payloads since the last call.
    public mutating func flush(into output: inout [UInt8]) {
        guard !epoch.isEmpty else { return }
        // It is moved, because copying it costs more than a line.
        var ended = ReportedEpoch()
        swap(&ended, &epoch)
        guard let fix = ended.fix else {
            let dilutions = advance(ended)
            return write(ended, ended.sky, dilutions, nil, to: &output)
        }
        let (dilutions, extras) = advance(ended, fix)
        write(ended, ended.sky ?? skyWithoutSatellites(fix), dilutions, (fix, extras), to: &output)
    }

    /// Like `report(_:into:)`, for lines that may not be needed: they are written only on request.
    mutating func report(_ payload: Payload, notWriting epochs: inout [UnwrittenEpoch]) {
        if case .signals(let view) = payload { return note(payload, view) }
        guard !epoch.add(payload) else { return }
        flush(notWriting: &epochs)
        _ = epoch.add(payload)
    }

    /// Like `flush(into:)`, for lines that may not be needed.
    mutating func flush(notWriting epochs: inout [UnwrittenEpoch]) {
        guard !epoch.isEmpty else { return }
        epochs.append(UnwrittenEpoch(reporter: self))
        var ended = ReportedEpoch()
        swap(&ended, &epoch)
        let hasView = note(ended, ended.fix)
        if ended.hasFix { postponed = (ended, hasView ? view : nil) }
    }

    private func write(
        _ epoch: ReportedEpoch, _ sky: SkyView?, _ dilutions: Dilutions, _ solution: (fix: Fix, extras: TPVExtras)?,
        to output: inout [UInt8]
    ) {
        // The memory is valid until the closure returns; `line` appends a copy of what was written to it.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestLine) { memory in
            if let sky {
                let signals = signals(at: sky.time)
                let counted = solution == nil ? recentCount(for: sky) : solution?.fix.satellitesUsed
                line(in: memory, to: &output) { $0.sky(sky, dilutions, counted: counted, signals, deviceField) }
            }
            if let errors = solution?.fix.errorStatistics {
                line(in: memory, to: &output) { $0.gst(errors, time: solution?.fix.time, deviceField) }
            }
            if let attitude = epoch.attitude {
                line(in: memory, to: &output) { $0.att(attitude, deviceField) }
            }
            if let (fix, extras) = solution {
                line(in: memory, to: &output) { $0.tpv(fix, extras, deviceField) }
            }
        }
    }

    /// Derives the values of an epoch with a fix, and records those that later epochs need.
    ///
    /// - Parameters:
    ///   - epoch: The epoch.
    ///   - fix: Its fix, which is passed separately because each access copies it.
    private mutating func advance(_ epoch: ReportedEpoch, _ fix: Fix) -> (Dilutions, TPVExtras) {
        if let postponed = postponed.take(), let past = postponed.epoch.fix {
            var view = postponed.view
            let dilutions = Dilutions(sky: postponed.epoch.sky?.dop, fix: past.dop, geometry: view?.geometry)
            _ = tracker.advance(past, ErrorEstimates(past, dilutions))
        }
        let geometry = note(epoch, fix) ? view?.geometry : nil
        let dilutions = Dilutions(sky: epoch.sky?.dop, fix: fix.dop, geometry: geometry)
        let errors = ErrorEstimates(fix, dilutions)
        let motion = tracker.advance(fix, errors)
        return (dilutions, TPVExtras(errors: errors, motion: motion, leapSeconds: leapSeconds, timing: epoch.timing))
    }

    /// Like `advance` for an epoch without a fix.
    private mutating func advance(_ epoch: ReportedEpoch) -> Dilutions {
        let geometry = note(epoch, nil) ? view?.geometry : nil
        return Dilutions(sky: epoch.sky?.dop, fix: nil, geometry: geometry)
    }
    /// True if the epoch has a SKY line.
    var hasSky: Bool { epoch.hasSky || epoch.fix.flatMap(skyWithoutSatellites) != nil }

    private mutating func note(_ payload: Payload, _ view: SignalView) {
        signals = view.signals.contains { $0.isHealthy != nil } ? payload : nil
    }

    /// Returns the signals of an epoch; none if their health is unknown.
    private func signals(at time: UTCTime?) -> [TrackedSignal] {
        guard case .signals(let view) = signals, let time, let stated = view.time else { return [] }
        let (difference, overflow) = stated.nanosecondsSince1970.subtractingReportingOverflow(
            time.nanosecondsSince1970)
        // Half of the interval between the fastest epochs.
        return !overflow && difference.magnitude < 5_000_000 ? view.signals : []
    }

    private func line(
        in memory: UnsafeMutableBufferPointer<UInt8>, to output: inout [UInt8], _ body: (inout LineWriter) -> Void
    ) {
        var writer = LineWriter(memory)
        body(&writer)
        guard !writer.isFull else { return }
        output.append(contentsOf: writer.written)
        if lineEnding == .crlf { output.append(0x0D) }
        output.append(0x0A)
    }

    /// Records the values that an epoch states and later epochs need.
    ///
    /// - Returns: True if the epoch's geometry follows from `view`: the epoch's own one, or the last one unless it is too old.
    private mutating func note(_ epoch: ReportedEpoch, _ fix: Fix?) -> Bool {
        if let known = fix?.leapSeconds ?? epoch.timing?.knownLeapSeconds { leapSeconds = known }
        if let fix {
            if let time = fix.time, let count = fix.satellitesUsed { used = (count, time) } else { used = nil }
        }
        if let payload = epoch.skyPayload, case .satellites(let sky) = payload {
            if !sky.satellites.isEmpty { hasSeenSatellites = true }
            view = View(payload, at: sky.time ?? fix?.time)
            return true
        }
        guard let then = view?.time, let now = fix?.time else { return false }
        let (age, overflow) = now.nanosecondsSince1970.subtractingReportingOverflow(then.nanosecondsSince1970)
        return !overflow && (0...10_000_000_000).contains(age)
    }

    /// Returns the last fix's number of satellites used, for a view that came in another batch and marks no satellite
    /// as used; nil if the fix is too old.
    private func recentCount(for sky: SkyView) -> Int? {
        guard let used, let now = sky.time, !sky.satellites.isEmpty, sky.usedCount == 0 else { return nil }
        let (age, overflow) = now.nanosecondsSince1970.subtractingReportingOverflow(used.time.nanosecondsSince1970)
        return !overflow && (0...5_000_000_000).contains(age) ? used.count : nil
    }

    /// Returns a view with only the counts and dilutions of the fix, for receivers that never list their satellites;
    /// nil for other receivers.
    private func skyWithoutSatellites(_ fix: Fix) -> SkyView? {
        guard !hasSeenSatellites, fix.satellitesUsed != nil || fix.dop != DilutionOfPrecision() else { return nil }
        return SkyView(time: fix.time)
    }

    /// Returns `,"device":"…"` for a path, which is truncated to 512 bytes.
    private static func field(device path: String) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { memory in
            var writer = LineWriter(memory)
            writer.literal(",\"device\":")
            writer.string(String(decoding: path.utf8.prefix(512), as: UTF8.self))
            return Array(writer.written)
        }
    }
}

extension Timing {
    /// The leap seconds, unless they are the firmware's default.
    fileprivate var knownLeapSeconds: Int? { leapSecondsAreDefault ? nil : leapSeconds }
}
