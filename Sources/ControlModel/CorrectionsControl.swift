// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts
package import Settings

/// The requests for setting up corrections while the daemon runs. The gateway implements them, and the control
/// interface serves them.
public protocol CorrectionsControl: Sendable {
    /// The corrections in effect.
    func corrections() async -> CorrectionsOverview

    /// The keys in effect, without paths and password.
    ///
    /// - Throws: `ControlError` (`not_configured`) if neither the configuration nor a user has named a caster.
    func correctionsEntry() async throws(ControlError) -> CorrectionsEntryReport

    /// Sets the caster on behalf of a user. It overrides the configuration, even after a restart, and takes effect at
    /// once.
    ///
    /// - Throws: `ControlError` if the value of a key is not allowed, or the entry cannot be stored.
    func setCorrections(_ entry: CorrectionsEntry) async throws(ControlError) -> CorrectionsOverview

    /// Stops or starts the corrections. Stopped corrections remain stopped across restarts.
    ///
    /// - Throws: `ControlError` if there is no caster, or the change cannot be stored.
    func perform(_ command: CorrectionsCommand) async throws(ControlError) -> CorrectionsOverview

    /// Removes the caster that a user set, so that the configuration applies again.
    ///
    /// - Throws: `ControlError` if the change cannot be stored.
    func resetCorrections() async throws(ControlError) -> CorrectionsOverview

    /// Fetches a caster's list of mount points, which takes up to 20 s. A failure of the caster is part of the report.
    ///
    /// - Throws: `ControlError` if the address is not allowed, or another list is being fetched (`busy`).
    func mountpoints(_ query: CasterQuery) async throws(ControlError) -> MountpointsReport
}

/// A command for the corrections.
public enum CorrectionsCommand: String, Sendable, CaseIterable {
    case start
    case stop
}

/// The corrections in effect: `GET /v1/corrections`.
public struct CorrectionsOverview: Codable, Hashable, Sendable {
    /// The origin of the caster in effect.
    public enum Origin: String, Coded {
        /// Neither the configuration nor a user has named a caster.
        case none
        case file
        case person
    }

    public var origin: ReportCode<Origin>
    /// True if a user stopped the corrections.
    public var isStopped: Bool
    /// True if the configuration has a section for corrections.
    public var isInFile: Bool
    /// The caster and the mount point, as `ntrip://caster.example:2101/MOUNT`; nil if there is no caster.
    public var stream: String?
    /// The report on the stream; nil if the corrections are stopped or there is no caster.
    public var report: CorrectionsReport?

    public init(origin: Origin, isStopped: Bool, isInFile: Bool, stream: String?, report: CorrectionsReport?) {
        self.origin = ReportCode(origin)
        (self.isStopped, self.isInFile, self.stream, self.report) = (isStopped, isInFile, stream, report)
    }

    enum CodingKeys: String, CodingKey {
        case origin, stream, report
        case isStopped = "stopped"
        case isInFile = "in_file"
    }
}

/// The effective values of the keys in the configuration's section `corrections`, except for paths and the password.
public struct CorrectionsEntryReport: Codable, Hashable, Sendable {
    package var entry: ConfigurationValue
    /// True if a password is stored. The password itself can only be written.
    public var hasPassword: Bool

    package init(entry: ConfigurationValue, hasPassword: Bool) {
        (self.entry, self.hasPassword) = (entry, hasPassword)
    }

    enum CodingKeys: String, CodingKey {
        case entry
        case hasPassword = "has_password"
    }
}

/// The body of `PUT /v1/corrections`: keys of the configuration's section `corrections`, and a password.
public struct CorrectionsEntry: Decodable, Sendable, CustomStringConvertible, CustomReflectable {
    package var value: ConfigurationValue
    /// The new password; empty for none; nil to keep the stored one if caster and user stay the same. `.null` and
    /// values other than texts are invalid.
    package var password: ConfigurationValue?

    package init(_ value: ConfigurationValue, password: ConfigurationValue? = nil) {
        (self.value, self.password) = (value, password)
    }

