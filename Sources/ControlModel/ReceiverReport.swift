// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state of a receiver.
public struct ReceiverReport: Codable, Hashable, Sendable {
    /// The receiver's name, which is also the source of its observations.
    public var id: String
    /// The kind of its driver.
    public var driver: String
    /// The stable identity under which facts about the receiver are stored.
    public var identity: String
    /// The origin of the receiver: `configured`, `found` or `added`.
    public var origin: String
    /// The isolation of its driver: `in-process`, or `process` for a driver in its own process.
    public var isolation: String
    /// The priority among the receivers, 0...100; the highest comes first.
    public var priority: Int
    /// The device in the configuration, or the one on which it was found.
    public var device: String?
    /// The rate of its serial line in bits per second that its configuration states; nil if its driver searches for the
    /// rate.
    public var configuredBaud: Int?
    /// The manufacturer, as reported by the receiver.
    public var vendor: String?
    /// The model, as reported by the receiver.
    public var model: String?
    /// The firmware version, as reported by the receiver.
    public var firmware: String?
    /// The serial number or chip ID.
    public var serial: String?
    public var state: ReportCode<ReceiverState>
    /// The reason for the state, in a sentence.
    public var reason: String
    /// The reason as a code with parameters; `receiver.driver` for a driver's own sentence.
    public var message: CodedText?
    /// The time at which this state began.
    public var since: Timestamp
    /// True if it is the active receiver.
    public var isActive: Bool
    /// True if the operator selected it.
    public var isSelected: Bool
    /// The arrival of its last observation.
    public var lastData: Timestamp?
    /// The age of its last observation in seconds.
    public var lastDataAge: Double?
    /// The receiver's last epoch; nil before the first.
    public var fix: FixReport?
    /// The age of its last epoch in seconds; nil before the first.
    public var fixAge: Double?
    /// The corrections passed to it; nil if there are none.
    public var corrections: CorrectionTally?
    /// The recent rate of epochs, per second.
    public var rate: Double?
    /// The number of its observations published on the bus.
    public var observations: UInt64
    /// The number of restarts of its driver.
    public var restarts: Int
    /// The number of batches from its driver that the gateway refused.
    public var refusedBatches: Int

    /// Creates a report with the required values.
    public init(
        id: String, driver: String, identity: String, origin: String, isolation: String, priority: Int,
        state: ReceiverState, reason: String, since: Timestamp
    ) {
        (self.id, self.driver, self.identity, self.origin) = (id, driver, identity, origin)
        (self.isolation, self.priority) = (isolation, priority)
        (self.state, self.reason, self.since) = (ReportCode(state), reason, since)
        (isActive, isSelected) = (false, false)
        (observations, restarts, refusedBatches) = (0, 0, 0)
    }

    /// True if the last epoch is not current any more: it is older than two and a half of the receiver's epochs, at
    /// least 4 s and at most 60 s, as `LearntReceiver.positionLimit`.
    public var isFixOld: Bool { fixAge.map { $0 > max(4, min(2.5 / (rate ?? .infinity), 60)) } ?? false }

    enum CodingKeys: String, CodingKey {
        case id, driver, identity, origin, isolation, priority, device, vendor, model, firmware, serial, state, reason
        case message, since, fix, observations, restarts, corrections
        case configuredBaud = "configured_baud"
        case isActive = "active"
        case isSelected = "chosen"
        case lastData = "last_data"
        case lastDataAge = "last_data_age_s"
        case fixAge = "fix_age_s"
        case rate = "rate_hz"
        case refusedBatches = "refused_batches"
    }
}
