// SPDX-License-Identifier: Apache-2.0

public import CaptureFormat
internal import ControlModel
public import GNSSTypes
internal import OSNMA
public import OSNMAValidation
internal import Records

/// Judges from the evidence of a photo whether its position is authenticated, by the rules of the gateway's own validation.
///
/// The gateway uses it when keys have come that were not known at the moment of the photo, and everyone who examines an export
/// uses it to get the same verdict.
public struct CaptureExamination: Sendable {
    /// The conditions under which a position counts as authenticated.
    public struct Rules: Codable, Hashable, Sendable {
        /// The number of tag bits for a set of data to count as authenticated.
        public var minimumTagBits: Int
        /// The age of the last valid tag in seconds from which data no longer count as authenticated.
        public var staleSeconds: Int64
        /// The number of satellites in the solution that must have authenticated data.
        public var satellites: Int
        /// True if recordings, and time from the receiver itself, are accepted.
        public var allowsRecordings: Bool

        public init(_ configuration: OSNMAValidationConfiguration, _ requirement: OSNMARequirement) {
            (minimumTagBits, staleSeconds) = (configuration.minimumTagBits, configuration.staleSeconds)
            (satellites, allowsRecordings) = (requirement.satellites, requirement.allowsRecordings)
        }

        /// The rules of a gateway whose settings are the built-in ones.
        public static let standard = Rules(OSNMAValidationConfiguration(), OSNMARequirement())

        enum CodingKeys: String, CodingKey {
            case satellites
            case minimumTagBits = "minimum_tag_bits"
            case staleSeconds = "stale_s"
            case allowsRecordings = "recordings"
        }

        /// The requirement, which decides whether a verdict makes a position an authenticated one.
        public var requirement: OSNMARequirement {
            OSNMARequirement(satellites: satellites, allowsRecordings: allowsRecordings)
        }

        var configuration: OSNMAValidationConfiguration {
            var configuration = OSNMAValidationConfiguration()
            // The numbers may come from a stranger's file.
            configuration.minimumTagBits = min(max(minimumTagBits, 1), 1000)
            configuration.staleSeconds = min(max(staleSeconds, 1), 86_400)
            return configuration
        }
    }

    /// The use of the arrivals in the evidence.
    public enum Arrivals: Sendable {
        /// The arrivals, by the clock that the gateway trusted at the moment of the photo: whether the pages came before their
        /// keys were public, as the gateway states it.
        case byGateway
        /// None: whether the tags are right for the data.
        case ignored
    }

    /// The verdict on a photo.
    public struct Judgement: Sendable {
        /// The verdict of the moment, as far as the evidence reaches back.
        public let moment: Authentication
        /// The verdict on the same moment by the keys of all the evidence.
        public let later: Authentication
        /// The valid tags that were verified after the moment.
        public let tags: [MomentValidation.JudgedTag]
        /// The end of the newest page before the moment.
        public let lastPage: GST?
    }

    /// The trusted time at an instant of the host's monotonic clock, as the gateway sealed it.
    private let reference: AuthenticationClock.Reference?

    /// The group of the record with the verdict that was sealed last.
    let sealedGroup: JSONValue?
    /// The sealed verdict of the moment.
    private let sealed: OSNMAReceiverReport?
    private let isReplay: Bool
    private let receiver: SourceID
    private let before: [Observation]
    private let after: [Observation]
    private let messages: OSNMAMessages?

    /// Reads the evidence of an exported photo. The bytes need not be trusted.
    ///
    /// - Throws: `CaptureFileError` if a file that is needed is missing or malformed.
    public init(_ files: any CaptureFiles) throws(CaptureFileError) {
        guard let last = files.names.compactMap(CaptureFileName.revision(ofManifest:)).max() else {
            throw CaptureFileError("there is no manifest")
        }
        let text = try files.bytes(of: CaptureFileName.record(last))
        let record: JSONValue
        do throws(JSONTextError) {
            record = try JSONValue(parsing: text)
        } catch {
            throw CaptureFileError("the record is not JSON: \(error)")
        }
        func optional(_ name: String) throws(CaptureFileError) -> [UInt8]? {
            files.names.contains(name) ? try files.bytes(of: name) : nil
        }
        try self.init(
            record: record, before: try optional(CaptureFileName.recording),
            after: try optional(CaptureFileName.pagesAfter), messages: try optional(CaptureFileName.messages))
    }

