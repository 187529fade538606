// SPDX-License-Identifier: Apache-2.0

/// The memories that hold configuration values.
public struct ConfigurationLayers: OptionSet, Hashable, Sendable {
    /// The bits as CFG-VALSET and CFG-VALDEL take them.
    public let rawValue: UInt8

    /// Those of a mask.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What is in force; lost with the power.
    public static let ram = ConfigurationLayers(rawValue: 1)
    /// Kept as long as the backup battery lives.
    public static let batteryBacked = ConfigurationLayers(rawValue: 2)
    public static let flash = ConfigurationLayers(rawValue: 4)
}

/// Which layer CFG-VALGET asks: a number, not the mask of CFG-VALSET.
public enum ConfigurationSource: UInt8, Sendable, CaseIterable {
    /// What is in force.
    case ram = 0
    /// Battery-backed memory.
    case batteryBacked = 1
    /// Flash.
    case flash = 2
    /// What the receiver was made with.
    case factory = 7
}

extension UBXWriter {
    /// So many keys go into one message.
    public static let mostKeys = 64

    /// CFG-VALSET, generation 9 and later: sets values. One that the receiver does not know makes it refuse all.
    ///
    /// - Parameters:
    ///   - values: at most 64; more are left out.
    ///   - layers: the memories to be written. A message rate or a port that is to be changed now needs `.ram`.
    public static func setValues(_ values: [ConfigurationValue], in layers: ConfigurationLayers = .ram) -> [UInt8] {
        var payload: [UInt8] = [0, layers.rawValue, 0, 0]
        for value in values.prefix(mostKeys) {
            append(UInt64(value.key.rawValue), size: 4, to: &payload)
            append(value.raw, size: value.size, to: &payload)
        }
        return frame(.cfgVALSET, payload: payload)
    }

    /// CFG-VALGET, generation 9 and later: asks for values.
    ///
    /// - Parameters:
    ///   - keys: at most 64; more are left out. Also whole groups.
    ///   - source: which memory.
    ///   - position: so many values of the answer are to be left out: 0, 64, 128 …
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

    /// CFG-MSG, up to generation 9: how often a message is sent on the port that this comes in by.
    ///
    /// - Parameters:
    ///   - message: the message; 0xF0 is the class of NMEA.
    ///   - rate: every so many epochs; 0 never.
    public static func setRate(of message: MessageID, _ rate: UInt8) -> [UInt8] {
        frame(.cfgMSG, payload: [message.messageClass, message.id, rate])
    }

    /// CFG-RATE, up to generation 9.
    ///
    /// - Parameters:
    ///   - milliseconds: between measurements.
    ///   - measurements: for each solution.
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
    /// Which memory, as sent.
    public let layer: UInt8
    /// So many values were left out before these.
    public let position: UInt16
    /// The values in the order sent, as sent: flags are 0 or 1, signed and real numbers their bits.
    public let values: [(key: ConfigurationKey, raw: UInt64)]

    /// Reads a payload; nil where the version is another or it is shorter than 4 bytes. What is no key ends the values.
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

    /// The value of a key, nil where it is not among them.
    public subscript(key: ConfigurationKey) -> UInt64? { values.first { $0.key == key }?.raw }

    /// Equal where all is.
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
