// SPDX-License-Identifier: Apache-2.0

/// How Galileo's navigation message authentication is used.
public struct OSNMASettings: Hashable, Sendable {
    /// Where the time comes from that it needs from outside the signal.
    public enum TimeSource: String, Hashable, Sendable, CaseIterable {
        /// The system's clock, while the kernel says that it is synchronised.
        case synchronised
        /// The system's clock, on the operator's word.
        case system
        /// The hardware's clock, on the operator's word.
        case rtc
        /// The receiver's own time.
        case receiver
    }

    /// Whether pages are validated.
    public var isEnabled = true
    /// Where the trusted time comes from.
    public var timeSource = TimeSource.synchronised
    /// With `system` and `rtc`: how wrong that clock may be.
    public var timeUncertainty = Duration.seconds(60)
    /// A set of data is authenticated when its tags sum up to so many bits.
    public var minimumTagBits = 40
    /// Data whose last right tag is older do not count any more.
    public var stale = Duration.seconds(180)
    /// Whether an authenticated position is required of what asks for it.
    public var isRequired = false
    /// So many satellites of the solution must have authenticated data then.
    public var requiredSatellites = 4
    /// Whether a recording, or time from the receiver itself, will do then.
    public var acceptsRecordings = false
    /// A folder of trust material that is trusted too; nil: none.
    public var trustDirectory: String?

    /// What is usual.
    public init() {}
}

extension OSNMASettings {
    /// `osnma` as it was read and checked.
    package init(_ value: ConfigurationValue?) {
        self.init()
        guard let value else { return }
        isEnabled = value["enabled"]?.boolean ?? isEnabled
        timeSource = value["time_source"]?.text.flatMap { TimeSource(rawValue: $0) } ?? timeSource
        timeUncertainty = value["time_uncertainty_s"]?.duration ?? timeUncertainty
        minimumTagBits = value["minimum_tag_bits"]?.integer.flatMap { Int(exactly: $0) } ?? minimumTagBits
        stale = value["stale_s"]?.duration ?? stale
        isRequired = value["require"]?.boolean ?? isRequired
        requiredSatellites = value["require_satellites"]?.integer.flatMap { Int(exactly: $0) } ?? requiredSatellites
        acceptsRecordings = value["accept_recordings"]?.boolean ?? acceptsRecordings
        trustDirectory = value["trust_directory"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `osnma` as a value of the file.
    package var value: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        return .section([
            Member(key: "enabled", value: .boolean(isEnabled)),
            Member(key: "time_source", value: .text(timeSource.rawValue)),
            Member(key: "time_uncertainty_s", value: .seconds(timeUncertainty)),
            Member(key: "minimum_tag_bits", value: .integer(Int64(minimumTagBits))),
            Member(key: "stale_s", value: .seconds(stale)),
            Member(key: "require", value: .boolean(isRequired)),
            Member(key: "require_satellites", value: .integer(Int64(requiredSatellites))),
            Member(key: "accept_recordings", value: .boolean(acceptsRecordings)),
            Member(key: "trust_directory", value: .text(trustDirectory ?? "")),
        ])
    }
}

extension GatewayKeys {
    /// `osnma`.
    static let osnma: ValueSchema = {
        var osnma = section(
            "Which navigation data Galileo authenticates (OSNMA), of receivers that hand over raw pages.",
            judging + requiring)
        osnma.defaultValue = .section([])
        return osnma
    }()

    private static let judging: [(String, ValueSchema)] = [
        (
            "enabled",
            ValueSchema(types: [.boolean], text: "Whether pages are validated.", defaultValue: .boolean(true))
        ),
        (
            "time_source",
            ValueSchema(
                types: [.string],
                text: "Time from outside the signal, without which a replayed signal cannot be told from a true one: "
                    + "the system's clock while the kernel says that it is synchronised; system or rtc, the clock of "
                    + "system or hardware on your word; or receiver, which proves nothing fresh.",
                defaultValue: .text("synchronised"),
                listed: OSNMASettings.TimeSource.allCases.map { .text($0.rawValue) })
        ),
        (
            "time_uncertainty_s",
            ValueSchema(
                types: [.number],
                text: "With system and rtc: how wrong that clock may be. Up to 12 s all tags can be used, up to 162 s "
                    + "those that come six minutes late.",
                unit: "s", defaultValue: .integer(60), minimum: 0, maximum: 3600)
        ),
        (
            "minimum_tag_bits",
            ValueSchema(
                types: [.integer], text: "Bits of tags that a set of data needs to be authenticated.", unit: "bits",
                defaultValue: .integer(40), minimum: 20, maximum: 1000)
        ),
        (
            "stale_s",
            ValueSchema(
                types: [.number], text: "Data whose last right tag is older do not count any more.", unit: "s",
                defaultValue: .integer(180), minimum: 60, maximum: 3600)
        ),
        (
            "trust_directory",
            ValueSchema(
                types: [.string],
                text: "A folder with XML files of the European GNSS Service Centre that are trusted too; \"\": none.",
                defaultValue: .text(""), form: { $0.isEmpty || $0.hasPrefix("/") ? nil : "is not an absolute path" },
                formText: "an absolute path", example: .text("/etc/gnss-gateway/osnma"))
        ),
    ]

    private static let requiring: [(String, ValueSchema)] = [
        (
            "require",
            ValueSchema(
                types: [.boolean],
                text: "Whether what asks for an authenticated position is refused without one.",
                defaultValue: .boolean(false))
        ),
        (
            "require_satellites",
            ValueSchema(
                types: [.integer],
                text: "With require: satellites of the solution that must have authenticated data; 0: any verdict "
                    + "«authenticated» will do.",
                defaultValue: .integer(4), minimum: 0, maximum: 36)
        ),
        (
            "accept_recordings",
            ValueSchema(
                types: [.boolean],
                text:
                    "With require: whether a replay, or time from the receiver itself, will do, though nothing proves "
                    + "that the signal is fresh.",
                defaultValue: .boolean(false))
        ),
    ]
}
