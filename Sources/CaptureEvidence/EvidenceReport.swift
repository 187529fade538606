// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
public import GNSSTypes
public import OSNMAValidation

/// What the evidence of a photo shows of its position, and on whose word it rests.
public struct EvidenceReport: Codable, Hashable, Sendable {
    /// A statement that the evidence may support. Each is worth more than the one before.
    public struct Level: Codable, Hashable, Sendable {
        /// The Galileo satellites in the position for which it holds.
        public var satellites: [String]
        /// True if it holds for as many satellites as the rules require.
        public var holds: Bool
        /// The statement, or why it cannot be made, for people.
        public var text: String
    }

    /// The verdict that the gateway sealed last.
    public var sealed: ReportCode<PositionVerdict>
    /// True if the evidence gives the same verdict; nil if the gateway did not seal the position as authenticated.
    public var isReproduced: Bool?
    /// The tags are right for the data that the receiver used.
    public var consistent: Level
    /// They arrived before their keys were public, by the gateway's clock and seal.
    public var inTimeByGateway: Level
    /// They existed before their keys were public, by a time stamping authority.
    public var inTimeByAuthority: Level

    enum CodingKeys: String, CodingKey {
        case sealed, consistent
        case isReproduced = "reproduced"
        case inTimeByGateway = "in_time_by_gateway"
        case inTimeByAuthority = "in_time_by_authority"
    }

    /// A time stamp over the evidence of the moment, by an authority that the examiner trusts.
    public struct Stamp: Sendable {
        /// The instant by which the evidence existed, in milliseconds since 1970-01-01 UTC, its uncertainty included.
        public var latest: Int64
        /// The authority, for people.
        public var authority: String

        public init(latest: Int64, authority: String) { (self.latest, self.authority) = (latest, authority) }
    }

    /// The use of a photo's time stamp.
    public enum Stamping: Sendable {
        /// The photo has none.
        case none
        /// It has one that was not checked, or is wrong, for this reason.
        case unusable(String)
        case checked(Stamp)
    }

    /// Examines the evidence of a photo.
    ///
    /// - Parameters:
    ///   - start: The trust anchors, and withdrawals that are known.
    ///   - seal: The words for the key of the seal, such as "the gateway's seal".
    public init(
        _ examination: CaptureExamination, trusting start: TrustStart, seal: String = "the gateway's seal",
        _ stamping: Stamping
    ) {
        let group = examination.sealedGroup
        var rules = (try? group?["rules"]?.decoded(as: CaptureExamination.Rules.self)) ?? .standard
        // The rules are in the photo, so weaker ones than the built-in ones are not accepted here. A recording is accepted if
        // they accept it, but nothing of it is in time.
        let weakest = CaptureExamination.Rules.standard
        rules.minimumTagBits = max(rules.minimumTagBits, weakest.minimumTagBits)
        rules.satellites = max(rules.satellites, weakest.satellites)
        rules.staleSeconds = min(rules.staleSeconds, weakest.staleSeconds)
        let result = PositionVerdict(sealed: group)
        let needed = max(1, rules.satellites)
        let bare = examination.judge(.ignored, trusting: start, rules)
        let timed = examination.judge(.byGateway, trusting: start, rules).later
        let isAuthenticated = rules.requirement.objection(to: timed) == nil
        sealed = ReportCode(result)
        let claimed = Self.texts(group?["verdict"]?["fix"]?["authenticated"])
        let proven = timed.fix?.authenticated.map(\.description) ?? []
        isReproduced = result == .authenticated ? isAuthenticated && Set(claimed).isSubset(of: proven) : nil
        let right = bare.later.fix?.authenticated ?? []
        consistent = Level(
            right, needed,
            start.isSimulation
                ? "the tags are right for the data, by the keys of a simulation: they say nothing about Galileo"
                : "the tags are right for the data of these satellites, which anyone can make who holds the gateway's key and "
                    + "waits until Galileo's keys are public",
            none: "no tag proves the data of a satellite in the position: \(bare.later.reason.text)")
        // Without a time from outside the signal, nothing says when the pages came.
        inTimeByGateway = Level(
            timed.isFresh ? timed.fix?.authenticated ?? [] : [], needed,
            "by \(seal) and the gateway's clock (\(timed.clock.source.code)), they arrived before their keys were public",
            none: timed.state != .authenticated
                ? "by the gateway's clock nothing proves it: \(timed.reason.text)"
                : timed.isFresh
                    ? "by the gateway's clock no satellite in the position is proven"
                    : "no time from outside the signal (\(timed.clock.source.code)) says when they arrived")
        switch stamping {
        case .none: inTimeByAuthority = Level([], needed, "", none: "the photo has no time stamp")
        case .unusable(let reason): inTimeByAuthority = Level([], needed, "", none: reason)
        case .checked(let stamp):
            let time = Timestamp(milliseconds: stamp.latest)
            inTimeByAuthority = Level(
                Self.satellites(
                    right, examination.judge(.ignored, trusting: start, rules, isStamped: true), stamped: stamp.latest,
                    bits: rules.minimumTagBits), needed,
                "\(stamp.authority) states that they existed by \(time), before their keys were public",
                none: "no key of a tag was still secret at the time of the stamp, \(time)")
        }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        if case .array(let values) = value { values.compactMap(\.text) } else { [] }
    }

    /// The satellites whose data are proven by tags that were stamped before their key was broadcast: the whole subframe of
    /// the tag is in the stamped file, and the subframe of the key began after the stamp.
    private static func satellites(
        _ candidates: [SatelliteID], _ judgement: CaptureExamination.Judgement, stamped latest: Int64, bits: Int
    ) -> [SatelliteID] {
        guard let lastPage = judgement.lastPage,
            let stamp = GST(UTCTime(nanosecondsSince1970: latest * 1_000_000 + 999_999_999))
        else { return [] }
        return candidates.filter { satellite in
            let sum = judgement.tags.reduce(0) { sum, tag in
                guard tag.satellite == satellite, tag.coversMoment, tag.keyTime >= stamp,
                    let end = tag.time.advanced(by: INAVSeconds.subframe), end <= lastPage
                else { return sum }
                return sum + tag.bits
            }
            return sum >= max(1, bits)
        }
    }
}

extension PositionVerdict {
    /// The verdict of a group of the record; photos before the word `result` have only `authenticated`.
    fileprivate init(sealed group: JSONValue?) {
        let isAuthenticated = group?["authenticated"] == .bool(true)
        self =
            group?["result"]?.text.flatMap(PositionVerdict.init(rawValue:))
            ?? (isAuthenticated ? .authenticated : .notAuthenticated)
        // Lists and documents show either of them.
        if isAuthenticated { self = .authenticated }
    }
}

extension EvidenceReport.Level {
    fileprivate init(_ satellites: [SatelliteID], _ needed: Int, _ text: String, none: String) {
        // A satellite that is listed twice counts once.
        let satellites = Set(satellites).sorted()
        self.satellites = satellites.map(\.description)
        holds = satellites.count >= needed
        self.text = satellites.isEmpty ? none : holds ? text : "\(text), but \(needed) satellites are required"
    }
}
