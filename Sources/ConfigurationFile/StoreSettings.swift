// SPDX-License-Identifier: Apache-2.0

public import Settings

/// How much of what was recorded is kept.
public struct StoreSettings: Hashable, Sendable {
    /// Recorded paths that ended more days ago are removed; 0: never.
    public var keepDays = 0
    /// The oldest recorded paths are removed while the database holds more MiB; 0: never.
    public var keepMiB = 0
    /// Paths that were not sent are never removed.
    public var keepsUnsent = true
    /// The daemon ends where the store cannot be used; else it sets a damaged one aside, or works in memory.
    public var isRequired = false

    /// The default settings, which keep everything.
    public init() {}
}

extension StoreSettings: DescribedSettings {
    /// The keys of `store`.
    public static let settings = SettingsDescription(
        "Limits on stored recordings. Unfinished recordings are always kept.", prototype: StoreSettings(),
        [
            Setting(
                "keep_days", \.keepDays,
                "Maximum age in days of finished paths and tracks; older ones are removed; 0 for no limit.",
                in: 0...36_500,
                unit: "d"),
            Setting(
                "keep_mib", \.keepMiB,
                "Maximum size of the database; the oldest recordings are removed when it is exceeded; 0 for no "
                    + "limit.",
                in: 0...16_777_216, unit: "MiB"),
            Setting(
                "keep_unsent", \.keepsUnsent,
                "Never remove paths that have not been sent to an outside service. Tracks are never sent and are "
                    + "removed regardless."),
            Setting(
                "required", \.isRequired,
                "Exit if the store cannot be used. Otherwise the daemon continues in memory, or with a new store, "
                    + "and raises an alert."),
        ])
}
