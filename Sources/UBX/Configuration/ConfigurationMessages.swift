// SPDX-License-Identifier: Apache-2.0

/// The memories that store configuration values.
public struct ConfigurationLayers: OptionSet, Hashable, Sendable {
    /// The bits as used in CFG-VALSET and CFG-VALDEL.
    public let rawValue: UInt8

    /// Creates the layers of a mask.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The current configuration, which is lost without power.
    public static let ram = ConfigurationLayers(rawValue: 1)
    /// The configuration that is kept while the backup battery lasts.
    public static let batteryBacked = ConfigurationLayers(rawValue: 2)
    public static let flash = ConfigurationLayers(rawValue: 4)
}

/// The layer that CFG-VALGET reads: a number, as opposed to the mask in CFG-VALSET.
public enum ConfigurationSource: UInt8, Sendable, CaseIterable {
    /// The current configuration.
    case ram = 0
    /// Battery-backed memory.
    case batteryBacked = 1
    /// Flash.
    case flash = 2
    /// The factory defaults.
    case factory = 7
}

extension UBXWriter {
    /// The largest number of keys in one message.
    public static let mostKeys = 64

    /// CFG-VALSET, generation 9 and later: sets values. If the receiver does not know one of them, it refuses all.
    ///
    /// - Parameters:
    ///   - values: At most 64; further ones are left out.
    ///   - layers: The memories to write. An immediate change of a message rate or port requires `.ram`.
    public static func setValues(_ values: [ConfigurationValue], in layers: ConfigurationLayers = .ram) -> [UInt8] {
        var payload: [UInt8] = [0, layers.rawValue, 0, 0]
        for value in values.prefix(mostKeys) {
            append(UInt64(value.key.rawValue), size: 4, to: &payload)
            append(value.raw, size: value.size, to: &payload)
        }
        return frame(.cfgVALSET, payload: payload)
    }

    /// CFG-VALGET, generation 9 and later: requests values.
    ///
    /// - Parameters:
    ///   - keys: At most 64; further ones are left out. May include whole groups.
    ///   - source: The memory to read.
    ///   - position: The number of values to skip in the answer: 0, 64, 128 …
    public static func getValues(
        _ keys: [ConfigurationKey], from source: ConfigurationSource = .ram, position: UInt16 = 0
    ) -> [UInt8] {
        var payload: [UInt8] = [0, source.rawValue]
        append(UInt64(position), size: 2, to: &payload)
        for key in keys.prefix(mostKeys) { append(UInt64(key.rawValue), size: 4, to: &payload) }
        return frame(.cfgVALGET, payload: payload)
    }

    /// CFG-VALDEL, generation 9 and later: deletes values from memories other than RAM.
    public static func deleteValues(_ keys: [ConfigurationKey], in layers: ConfigurationLayers) -> [UInt8] {
        var payload: [UInt8] = [0, layers.subtracting(.ram).rawValue, 0, 0]
        for key in keys.prefix(mostKeys) { append(UInt64(key.rawValue), size: 4, to: &payload) }
        return frame(.cfgVALDEL, payload: payload)
    }

    /// CFG-MSG, up to generation 9: sets the rate of a message on the port that receives this command.
    ///
    /// - Parameters:
    ///   - message: The message; class 0xF0 is NMEA.
    ///   - rate: The interval in epochs; 0 disables the message.
    public static func setRate(of message: MessageID, _ rate: UInt8) -> [UInt8] {
        frame(.cfgMSG, payload: [message.messageClass, message.id, rate])
    }

    /// CFG-RATE, up to generation 9.
    ///
    /// - Parameters:
    ///   - milliseconds: The time between measurements.
    ///   - measurements: The number of measurements for each solution.
    ///   - timeReference: 0 UTC, 1 GPS, 2 GLONASS, 3 BeiDou, 4 Galileo.
    public static func setRate(
        milliseconds: UInt16, measurements: UInt16 = 1, timeReference: UInt16 = 1
    ) -> [UInt8] {
        var payload: [UInt8] = []
        for number in [milliseconds, measurements, timeReference] { append(UInt64(number), size: 2, to: &payload) }
        return frame(.cfgRATE, payload: payload)
    }

    private static func append(_ value: UInt64, size: Int, to payload: inout [UInt8]) {
        for index in 0..<size { payload.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
}

/// UBX-CFG-VALGET version 1: the answer with values.
public struct ConfigurationAnswer: Hashable, Sendable {
    /// The memory that was read, as sent.
    public let layer: UInt8
    /// The number of values skipped before these.
    public let position: UInt16
    /// The values in the order of the message, as sent: flags are 0 or 1, signed and real numbers are bit patterns.
    public let values: [(key: ConfigurationKey, raw: UInt64)]

    /// Reads a payload; nil if it has a different version or fewer than 4 bytes. An invalid key ends the list of
    /// values.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 4, payload.u1(0) == 1 else { return nil }
        (layer, position) = (payload.u1(1), payload.u2(2))
        var values: [(key: ConfigurationKey, raw: UInt64)] = []
        var at = 4
        while at &+ 4 <= payload.count {
            let key = ConfigurationKey(rawValue: payload.u4(at))
            guard let size = key.size, at &+ 4 &+ size <= payload.count else { break }
            values.append((key, Field.unsigned(payload, at: at &+ 4, size: size)))
            at &+= 4 &+ size
        }
        self.values = values
    }

    /// The value of a key; nil if it is not included.
    public subscript(key: ConfigurationKey) -> UInt64? { values.first { $0.key == key }?.raw }

    public static func == (a: ConfigurationAnswer, b: ConfigurationAnswer) -> Bool {
        a.layer == b.layer && a.position == b.position
            && a.values.elementsEqual(b.values) { $0.key == $1.key && $0.raw == $1.raw }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(layer)
        hasher.combine(position)
        for value in values {
            hasher.combine(value.key)
            hasher.combine(value.raw)
        }
    }
}
