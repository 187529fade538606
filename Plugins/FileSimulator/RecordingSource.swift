// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Records

/// A recording of the gateway: observations with their original times. The observations of one receiver are replayed.
struct RecordingSource: EpochSource {
    private var records: RecordStream
    private let path: String
    private let warnings: Warnings
    /// The receiver to replay; if the configuration names none, nil until the first record determines it.
    private var receiver: SourceID?
    private var current: SourceID?
    private var isFound = false
    private var others: Set<SourceID> = []
    /// The first observation of the next epoch, if it was read already.
    private var ahead: (time: HostTime, payload: Payload)?
    private var last: HostTime
    /// The monotonic time before the last epoch, if that epoch's time was not a plausible continuation.
    private var beforeJump: Int64?
    /// The time of the first replayed observation. The header contains the start of the recording by the host's clock,
    /// which may differ from the receiver's clock.
    private(set) var start: HostTime

    /// The largest number of observations held at once; no further ones are added when their records reach the size
    /// of a batch. The rest of the epoch follows immediately.
    private static let epochLimit = 4096

    /// - Throws: `DriverError.failed` for a recording of an unknown version.
    init(_ file: CaptureFile, receiver: String?, _ warnings: Warnings) throws(DriverError) {
        let head = try file.read(atMost: 65_536)
        guard let header = RecordingHeader(head) else {
            throw .failed(
                "config.file: \(file.path) is not a readable recording: another version, or impossible times"
            )
        }
        records = RecordStream(file, head: head, warnings)
        path = file.path
        self.receiver = receiver.map(SourceID.init)
        self.warnings = warnings
        start = header.start
        last = header.start
        ahead = try nextObservation()
        guard let ahead else { return }
        (start, last) = (ahead.time, ahead.time)
    }

    mutating func next() throws(DriverError) -> ReplayEpoch? {
        var payloads: [Payload] = []
        var time: HostTime?
        let end = records.position + RecordLimits.batch
        while payloads.count < Self.epochLimit, records.position < end, let entry = try nextObservation() {
            guard time == nil || time == entry.time else {
                ahead = entry
                break
            }
            time = entry.time
            payloads.append(entry.payload)
        }
        guard let time else {
            try checkFound()
            return nil
        }
        return ReplayEpoch(advance: advance(to: time), payloads: payloads)
    }

    /// The time in nanoseconds since the previous epoch; none for a step back or over more than a day. If the epoch
    /// after such a step continues from the one before it, a single time was damaged, and is passed over.
    private mutating func advance(to time: HostTime) -> Int64 {
        let plausible = 0...EpochSpacing.longestGap
        let (previous, before) = (last.monotonicNanoseconds, beforeJump)
        (last, beforeJump) = (time, nil)
        if let before, plausible.contains(time.monotonicNanoseconds &- before) {
            return time.monotonicNanoseconds &- before
        }
        let step = time.monotonicNanoseconds &- previous
        guard plausible.contains(step) else {
            beforeJump = previous
            return 0
        }
        return step
    }

    /// Returns the next observation of the replayed receiver; nil at the end.
    private mutating func nextObservation() throws(DriverError) -> (time: HostTime, payload: Payload)? {
        if let ahead {
            self.ahead = nil
            return ahead
        }
        while let record = try records.next() {
            switch record.content {
            case .source(let source): change(to: source)
            case .observation(let payload) where current == receiver && Self.isReplayed(payload.kind):
                isFound = true
                return (record.hostTime, payload)
            case .observation, .result, .unknown: continue
            }
        }
        return nil
    }

    /// States of the recorded driver are not those of this driver, and stages publish their own results.
    private static func isReplayed(_ kind: ObservationKind) -> Bool {
        FileSimulatorDriver.plugin.delivers.contains(kind)
    }

    private mutating func change(to source: SourceID) {
        current = source
        // Observations of the gateway and its stages do not belong to a receiver.
        guard source != .gateway, !source.isStage else { return }
        if receiver == nil { receiver = source }
        guard source != receiver, others.insert(source).inserted, others.count <= 64 else { return }
        warnings.tell(
            "\(path) also contains the receiver \(source), which is not replayed; config.receiver selects one")
    }

    private func checkFound() throws(DriverError) {
        guard !isFound, let receiver, !others.isEmpty else { return }
        let names = others.map(\.rawValue).sorted().joined(separator: ", ")
        throw .failed("config.receiver: \(path) contains no receiver \(receiver); it contains: \(names)")
    }
}

/// The records of a file in sequence. Damaged records are skipped with a warning.
struct RecordStream {
    private let file: CaptureFile
    private let warnings: Warnings
    private var buffer: [UInt8]
    private var reader: RecordReader
    /// The file offset of the buffer's start.
    private var base = RecordingHeader.size

    /// - Parameter head: The first bytes of the file, including its header.
    init(_ file: CaptureFile, head: [UInt8], _ warnings: Warnings) {
        (self.file, self.warnings) = (file, warnings)
        buffer = Array(head.dropFirst(base))
        reader = RecordReader(buffer)
    }

    /// The file offset of the next record.
    var position: Int { base + reader.offset }

    /// Returns the next record; nil at the end.
    mutating func next() throws(DriverError) -> Record? {
        while true {
            switch read() {
            case .success(let record?): return record
            case .success(nil):
                guard try refill() else { return nil }
            case .failure(.truncated):
                guard try refill() else {
                    warnings.tell("\(file.path) ends within a record; the complete records were replayed")
                    return nil
                }
            case .failure(.malformed(let kind, let what, let offset)):
                warnings.tell("\(file.path): the \(kind) record at offset \(base + offset) was skipped: \(what)")
            case .failure(.wrongSize(let size, let offset)):
                throw .failed("\(file.path) is damaged: \(RecordError.wrongSize(size, atOffset: base + offset))")
            }
        }
    }

    private mutating func read() -> Result<Record?, RecordError> {
        do throws(RecordError) {
            return .success(try reader.next())
        } catch {
            return .failure(error)
        }
    }

    /// Appends further bytes to the unread ones; false at the end of the file.
    private mutating func refill() throws(DriverError) -> Bool {
        let more = try file.read(atMost: 262_144)
        guard !more.isEmpty else { return false }
        base = position
        buffer = Array(buffer[reader.offset...]) + more
        reader = RecordReader(buffer)
        return true
    }
}
