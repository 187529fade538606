// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Resource limits for a driver in a separate process.
public struct ChildLimits: Sendable, Hashable {
    /// The process's private memory in MiB: 64...65536.
    public var memoryMiB: Int
    /// The share of one core in percent, averaged over 30 s; 0 for no limit. It does not apply to drivers whose sources
    /// wait for their consumers.
    public var cpuPercent: Int
    /// The largest number of observations per second. Nil: 10,000 for live receivers, no limit for sources that wait
    /// for their consumers.
    public var observationsPerSecond: Int?
    /// The seconds without any message after which the driver counts as hung; 0 for never.
    public var restartAfterSeconds: Int

    /// Creates limits; the defaults apply if nothing is configured.
    public init(
        memoryMiB: Int = 512, cpuPercent: Int = 80, observationsPerSecond: Int? = nil, restartAfterSeconds: Int = 60
    ) {
        self.memoryMiB = memoryMiB
        self.cpuPercent = cpuPercent
        self.observationsPerSecond = observationsPerSecond
        self.restartAfterSeconds = restartAfterSeconds
    }

    /// The default number of observations per second for a live receiver.
    package static let usualObservationsPerSecond = 10_000
}

extension ChildLimits: DescribedSettings {
    /// The keys of `receivers[].limits`.
    public static let settings = SettingsDescription(
        "Resource limits for a driver in a separate process. A driver that exceeds one is restarted.",
        prototype: ChildLimits(),
        [
            Setting("memory_mib", \.memoryMiB, "Private memory of the process.", in: 64...65_536, unit: "MiB"),
            Setting(
                "cpu_percent", \.cpuPercent,
                "Share of one core, averaged over 30 s; 0 for no limit. Replays are not limited.", in: 0...10_000,
                unit: "%"),
            Setting(
                "observations_per_s", \.observationsPerSecond,
                "Observations over the limit are dropped; those of a replay are delayed instead. Default: 10000, "
                    + "and no limit for a replay.", in: 1...10_000_000),
            Setting(
                "restart_after_s", \.restartAfterSeconds,
                "Time without any sign of life after which a driver counts as hung; 0 for never.", in: 0...86_400,
                unit: "s"),
        ])
}
