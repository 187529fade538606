// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Settings

/// Settings for Galileo's navigation message authentication.
public struct OSNMASettings: Hashable, Sendable {
    /// The source of the time, which must be independent of the signal.
    public enum TimeSource: String, Hashable, Sendable, CaseIterable {
        /// The system clock, while the kernel reports it as synchronised.
        case synchronised
        /// The system clock, which the operator declares as correct.
        case system
        /// The hardware clock, which the operator declares as correct.
        case rtc
        /// The receiver's own time.
        case receiver
    }

    /// True to validate pages.
    public var isEnabled = true
    /// The source of the trusted time.
    public var timeSource = TimeSource.synchronised
    /// The largest error of the clock, for the sources `system` and `rtc`.
    public var timeUncertainty = Duration.seconds(60)
    /// The smallest total length, in bits, of correct tags that authenticate a set of data.
    public var minimumTagBits = SettingDefaults.OSNMA.minimumTagBits
    /// The time since the last valid tag after which data no longer count as authenticated.
    public var stale = Duration.seconds(SettingDefaults.OSNMA.staleSeconds)
    /// True if outputs that ask for authentication require an authenticated position.
    public var isRequired = false
    /// The number of satellites in the solution that must then have authenticated data.
    public var requiredSatellites = SettingDefaults.OSNMA.requiredSatellites
    /// True if a recording, or time from the receiver itself, is then accepted.
    public var acceptsRecordings = false
    /// A folder with additional trust material; nil for none.
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
            "With 'system' and 'rtc': maximum error of that clock. Up to 12 s, all tags can be used; above "
                + "that, up to 162 s, only those of the slow MAC.", in: 0...3600, unit: "s"),
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
