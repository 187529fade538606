// SPDX-License-Identifier: Apache-2.0

public import Settings

/// The Traccar server to which positions are sent.
public struct TraccarSettings: Hashable, Sendable {
    /// The address of the protocol OsmAnd, `http` or `https`, without a query.
    public var url: String
    /// The id by which the server knows the gateway; nil for the name of the machine.
    public var device: String?
    /// The path of a file with certificate authorities for the server; nil for the system's.
    public var authorities: String?
    /// The time between two positions; zero for none by time.
    public var interval = Duration.seconds(10)
    /// The distance in metres after which a position is sent; 0 for none by distance.
    public var distance = 0.0
    /// The largest number of waiting positions.
    public var queueEntries = 1_000_000
    /// The largest total size of the waiting positions in MiB.
    public var queueMiB = 1024
    /// The number of days after which a waiting position is dropped.
    public var queueDays = 28

    public init(url: String) { self.url = url }

    /// The scheme, host and port of the address.
    public var origin: String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        return String(url[..<(url[start...].firstIndex(of: "/") ?? url.endIndex)])
    }
}

extension TraccarSettings: DescribedSettings {
    /// The keys of `traccar`.
    public static let settings = SettingsDescription(
        "A Traccar server to which the gateway sends its positions. Omit for none; positions that still wait are then "
            + "deleted.",
        prototype: TraccarSettings(url: ""), required: ["url"],
        example: .section([
            ConfigurationValue.Member(key: "url", value: .text("http://traccar.example:5055"))
        ]),
        [
            Setting(
                "url", \.url,
                "Address of Traccar's protocol OsmAnd. With http, everyone on the way can read the positions.",
                form: { WebAddress.problem($0) ?? ($0.contains("?") ? "contains a query" : nil) },
                formText: "http://host:5055, or https://host/path"),
            Setting(
                "id", orEmpty: \.device,
                "Identifier of the device in Traccar; \"\" for the name of this machine.",
                form: { (1...128).contains($0.utf8.count) ? nil : "is too long" }, formText: "1...128 bytes"),
            Setting(
                "ca_file", \.authorities, "CA certificates (PEM) for verifying the server. Default: the system's.",
                form: absolutePathProblem, formText: "an absolute path"),
            Setting(
                "interval_s", \.interval, "Time between two positions; 0 for none by time.", in: 0...86_400, unit: "s"),
            Setting(
                "distance_m", \.distance,
                "Distance after which a position is sent before that time; 0 for none by distance.", in: 0...100_000,
                unit: "m"),
            Setting(
                "queue_entries", \.queueEntries,
                "Maximum number of positions that wait for the server; when it is exceeded, the oldest are dropped.",
                in: 1...100_000_000),
            Setting("queue_mib", \.queueMiB, "Maximum size of the waiting positions.", in: 1...65_536, unit: "MiB"),
            Setting("queue_days", \.queueDays, "Maximum time that a position waits.", in: 1...365, unit: "d"),
        ])
}
