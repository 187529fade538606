// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The simulator's start options.
public struct SimulatorConfiguration: Sendable {
    /// The ports for onboarding, for the gateway and for tests; 0 selects any free port.
    public var ports: (onboarding: Int, gateway: Int, admin: Int)
    /// The folder that keeps authorities and state between runs; nil keeps nothing.
    public var directory: String?
    /// The seed of all IDs and codes, so that runs are reproducible.
    public var seed: UInt64
    /// The time from a request to its answer in the outbox, in seconds, 0...60.
    public var latency: Double
    /// `QA` or `Production`; determines the minimum time between requests.
    public var environment: String
    /// The service's time at the start; nil for the system's time.
    public var time: UTCTime?
    /// The way in which the service's clock follows the times in requests; nil if it does not.
    public var following: VirtualClock.Following?

    /// Creates a configuration; by default with any free ports and without kept state.
    public init(
        ports: (onboarding: Int, gateway: Int, admin: Int) = (0, 0, 0), directory: String? = nil, seed: UInt64,
        latency: Double = 0.05, environment: String = "QA", time: UTCTime? = nil,
        following: VirtualClock.Following? = nil
    ) {
        (self.ports, self.directory, self.seed) = (ports, directory, seed)
        (self.latency, self.environment, self.time, self.following) = (latency, environment, time, following)
    }

    /// Parses an instant such as `2026-11-20T12:00:00Z`; nil if the text is invalid or the year is outside 1677...2262.
    public static func time(_ text: String) -> UTCTime? { UTCTime(iso8601: text) }
}
