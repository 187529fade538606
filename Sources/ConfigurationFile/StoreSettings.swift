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

    /// Everything is kept.
    public init() {}
}

extension StoreSettings: DescribedSettings {
    /// The keys of `store`.
    public static let settings = SettingsDescription(
        "How much of what was recorded is kept. What is not finished always is.", prototype: StoreSettings(),
        [
            Setting(
                "keep_days", \.keepDays,
                "Recorded paths and track log that ended more days ago are removed; 0: never.", in: 0...36_500,
                unit: "d"),
            Setting(
                "keep_mib", \.keepMiB, "The oldest are removed while the database holds more; 0: never.",
                in: 0...16_777_216, unit: "MiB"),
            Setting(
                "keep_unsent", \.keepsUnsent,
                "Paths that no service outside has are never removed; the track log, which is sent to none, is all "
                    + "the same."),
            Setting(
                "required", \.isRequired,
                "The daemon ends where the store cannot be used; else it goes on in memory, or with a new store, and "
                    + "raises an alert."),
        ])
}
