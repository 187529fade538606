// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import ControlModel
internal import GNSSTypes
internal import Records

/// What a receiver has sent in the last minutes, as evidence for a photo.
struct EvidenceRing {
    /// The time that is kept before a photo is requested, in nanoseconds.
    static let length: Int64 = 300_000_000_000
    /// The longest countdown, in nanoseconds.
    private static let countdown: Int64 = 60_000_000_000
    /// The largest size of the observations in bytes.
    static let limit = 8 << 20
    /// The size of an observation without its bytes, with the head of its record.
    private static let head = 256

    /// An observation with its arrival by the host's monotonic clock, in nanoseconds.
    private struct Entry {
        let arrival: Int64
        let observation: Observation
    }

    private var observations: [Entry] = []
    /// The number of observations at the beginning that have been dropped.
    private var dropped = 0
    private(set) var bytes = 0

    /// Adds an observation. If another receiver or another run now has the same name, what came before is dropped.
    ///
    /// - Parameter arrival: The arrival by the host's monotonic clock in nanoseconds, also for a replay.
    mutating func append(_ observation: Observation, at arrival: Int64) {
        if let last = observations.last, last.observation.origin != observation.origin || arrival < last.arrival {
            (observations, dropped, bytes) = ([], 0, 0)
        }
        observations.append(Entry(arrival: arrival, observation: observation))
        bytes += Self.size(of: observation)
        let start = arrival - Self.length - Self.countdown
        while dropped < observations.count, bytes > Self.limit || observations[dropped].arrival < start {
            bytes -= Self.size(of: observations[dropped].observation)
            dropped += 1
        }
        guard dropped > 1024, dropped > observations.count / 2 else { return }
        observations.removeFirst(dropped)
        dropped = 0
    }

    /// The kinds of observation that are evidence.
    static let kinds: Set<ObservationKind> = [.sentence, .navigationPage, .fix, .satellites, .timing, .receiver]

    /// The number of observations.
    var count: Int { observations.count - dropped }

    /// The evidence of an interval of the host's monotonic clock as files, by their names: the bytes that the receiver sent,
    /// and everything else as a recording with the arrival of each part, which the simulator can replay.
    func files(from start: Int64, to end: Int64) -> [String: [UInt8]] {
        let chosen = observations[dropped...].filter { (start...end).contains($0.arrival) }.map(\.observation)
        var files: [String: [UInt8]] = [:]
        var raw: [UInt8] = []
        var formats: Set<FrameFormat> = []
        for observation in chosen {
            guard case .sentence(let sentence) = observation.payload else { continue }
            raw += sentence.bytes
            formats.insert(sentence.format)
        }
        if !raw.isEmpty { files[CaptureFileName.receiver(Self.suffix(formats))] = raw }
        files[CaptureFileName.recording] = recording(chosen.filter { $0.kind != .sentence })
        return files
    }

    /// The extension of a file with frames of these formats. A decoder of a binary format also finds NMEA in the file.
    private static func suffix(_ formats: Set<FrameFormat>) -> String {
        if formats.contains(.ubx) { return "ubx" }
        if formats.contains(.sbf) { return "sbf" }
        return formats.subtracting([.nmea]).isEmpty ? "nmea" : "bin"
    }

    private func recording(_ chosen: [Observation]) -> [UInt8]? {
        guard let first = chosen.first else { return nil }
        var encoder = BatchEncoder { try? $0.json() }
        var bytes = RecordingHeader(start: first.hostTime).bytes
        for observation in chosen {
            // An observation that does not fit into a record is left out.
            if let record = try? encoder.encode([observation]) { bytes += record }
        }
        return bytes
    }

    private static func size(of observation: Observation) -> Int {
        switch observation.payload {
        case .sentence(let sentence): head + sentence.bytes.count
        case .satellites(let view): head + view.satellites.count * 64
        default: head
        }
    }
}
