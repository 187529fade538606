// SPDX-License-Identifier: Apache-2.0

public import Settings

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

extension OSNMASettings.TimeSource: SettingValue {}

extension OSNMASettings: DescribedSettings {
    /// The keys of `osnma`.
    public static let settings = SettingsDescription(
        "Which navigation data Galileo authenticates (OSNMA), of receivers that hand over raw pages.",
        prototype: OSNMASettings(), judging + requiring)

    private static let judging: [Setting<OSNMASettings>] = [
        Setting("enabled", \.isEnabled, "Whether pages are validated."),
        Setting(
            "time_source", \.timeSource,
            "Time from outside the signal, without which a replayed signal cannot be told from a true one: "
                + "the system's clock while the kernel says that it is synchronised; system or rtc, the clock of "
                + "system or hardware on your word; or receiver, which proves nothing fresh."),
        Setting(
            "time_uncertainty_s", \.timeUncertainty,
            "With system and rtc: how wrong that clock may be. Up to 12 s all tags can be used, up to 162 s "
                + "those that come six minutes late.", in: 0...3600, unit: "s"),
        Setting(
            "minimum_tag_bits", \.minimumTagBits, "Bits of tags that a set of data needs to be authenticated.",
            in: 20...1000, unit: "bits"),
        Setting(
            "stale_s", \.stale, "Data whose last right tag is older do not count any more.", in: 60...3600, unit: "s"),
        Setting(
            "trust_directory", orEmpty: \.trustDirectory,
            "A folder with XML files of the European GNSS Service Centre that are trusted too; \"\": none.",
            form: absolutePathProblem, formText: "an absolute path", example: .text("/etc/gnss-gateway/osnma")),
    ]

    private static let requiring: [Setting<OSNMASettings>] = [
        Setting("require", \.isRequired, "Whether what asks for an authenticated position is refused without one."),
        Setting(
            "require_satellites", \.requiredSatellites,
            "With require: satellites of the solution that must have authenticated data; 0: the verdict "
                + "'authenticated' is enough.", in: 0...36),
        Setting(
            "accept_recordings", \.acceptsRecordings,
            "With require: whether a replay, or time from the receiver itself, will do, though nothing proves "
                + "that the signal is fresh."),
    ]
}
