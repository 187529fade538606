// SPDX-License-Identifier: Apache-2.0

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
