// SPDX-License-Identifier: Apache-2.0

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

extension StoreSettings {
    /// `store` as it was read and checked.
    package init(_ value: ConfigurationValue?) {
        self.init()
        guard let value else { return }
        keepDays = value["keep_days"]?.integer.flatMap { Int(exactly: $0) } ?? keepDays
        keepMiB = value["keep_mib"]?.integer.flatMap { Int(exactly: $0) } ?? keepMiB
        keepsUnsent = value["keep_unsent"]?.boolean ?? keepsUnsent
        isRequired = value["required"]?.boolean ?? isRequired
    }

    /// `store` as a value of the file.
    package var value: ConfigurationValue {
        .section([
            ConfigurationValue.Member(key: "keep_days", value: .integer(Int64(keepDays))),
            ConfigurationValue.Member(key: "keep_mib", value: .integer(Int64(keepMiB))),
            ConfigurationValue.Member(key: "keep_unsent", value: .boolean(keepsUnsent)),
            ConfigurationValue.Member(key: "required", value: .boolean(isRequired)),
        ])
    }
}

extension GatewayKeys {
    /// `store`.
    static let store: ValueSchema = {
        var store = section(
            "How much of what was recorded is kept. What is not finished always is.",
            [
                (
                    "keep_days",
                    ValueSchema(
                        types: [.integer],
                        text: "Recorded paths and track log that ended more days ago are removed; 0: never.", unit: "d",
                        defaultValue: .integer(0), minimum: 0, maximum: 36_500)
                ),
                (
                    "keep_mib",
                    ValueSchema(
                        types: [.integer], text: "The oldest are removed while the database holds more; 0: never.",
                        unit: "MiB", defaultValue: .integer(0), minimum: 0, maximum: 16_777_216)
                ),
                (
                    "keep_unsent",
                    ValueSchema(
                        types: [.boolean],
                        text: "Paths that no service outside has are never removed; the track log, which is sent to "
                            + "none, is all the same.",
                        defaultValue: .boolean(true))
                ),
                (
                    "required",
                    ValueSchema(
                        types: [.boolean],
                        text:
                            "The daemon ends where the store cannot be used; else it goes on in memory, or with a new "
                            + "store, and raises an alert.",
                        defaultValue: .boolean(false))
                ),
            ])
        store.defaultValue = .section([])
        return store
    }()
}
