// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import ReceiverStream

/// The raw bytes of a receiver, with or without preceding comment lines (gpsd's test logs). They have no arrival
/// times, so epochs follow each other according to the receiver's own time.
final class RawLogSource: EpochSource {
    private let file: CaptureFile
    private let decoder: StreamDecoder
    private var spacing = EpochSpacing()
    private var pending = PendingEpochs()
    private var isAtEnd = false
    let start: HostTime

    init(_ file: CaptureFile) throws(DriverError) {
        var configuration = StreamDecoder.Configuration()
        if let date = CommentHeader.date(in: file.beginning) { configuration.dateSource = .recording(date) }
        start = try Self.start(of: file, configuration)
        self.file = file
        decoder = StreamDecoder(configuration: configuration)
    }

    func next() throws(DriverError) -> ReplayEpoch? {
        while pending.isEmpty, !isAtEnd { try decodeMore() }
        guard let epoch = pending.popFirst() else { return nil }
        let next = try spacing.isDoubtful(epoch) ? nextTime() : nil
        return ReplayEpoch(advance: spacing.advance(to: epoch, before: next), payloads: epoch.payloads)
    }

    /// The time of the next fix that has one; nil if none follows in the next 256 KiB.
    private func nextTime() throws(DriverError) -> UTCTime? {
        for _ in 0..<16 where pending.nextTime == nil && !isAtEnd { try decodeMore() }
        return pending.nextTime
    }

    private func decodeMore() throws(DriverError) {
        isAtEnd = try Self.decode(file, with: decoder, into: &pending)
    }

    private static func decode(
        _ file: CaptureFile, with decoder: StreamDecoder, into pending: inout PendingEpochs
    ) throws(DriverError) -> Bool {
        let bytes = try file.read(atMost: 16_384)
        guard !bytes.isEmpty else {
            decoder.finish { pending.append($0) }
            return true
        }
        let noTime = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        decoder.consume(bytes.span, arrivedAt: noTime) { pending.append($0) }
        return false
    }

    /// The start of the wall clock, chosen to agree with the first time that the receiver states; 1970 if it states
    /// none in the first MiB.
    private static func start(
        of file: CaptureFile, _ configuration: StreamDecoder.Configuration
    ) throws(DriverError) -> HostTime {
        let decoder = StreamDecoder(configuration: configuration)
        var spacing = EpochSpacing()
        var elapsed: Int64 = 0
        var pending = PendingEpochs()
        try file.rewind()
        for _ in 0..<64 {
            let isAtEnd = try decode(file, with: decoder, into: &pending)
            while let epoch = pending.popFirst() {
                elapsed = elapsed.adding(saturating: spacing.advance(to: epoch))
                guard let time = epoch.fix?.time else { continue }
                try file.rewind()
                return HostTime(monotonicNanoseconds: 0, wallNanoseconds: time.nanosecondsSince1970 &- elapsed)
            }
            if isAtEnd { break }
        }
        try file.rewind()
        return HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
    }
}

/// Decoded epochs from one read that have not been published yet.
struct PendingEpochs {
    private var epochs: [DecodedEpoch] = []
    private var first = 0

    var isEmpty: Bool { first == epochs.count }

    /// The time of the next fix that has one.
    var nextTime: UTCTime? { epochs[first...].lazy.compactMap { $0.fix?.time }.first }

    /// Appends an epoch; without a fix it is split into parts with one time each.
    mutating func append(_ epoch: DecodedEpoch) {
        guard epoch.fix == nil else { return epochs.append(epoch) }
        var part = DecodedEpoch(payloads: [], hostTime: epoch.hostTime)
        var last: StatedTime?
        for payload in epoch.payloads {
            let time = StatedTime(payload)
            if let time, let last, time != last {
                epochs.append(part)
                part.payloads = []
            }
            last = time ?? last
            part.payloads.append(payload)
        }
        if !part.payloads.isEmpty { epochs.append(part) }
    }

    mutating func popFirst() -> DecodedEpoch? {
        guard !isEmpty else { return nil }
        let epoch = epochs[first]
        first += 1
        if isEmpty {
            epochs.removeAll(keepingCapacity: true)
            first = 0
        }
        return epoch
    }
}
