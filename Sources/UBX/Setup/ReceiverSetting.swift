// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The place of a setting in a receiver.
public enum SettingPlace: Hashable, Sendable {
    /// A key of generation 9 and later.
    case key(UInt32)
    /// The rate of a message on our port (CFG-MSG).
    case message(MessageID)
    /// Milliseconds between measurements (CFG-RATE).
    case period
    /// The input protocols of our port: 1 UBX, 2 NMEA, 32 RTCM 3 (CFG-PRT).
    case protocolsIn
    /// The output protocols of our port, numbered in the same way (CFG-PRT).
    case protocolsOut
    /// The rate of our port in bits per second (CFG-PRT).
    case baud
    /// All settings in persistent memory (CFG-CFG).
    case saved
}

/// A setting that a receiver should have.
public struct ReceiverSetting: Hashable, Sendable {
    /// The rule by which a current value satisfies the setting.
    enum Rule: Hashable, Sendable {
        /// The receiver must have exactly this value.
        case equal
        /// A message sent at least this often: every n-th epoch with n from 1 to the value.
        case atLeastEvery
        /// All bits of the value are set.
        case bits
        /// No bit of the value is set.
        case noBits
    }

    /// The name in the manufacturer's documents, without the port: `NAV-PVT`, `GAL_E1`.
    public let name: String
    public let place: SettingPlace
    /// The required value.
    public let value: UInt64
    /// True if a receiver that does not know the setting is acceptable.
    public let isOptional: Bool
    let rule: Rule
    /// Settings of a group make sense only together: all or none of them are written.
    let group: String?

    init(
        _ name: String, _ place: SettingPlace, _ value: UInt64, isOptional: Bool = false, rule: Rule = .equal,
        group: String? = nil
    ) {
        (self.name, self.place, self.value) = (name, place, value)
        (self.isOptional, self.rule, self.group) = (isOptional, rule, group)
    }

    /// Returns true if a value satisfies the setting.
    func isSatisfied(by current: UInt64) -> Bool {
        switch rule {
        case .equal: current == value
        case .atLeastEvery: current > 0 && current <= value
        case .bits: current & value == value
        case .noBits: current & value == 0
        }
    }

    /// The value to write, given the current one.
    func target(from current: UInt64?) -> UInt64 {
        switch rule {
        case .equal, .atLeastEvery: value
        case .bits: (current ?? 0) | value
        case .noBits: (current ?? 0) & ~value
        }
    }

    /// The text of a value, for people.
    public func words(_ value: UInt64?) -> String { text(value).text(of: ProvisionText.self) }

    /// The text of a value, as a code with parameters.
    public func text(_ value: UInt64?) -> CodedText {
        guard let value else { return CodedText(ProvisionText.notKnown) }
        switch rule {
        case .atLeastEvery:
            if value > 1 { return CodedText(ProvisionText.everyEpochs, ["count": .number(Double(value))]) }
            return CodedText(value == 0 ? ProvisionText.off : .everyEpoch)
        case .bits: return Self.text(isOn: value & self.value == self.value)
        case .noBits: return Self.text(isOn: value & self.value != 0)
        case .equal: break
        }
        switch place {
        case .period, .key(ConfigurationKeys.period):
            return CodedText(ProvisionText.period, ["milliseconds": .number(Double(value))])
        case .baud, .key(ConfigurationKeys.baud(.uart1)), .key(ConfigurationKeys.baud(.uart2)):
            return CodedText(ProvisionText.baud, ["rate": .number(Double(value))])
        case .saved: return CodedText(value == 0 ? ProvisionText.notSaved : .saved)
        case .key(let key) where key >> 28 == 1: return Self.text(isOn: value != 0)
        default: return CodedText(ProvisionText.number, ["value": .number(Double(value))])
        }
    }

    private static func text(isOn: Bool) -> CodedText { CodedText(isOn ? ProvisionText.on : .off) }
}

/// The keys of generation 9 and later with which receivers are configured.
enum ConfigurationKeys {
    /// CFG-RATE-MEAS, ms.
    static let period: UInt32 = 0x3021_0001
    /// CFG-RATE-NAV, measurements per epoch.
    static let ratio: UInt32 = 0x3021_0002
    static let galileo: UInt32 = 0x1031_0021
    static let galileoE1: UInt32 = 0x1031_0007
    static let galileoE5b: UInt32 = 0x1031_000A

    /// CFG-UARTx-BAUDRATE; for other ports that of UART1.
    static func baud(_ port: ReceiverPortID) -> UInt32 { port == .uart2 ? 0x4053_0001 : 0x4052_0001 }

    /// CFG-xINPROT-…: 1 UBX, 2 NMEA, 4 RTCM 3.
    static func input(_ number: UInt32, _ port: ReceiverPortID) -> UInt32 { 0x1070_0000 | inputGroup(port) | number }

    /// CFG-xOUTPROT-…: numbered like the inputs.
    static func output(_ number: UInt32, _ port: ReceiverPortID) -> UInt32 {
        0x1070_0000 | (inputGroup(port) + 0x1_0000) | number
    }

    private static func inputGroup(_ port: ReceiverPortID) -> UInt32 {
        0x1_0000 + UInt32(portIndex(port)) * 0x2_0000
    }

    /// The order of ports in all groups of keys: I2C, UART1, UART2, USB, SPI.
    static func portIndex(_ port: ReceiverPortID) -> UInt8 { port.rawValue }

    /// The size of a key's value in bytes.
    static func size(of key: UInt32) -> Int {
        switch key >> 28 & 7 {
        case 1, 2: 1
        case 3: 2
        case 4: 4
        case 5: 8
        default: 0
        }
    }
}
