// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How the simulator is started.
public struct SimulatorConfiguration: Sendable {
    /// The port for onboarding, for the gateway and for tests; 0: any that is free.
    public var ports: (onboarding: Int, gateway: Int, admin: Int)
    /// Where authorities and state are kept from one run to the next; nil: nowhere.
    public var directory: String?
    /// What makes ids and codes the same in every run.
    public var seed: UInt64
    /// Seconds from a request to its answer in the outbox, 0...60.
    public var latency: Double
    /// `QA` or `Production`: how far requests must be apart.
    public var environment: String
    /// The service's time at the start; nil: the system's.
    public var time: UTCTime?
    /// Whether the clock follows the requests.
    public var following: VirtualClock.Following?

    /// Any free ports, nothing kept.
    public init(
        ports: (onboarding: Int, gateway: Int, admin: Int) = (0, 0, 0), directory: String? = nil, seed: UInt64,
        latency: Double = 0.05, environment: String = "QA", time: UTCTime? = nil,
        following: VirtualClock.Following? = nil
    ) {
        (self.ports, self.directory, self.seed) = (ports, directory, seed)
        (self.latency, self.environment, self.time, self.following) = (latency, environment, time, following)
    }

    /// An instant as `2026-11-20T12:00:00Z`; nil where it is none.
    public static func time(_ text: String) -> UTCTime? { UTCTime(iso8601: text) }
}
