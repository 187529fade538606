// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Limits of stored recordings.
public struct StoreSettings: Hashable, Sendable {
    /// The number of days after which finished tracks, and paths that need not be kept, are removed; 0 for never.
    public var keepDays = 0
    /// The size of the database in MiB, without what waits to be sent and the list of photos, beyond which the oldest
    /// finished tracks, and paths that need not be kept, are removed; 0 for no limit.
    public var keepMiB = 0
    /// True to never remove paths that were not sent. Nothing sends paths at present, so that all are kept.
    public var keepsUnsent = true
    /// True to exit if the store cannot be used; false to set a damaged store aside or to work in memory.
    public var isRequired = false

    /// Creates the default settings, which keep everything.
    public init() {}
}

extension StoreSettings: DescribedSettings {
    /// The keys of `store`.
    public static let settings = SettingsDescription(
        "Limits on stored recordings. Unfinished recordings are always kept.", prototype: StoreSettings(),
        [
            Setting(
                "keep_days", \.keepDays,
                "Maximum age in days of finished tracks, and of finished paths if keep_unsent is false; older ones are "
                    + "removed; 0 for no limit.",
                in: 0...36_500, unit: "d"),
            Setting(
                "keep_mib", \.keepMiB,
                "Maximum size of the database without what waits to be sent and the list of photos; when it is "
                    + "exceeded, the oldest finished tracks are removed, and paths if keep_unsent is false; 0 for no "
                    + "limit.",
                in: 0...16_777_216, unit: "MiB"),
            Setting(
                "keep_unsent", \.keepsUnsent,
                "Never remove paths that have not been sent to an outside service. The gateway does not send paths at "
                    + "present, so this keeps all of them. Tracks are removed regardless."),
            Setting(
                "required", \.isRequired,
                "Exit if the store cannot be used. Otherwise the daemon continues in memory, or with a new store, "
                    + "and raises an alert."),
        ])
}