    /// Reads an object.
    ///
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        let object = try ConfigurationValue(objectFrom: decoder)
        var members: [ConfigurationValue.Member] = []
        if case .section(let all) = object { members = all }
        self.init(.section(members.filter { $0.key != "password" }), password: object["password"])
    }

    /// Hides the password, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Shows no fields, so that no dump of the value can contain the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The body of `POST /v1/corrections/mountpoints`.
public struct CasterQuery: Decodable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The address, as in the configuration.
    public var caster: String
    /// The NTRIP version of the request, 1 or 2.
    public var version: Int?
    /// The user; if nil, the gateway sends no password, unless this is the caster in effect.
    public var user: String?
    public var password: String?

    public init(caster: String, version: Int? = nil, user: String? = nil, password: String? = nil) {
        (self.caster, self.version, self.user, self.password) = (caster, version, user, password)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case caster, version, user, password
    }

    /// Reads an object; an unknown key is an error.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            caster: try container.decode(String.self, forKey: .caster),
            version: try container.decodeIfPresent(Int.self, forKey: .version),
            user: try container.decodeIfPresent(String.self, forKey: .user),
            password: try container.decodeIfPresent(String.self, forKey: .password))
    }

    /// Hides the password, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Shows no fields, so that no dump of the value can contain the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The mount points of a caster.
public struct MountpointsReport: Codable, Hashable, Sendable {
    /// The largest number of mount points in a report.
    public static let limit = 2000

    /// A mount point, as the caster describes it. All texts come from the caster.
    public struct Mountpoint: Codable, Hashable, Sendable {
        public var name: String
        /// The location of the station, for people.
        public var place: String
        /// The data format, such as `RTCM 3.2`.
        public var format: String
        /// The messages and their intervals: `1005(10),1077(1)`.
        public var messages: String
        /// The satellite systems: `GPS+GLO+GAL`.
        public var systems: String
        public var network: String
        public var country: String
        /// The distance from the gateway's position in kilometres; nil if one of the positions is unknown.
        public var distance: Double?
        /// True if the caster sends nothing until it knows the receiver's position.
        public var needsPosition: Bool
        /// True if the caster requires a user and a password.
        public var needsPassword: Bool
        /// True if the caster's operator charges a fee for the stream.
        public var hasFee: Bool

        package init(
            name: String, place: String, format: String, messages: String, systems: String, network: String,
            country: String, distance: Double?, needsPosition: Bool, needsPassword: Bool, hasFee: Bool
        ) {
            (self.name, self.place, self.format, self.messages) = (name, place, format, messages)
            (self.systems, self.network, self.country, self.distance) = (systems, network, country, distance)
            (self.needsPosition, self.needsPassword, self.hasFee) = (needsPosition, needsPassword, hasFee)
        }

        enum CodingKeys: String, CodingKey {
            case name, place, format, messages, systems, network, country
            case distance = "distance_km"
            case needsPosition = "needs_position"
            case needsPassword = "needs_password"
            case hasFee = "fee"
        }
    }

    /// The caster's address.
    public var caster: String
    /// The mount points, the nearest first; those at an unknown distance follow by name.
    public var mountpoints: [Mountpoint] = []
    /// The number of mount points in the caster's list, including those that the report omits.
    public var total = 0
    /// The number of entries whose name no request can contain.
    public var unusable = 0
    /// The cause of a failure; nil if the list arrived.
    public var problem: ReportCode<CorrectionsReport.Cause>?
    /// The problem in a sentence.
    public var reason: String?
    /// The problem as a code; shorter than the reason.
    public var message: CodedText?
    /// The remedy, in a sentence.
    public var cure: String?
    /// The cure as a code.
    public var cureMessage: CodedText?

    public init(caster: String) { self.caster = caster }

    /// Creates the report of a failure.
    package init(caster: String, problem: CorrectionsReport.Cause, reason: String) {
        self.init(caster: caster)
        (self.problem, self.reason) = (ReportCode(problem), reason)
        message = CorrectionsText(cause: problem.code).map { CodedText($0) }
        let cure = CorrectionsCure(cause: problem.code)
        (self.cure, cureMessage) = (cure?.english, cure.map { CodedText($0) })
    }

    enum CodingKeys: String, CodingKey {
        case caster, mountpoints, total, unusable, problem, reason, message, cure
        case cureMessage = "cure_message"
    }
}
