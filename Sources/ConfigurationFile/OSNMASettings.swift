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

    public init() {}
}

extension OSNMASettings.TimeSource: SettingValue {}

extension OSNMASettings: DescribedSettings {
    /// The keys of `osnma`.
    public static let settings = SettingsDescription(
        "Authentication of Galileo's navigation data (OSNMA), for receivers that deliver raw pages.",
        prototype: OSNMASettings(), judging + requiring)

    private static let judging: [Setting<OSNMASettings>] = [
        Setting("enabled", \.isEnabled, "Enables validation."),
        Setting(
            "time_source", \.timeSource,
            "Time source independent of the signal, which is needed to detect a replayed signal: the system clock "
                + "while the kernel reports it as synchronised; 'system' or 'rtc', the system or hardware clock, "
                + "trusted unconditionally; or 'receiver', which cannot detect a replay."),
        Setting(
            "time_uncertainty_s", \.timeUncertainty,
            "With 'system' and 'rtc': maximum error of that clock. Up to 12 s all tags can be used; up to 162 s "
                + "only those of the slow MAC.", in: 0...3600, unit: "s"),
        Setting(
            "minimum_tag_bits", \.minimumTagBits, "Tag bits required to authenticate a data set.",
            in: 20...1000, unit: "bits"),
        Setting(
            "stale_s", \.stale, "Maximum age of the last valid tag; older data no longer count as authenticated.",
            in: 60...3600, unit: "s"),
        Setting(
            "trust_directory", orEmpty: \.trustDirectory,
            "Directory of additional trusted XML files from the European GNSS Service Centre; \"\" for none.",
            form: absolutePathProblem, formText: "an absolute path", example: .text("/etc/gnss-gateway/osnma")),
    ]

    private static let requiring: [Setting<OSNMASettings>] = [
        Setting(
            "require", \.isRequired, "Refuse requests for an authenticated position when none is available.",
            changeable: true),
        Setting(
            "require_satellites", \.requiredSatellites,
            "With require: satellites of the solution that must have authenticated data; 0: the verdict "
                + "'authenticated' is enough.", in: 0...36, changeable: true),
        Setting(
            "accept_recordings", \.acceptsRecordings,
            "With require: also accept recordings and the receiver's own time, although they cannot rule out a "
                + "replayed signal."),
    ]
}
