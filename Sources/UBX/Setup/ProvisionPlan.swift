// SPDX-License-Identifier: Apache-2.0

/// What is to be changed in a receiver, from what to what.
public struct ProvisionPlan: Hashable, Sendable {
    /// A setting, with its value before and after.
    public struct Change: Hashable, Sendable {
        public let setting: ReceiverSetting
        /// What the receiver has; nil: it does not tell.
        public let old: UInt64?
        public let new: UInt64

        /// As in plans: `NAV-SIG: off → every epoch`.
        public var words: String { "\(setting.name): \(transition)" }

        /// From what to what: `off → every epoch`.
        public var transition: String {
            let target = setting.words(new)
            let same = old.map { setting.words($0) == target } ?? false
            return "\(setting.words(old)) → \(target)" + (same ? ", kept for good" : "")
        }
    }

    public let identity: UBXIdentity
    /// The end of the receiver that the line is at.
    public let port: ReceiverPortID
    /// Whether the receiver did not tell that.
    public let isPortGuessed: Bool
    /// What was asked for.
    public let options: ProvisionOptions
    /// The changes, in the order in which they are made.
    public let changes: [Change]
    /// How many settings are right already.
    public let rightCount: Int
    /// Settings that this receiver does not know and that it can do without.
    public let unknown: [ReceiverSetting]
    /// Messages that the line has no room for at its rate.
    public let omitted: [ReceiverSetting]
    /// Epochs a second, once the changes are made.
    public let epochsPerSecond: Double
    /// Bytes a second in an ordinary sky, once the changes are made.
    public let bytesPerSecond: Int

    /// UBX-CFG-PRT of the port, where it is configured by messages.
    let portSettings: [UInt8]?

    /// Whether the receiver is as it is wanted.
    public var isNothingToDo: Bool { changes.isEmpty }

    /// The share of the line that the messages will take, 1 for all of it; nil where the line has no rate.
    public var load: Double? {
        guard let baud = newBaud ?? options.currentBaud, baud > 0 else { return nil }
        return Double(bytesPerSecond) * 10 / Double(baud)
    }

    /// The rate of the line once the changes are made; nil where it stays.
    public var newBaud: Int? { changes.first { $0.isRate }.flatMap { Int(exactly: $0.new) } }
}

extension ProvisionPlan.Change {
    /// Whether it changes the rate of the line.
    var isRate: Bool {
        switch setting.place {
        case .baud: true
        case .key(let key): key == ConfigurationKeys.baud(.uart1) || key == ConfigurationKeys.baud(.uart2)
        default: false
        }
    }
}
