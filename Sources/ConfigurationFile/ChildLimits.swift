// SPDX-License-Identifier: Apache-2.0

public import Settings

/// What a driver in a process of its own may use.
public struct ChildLimits: Sendable, Hashable {
    /// Private memory of the process, in MiB: 64...65536.
    public var memoryMiB: Int
    /// How much of one core it may use on an average of 30 s, in per cent; 0: as much as it likes. A driver whose
    /// sources wait for their consumers may always.
    public var cpuPercent: Int
    /// How many observations a second are taken. Nil: 10,000 of a driver of live receivers, any number of one whose
    /// sources wait for their consumers.
    public var observationsPerSecond: Int?
    /// A driver that says nothing at all for so many seconds is taken for hung; 0: never.
    public var restartAfterSeconds: Int

    /// What is used where nothing is said.
    public init(
        memoryMiB: Int = 512, cpuPercent: Int = 80, observationsPerSecond: Int? = nil, restartAfterSeconds: Int = 60
    ) {
        self.memoryMiB = memoryMiB
        self.cpuPercent = cpuPercent
        self.observationsPerSecond = observationsPerSecond
        self.restartAfterSeconds = restartAfterSeconds
    }

    /// How many observations a second are taken of a live receiver where nothing is said.
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
