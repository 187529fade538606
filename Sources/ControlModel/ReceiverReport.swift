// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How a receiver is doing.
public struct ReceiverReport: Codable, Hashable, Sendable {
    /// Its name: observations carry it.
    public var id: String
    /// The kind of its driver.
    public var driver: String
    /// The stable identity that what is learnt of it is kept under.
    public var identity: String
    /// Who wants it to run: `configured`, `found` or `added`.
    public var origin: String
    /// Where its driver runs: `in-process` or `process`.
    public var isolation: String
    /// The priority among the receivers, 0...100; the highest comes first.
    public var priority: Int
    /// The device as the configuration names it, or where it was found.
    public var device: String?
    /// The maker, as the receiver states it.
    public var vendor: String?
    /// The model, as the receiver states it.
    public var model: String?
    /// The firmware, as the receiver states it.
    public var firmware: String?
    /// The serial number or chip id.
    public var serial: String?
    public var state: ReportCode<ReceiverState>
    /// Why, in a sentence.
    public var reason: String
    /// The reason by its code; `receiver.driver` for a driver's own sentence.
    public var message: CodedText?
    /// Since when it is in this state.
    public var since: Timestamp
    /// Whether it is the active receiver.
    public var isActive: Bool
    /// Whether the operator selected it.
    public var isSelected: Bool
    /// When its last observation came.
    public var lastData: Timestamp?
    /// How long ago that was, in seconds.
    public var lastDataAge: Double?
    /// The receiver's last epoch; nil before the first.
    public var fix: FixReport?
    /// The corrections that it was handed; nil: none.
    public var corrections: CorrectionDeliveryReport?
    /// Epochs a second, over the last of them.
    public var rate: Double?
    /// Observations that reached the bus.
    public var observations: UInt64
    /// How often its driver was started again.
    public var restarts: Int
    /// Batches of its driver that were refused.
    public var refusedBatches: Int

    /// A receiver, with what is not optional.
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

    enum CodingKeys: String, CodingKey {
        case id, driver, identity, origin, isolation, priority, device, vendor, model, firmware, serial, state, reason
        case message, since, fix, observations, restarts, corrections
        case isActive = "active"
        case isSelected = "chosen"
        case lastData = "last_data"
        case lastDataAge = "last_data_age_s"
        case rate = "rate_hz"
        case refusedBatches = "refused_batches"
    }
}
