// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import ControlModel
internal import GNSSTypes
internal import Records

/// What a receiver has sent in the last minutes, as evidence for photos: at most 12 MiB.
///
/// What another receiver or another run sent under the same name is no evidence, so each question names the origin. Pages of
/// an earlier origin stay for the photos that were taken then.
struct ReceiverEvidence {
    /// The time before the request of a photo from which evidence is kept, in nanoseconds.
    static let before: Int64 = 300_000_000_000
    /// The time after a photo for which Galileo's pages are kept, in nanoseconds. The key of a tag comes at most 60 s after the
    /// tag; that of slow MAC comes 300 s later (OSNMA SIS ICD 1.1, sections 3.2 and 6).
    static let after: Int64 = 400_000_000_000
    /// The longest countdown, and some seconds more, in nanoseconds.
    private static let margin: Int64 = 80_000_000_000

    /// The kinds of observation that are evidence.
    static let kinds: Set<ObservationKind> = [.sentence, .navigationPage, .fix, .satellites, .timing, .receiver]

    /// Galileo's I/NAV pages, which are kept longer and are not displaced by anything else. There is room for 36 satellites
    /// on two frequencies.
    private var pages = EvidenceRing(length: after + margin, limit: 5 << 20)
    /// Observations that arrived earlier are no evidence for a later moment: the receiver has been lost since.
    private var begin = Int64.min
    private var others = EvidenceRing(length: before + margin, limit: 7 << 20)

    /// Adds an observation.
    ///
    /// - Parameter arrival: The arrival by the host's monotonic clock in nanoseconds, also for a replay.
    mutating func append(_ observation: Observation, at arrival: Int64) {
        if case .navigationPage(let page) = observation.payload, page.message == .inav {
            pages.append(observation, at: arrival)
        } else {
            others.append(observation, at: arrival)
        }
    }

    /// Records that the receiver was lost: another one may answer in its place, whose positions the data from before must
    /// not vouch for.
    ///
    /// - Parameter arrival: The moment by the host's monotonic clock in nanoseconds.
    mutating func noteLoss(at arrival: Int64) { begin = arrival &+ 1 }

    /// True if Galileo's pages have arrived in the last minute.
    ///
    /// - Parameter instant: The present by the host's monotonic clock in nanoseconds.
    func hasPages(of origin: ObservationOrigin, at instant: Int64) -> Bool {
        !pages.entries(of: origin, from: max(begin, instant - 60_000_000_000), to: instant).isEmpty
    }

    /// The evidence of an interval of the host's monotonic clock as files, by their names: the bytes that the receiver sent,
    /// and everything else as a recording with the arrival of each part, which the simulator can replay.
    func files(of origin: ObservationOrigin, from start: Int64, to end: Int64) -> [String: [UInt8]] {
        let start = max(start, begin)
        let chosen = others.entries(of: origin, from: start, to: end)
        var files: [String: [UInt8]] = [:]
        var raw: [UInt8] = []
        var formats: Set<FrameFormat> = []
        for entry in chosen {
            guard case .sentence(let sentence) = entry.observation.payload else { continue }
            raw += sentence.bytes
            formats.insert(sentence.format)
        }
        if !raw.isEmpty { files[CaptureFileName.receiver(Self.suffix(formats))] = raw }
        let decoded =
            chosen.filter { $0.observation.kind != .sentence } + pages.entries(of: origin, from: start, to: end)
        files[CaptureFileName.recording] = Self.recording(decoded.sorted { $0.arrival < $1.arrival })
        return files
    }

    /// Galileo's pages of an interval as a recording; nil if there are none.
    func pages(of origin: ObservationOrigin, from start: Int64, to end: Int64) -> [UInt8]? {
        Self.recording(pages.entries(of: origin, from: start, to: end))
    }

    /// The extension of a file with frames of these formats. A decoder of a binary format also finds NMEA in the file.
    private static func suffix(_ formats: Set<FrameFormat>) -> String {
        if formats.contains(.ubx) { return "ubx" }
        if formats.contains(.sbf) { return "sbf" }
        return formats.subtracting([.nmea]).isEmpty ? "nmea" : "bin"
    }

    private static func recording(_ entries: [EvidenceRing.Entry]) -> [UInt8]? {
        guard let first = entries.first?.observation else { return nil }
        var encoder = BatchEncoder { try? $0.json() }
        var bytes = RecordingHeader(start: first.hostTime).bytes
        for entry in entries {
            // An observation that does not fit into a record is left out.
            if let record = try? encoder.encode([entry.observation]) { bytes += record }
        }
        return bytes
    }
}