    /// Reads evidence.
    ///
    /// - Parameters:
    ///   - record: The record of the photo.
    ///   - before: `receiver.gnssrec`; nil if the receiver delivered nothing.
    ///   - after: `after.gnssrec`, as far as the pages have arrived.
    ///   - messages: `osnma-messages.json`.
    /// - Throws: `CaptureFileError` if one of them is malformed.
    public init(
        record: JSONValue, before: [UInt8]?, after: [UInt8]?, messages: [UInt8]?
    ) throws(CaptureFileError) {
        receiver = SourceID(rawValue: record["receiver"]?["id"]?.text ?? "")
        isReplay = record["capture"]?["replay"] == .bool(true)
        reference = AuthenticationClock.Reference(record["time"])
        sealedGroup = record["later_verdict"] ?? record["authentication"]
        do {
            sealed = try record["authentication"]?["verdict"]?.decoded()
        } catch {
            throw CaptureFileError("the group authentication of the record is malformed")
        }
        self.before = try Self.observations(before, CaptureFileName.recording, receiver)
        self.after = try Self.observations(after, CaptureFileName.pagesAfter, receiver)
        if let messages { self.messages = try OSNMAMessages(parsing: messages) } else { self.messages = nil }
        try Self.compare(record, with: self.before)
    }

    /// Compares the position that the record states with the one that is judged, so that good evidence cannot stand below
    /// another position.
    private static func compare(_ record: JSONValue, with before: [Observation]) throws(CaptureFileError) {
        let fixes = before.compactMap { observation in
            if case .fix(let fix) = observation.payload { fix } else { nil }
        }
        guard let fix = fixes.last, let position = fix.position else {
            guard record["position"] == nil else {
                throw CaptureFileError("the record has a position, but \(CaptureFileName.recording) has none")
            }
            return
        }
        let stated: StatedPosition
        do {
            guard let value: StatedPosition = try record["position"]?.decoded() else {
                throw CaptureFileError("the record has no position")
            }
            stated = value
        } catch {
            throw CaptureFileError("the position in the record is malformed")
        }
        let isSame =
            abs(stated.latitude - position.latitude.degrees) < 1e-8
            && abs(stated.longitude - position.longitude.degrees) < 1e-8
            && stated.time == fix.time.map { Timestamp($0) }
        guard isSame else {
            throw CaptureFileError(
                "the position or its time in the record is not the one in \(CaptureFileName.recording)")
        }
        if let name = try differences(record["position"], fix).first {
            throw CaptureFileError(
                "\(name) of the position in the record is not the one in \(CaptureFileName.recording)")
        }
    }

    /// The members of a record's position, besides the place and the time, that come from the fix alone.
    private static let members = [
        "kind", "quality", "datum", "ellipsoidal_height_m", "orthometric_height_m", "geoid_separation_m",
        "horizontal_accuracy_m", "horizontal_accuracy_origin", "vertical_accuracy_m", "vertical_accuracy_origin",
        "speed_m_s", "course_deg", "hdop", "vdop", "pdop", "gdop", "tdop", "correction_age_s", "correction_station",
        "satellites_used", "jamming", "spoofing",
    ]

    /// The members that state something else than the fix. A record may state less, because older gateways knew less.
    private static func differences(_ position: JSONValue?, _ fix: Fix) throws(CaptureFileError) -> [String] {
        let report: JSONValue
        do { report = try JSONValue(encoding: FixReport(fix)) } catch {
            throw CaptureFileError("the position in \(CaptureFileName.recording) has no form in JSON")
        }
        return members.filter { name in
            switch (position?[name], report[name]) {
            case (nil, _): false
            // The tolerance is below everything that a receiver states.
            case (.number(let stated)?, .number(let value)?): abs(stated - value) > 1e-6 * max(1, value.magnitude)
            case (let stated, let value): stated != value
            }
        }
    }

    private static func observations(
        _ bytes: [UInt8]?, _ name: String, _ receiver: SourceID
    ) throws(CaptureFileError) -> [Observation] {
        guard let bytes else { return [] }
        guard RecordingHeader(bytes) != nil else { throw CaptureFileError("\(name) is not a recording") }
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        var observations: [Observation] = []
        while true {
            do throws(RecordError) {
                guard let record = try reader.next() else { return observations }
                guard case .observation(let payload) = record.content else { continue }
                observations.append(
                    Observation(
                        source: receiver, sequence: UInt64(observations.count), hostTime: record.hostTime,
                        payload: payload))
            } catch .malformed {
                // The reader continues after the bad record.
            } catch {
                throw CaptureFileError("\(name) is damaged: \(error)")
            }
        }
    }

