// SPDX-License-Identifier: Apache-2.0

/// The changes to make in a receiver.
public struct ProvisionPlan: Hashable, Sendable {
    /// A setting with its old and new value.
    public struct Change: Hashable, Sendable {
        public let setting: ReceiverSetting
        /// The receiver's current value; nil if it does not report it.
        public let old: UInt64?
        public let new: UInt64
        /// True if the value is also stored in the receiver's permanent memory.
        public var isPermanent = false

        /// The text for plans: `NAV-SIG: off → every epoch`.
        public var words: String { "\(setting.name): \(transition)" }

        /// The old and new value: `off → every epoch`.
        public var transition: String {
            let target = setting.words(new)
            let same = old.map { setting.words($0) == target } ?? false
            return "\(setting.words(old)) → \(target)"
                + (same ? isPermanent ? ", stored permanently" : ", written with the others" : "")
        }
    }

    public let identity: UBXIdentity
    /// The receiver's port in use.
    public let port: ReceiverPortID
    /// True if the port was assumed because the receiver did not report it.
    public let isPortGuessed: Bool
    /// The requested options.
    public let options: ProvisionOptions
    /// The changes in the order in which they are made.
    public let changes: [Change]
    /// The number of settings that are right already.
    public let rightCount: Int
    /// Optional settings that this receiver does not know.
    public let unknown: [ReceiverSetting]
    /// Messages for which the line has no capacity at its rate.
    public let omitted: [ReceiverSetting]
    /// Epochs per second after the changes.
    public let epochsPerSecond: Double
    /// Bytes per second with a typical number of satellites, after the changes.
    public let bytesPerSecond: Int

    /// The messages that the receiver sends in every epoch after the changes, whatever it receives.
    public let steady: Set<MessageID>

    /// UBX-CFG-PRT of the port, if the receiver is configured by messages.
    let portSettings: [UInt8]?

    /// True if the receiver needs no changes.
    public var isNothingToDo: Bool { changes.isEmpty }

    /// The share of the line's capacity used by the messages, 1 for all of it; nil if the line has no rate.
    public var load: Double? {
        guard let baud = newBaud ?? options.currentBaud, baud > 0 else { return nil }
        return Double(bytesPerSecond) * 10 / Double(baud)
    }

    /// The rate of the line after the changes; nil if it is unchanged.
    public var newBaud: Int? { changes.first { $0.isRate }.flatMap { Int(exactly: $0.new) } }
}

extension ProvisionPlan.Change {
    /// True if it changes the rate of the line.
    var isRate: Bool {
        switch setting.place {
        case .baud: true
        case .key(let key): key == ConfigurationKeys.baud(.uart1) || key == ConfigurationKeys.baud(.uart2)
        default: false
        }
    }
}