    /// Judges the position of the photo.
    ///
    /// - Parameters:
    ///   - start: The trust anchors, and withdrawals that are known.
    ///   - isStamped: True to leave out pages of the time before the moment that arrived after it, because no time stamp over
    ///     the evidence of the moment covers them.
    public func judge(
        _ arrivals: Arrivals, trusting start: TrustStart, _ rules: Rules, isStamped: Bool = false
    ) -> Judgement {
        let newest = before.compactMap(\.pageTime).max()
        let after = isStamped ? after.filter { $0.isLater(than: newest) } : after
        var start = start.examining(upTo: (before + after).compactMap(\.pageTime).max())
        var learnt = messages?.hotStart ?? HotStartState()
        learnt.withdrawals = start.hotStart?.withdrawals ?? Withdrawals()
        start.hotStart = learnt
        var validation = validation(arrivals, start, rules)
        for observation in before { validation.take(observation) }
        let moment = validation.markMoment()
        for observation in after { validation.take(observation) }
        let later = validation.finish()
        return Judgement(
            moment: moment, later: later, tags: validation.tags, lastPage: newest?.advanced(by: INAVSeconds.page))
    }

    private func validation(_ arrivals: Arrivals, _ start: TrustStart, _ rules: Rules) -> MomentValidation {
        var configuration = rules.configuration
        let clock = sealed.map { AuthenticationClock($0.clock) } ?? AuthenticationClock()
        switch arrivals {
        case .ignored:
            configuration.timeSource = .receiver
            return MomentValidation(
                of: receiver, configuration, start, clock: AuthenticationClock(source: .receiver, use: .all),
                time: { _ in nil })
        case .byGateway where isReplay:
            return MomentValidation(
                of: receiver, configuration, start, clock: AuthenticationClock(source: .recording, use: .all),
                time: nil)
        case .byGateway where clock.source == .receiver:
            configuration.timeSource = .receiver
            return MomentValidation(of: receiver, configuration, start, clock: clock, time: { _ in nil })
        case .byGateway:
            let time = trustedTime(clock)
            return MomentValidation(of: receiver, configuration, start, clock: clock, time: time)
        }
    }

    /// The trusted time of an arrival, by what the gateway's clock showed at the moment. It counts on from there, because the
    /// clock may have been set since. No page has an influence on it.
    private func trustedTime(_ clock: AuthenticationClock) -> @Sendable (HostTime) -> TrustedTime? {
        guard clock.use != .none, let uncertainty = clock.uncertainty, let reference else { return { _ in nil } }
        return { time in
            let (passed, isOver) = time.monotonicNanoseconds.subtractingReportingOverflow(
                reference.monotonicNanoseconds)
            guard !isOver else { return nil }
            return TrustedTime(
                milliseconds: reference.galileoMilliseconds + passed / 1_000_000, uncertainty: uncertainty)
        }
    }
}

/// Lengths of parts of the I/NAV message in seconds (Galileo OS SIS ICD 2.1, section 4.3.2).
enum INAVSeconds {
    static let page = 2
    static let subframe = 30
}

/// The position that a record states.
private struct StatedPosition: Decodable {
    let latitude, longitude: Double
    let time: Timestamp?

    enum CodingKeys: String, CodingKey {
        case time
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
    }
}

extension Observation {
    /// The start of a dated I/NAV page that passed its check; nil for anything else.
    fileprivate var pageTime: GST? {
        guard case .navigationPage(let page) = payload, page.message == .inav, page.check == .passed else { return nil }
        return page.time
    }
}

extension Observation {
    /// True for a page of a later time than another one.
    fileprivate func isLater(than newest: GST?) -> Bool {
        guard let newest, let pageTime else { return false }
        return pageTime > newest
    }
}

extension AuthenticationClock.Reference {
    /// Reads the trusted time from the group `time` of a record; nil if it is missing or impossible.
    fileprivate init?(_ group: JSONValue?) {
        guard case .number(let trusted)? = group?["trusted_gst_ms"],
            case .number(let monotonic)? = group?["trusted_monotonic_ms"],
            (0...1e14).contains(trusted), monotonic.magnitude <= 1e12
        else { return nil }
        self.init(galileoMilliseconds: Int64(trusted), monotonicNanoseconds: Int64(monotonic) * 1_000_000)
    }
}

extension AuthenticationClock {
    /// The clock as a report states it; the largest numbers are those of a day.
    fileprivate init(_ report: OSNMAClockReport) {
        func milliseconds(_ seconds: Double?) -> Int64? {
            guard let seconds, seconds.magnitude <= 86_400 else { return nil }
            return Int64((seconds * 1000).rounded())
        }
        self.init(
            source: report.source.value ?? Source.none, use: report.tags.value ?? Use.none,
            uncertainty: milliseconds(report.uncertainty), difference: milliseconds(report.difference))
    }
}
