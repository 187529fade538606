// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The data that a client wants to receive.
struct WatchPolicy: Equatable {
    /// True if the client wants any data.
    var enable = false
    /// True if the client wants reports as JSON.
    var json = false
    /// True if the client wants NMEA sentences.
    var nmea = false
    /// 1: NMEA sentences unchanged and other frames as hexadecimal lines; 2: all frames unchanged.
    var raw = 0
    var scaled = false
    var timing = false
    var split24 = false
    var pps = false
    /// The path of the only device wanted; nil: all devices.
    var device: String?
    /// The receiver that the client named instead of a path; it is followed when it gets another path.
    var receiver: SourceID?

    /// Applies the object of `?WATCH={…};`. Attributes before an error remain applied, as in gpsd; unknown ones are
    /// ignored. If the error may hide the wanted device, nothing changes: the client would receive other receivers.
    ///
    /// - Returns: The reason why the rest was not understood; nil if the whole object was understood.
    mutating func apply(_ object: [UInt8]) -> AttributeError? {
        let before = self
        (enable, scaled, timing, split24, pps, device, receiver) = (true, false, false, false, false, nil, nil)
        var reader = AttributeReader(object)
        do throws(AttributeError) {
            while let (name, value) = try reader.next() { try set(name, value) }
        } catch {
            if reader.leavesUnread("device") { self = before }
            return error
        }
        return nil
    }

    private mutating func set(_ name: String, _ value: AttributeReader.Value) throws(AttributeError) {
        switch name {
        case "enable": enable = try Self.flag(value)
        case "json": json = try Self.flag(value)
        case "nmea": nmea = try Self.flag(value)
        case "raw": raw = min(2, try Self.number(value))
        case "scaled": scaled = try Self.flag(value)
        case "timing": timing = try Self.flag(value)
        case "split24": split24 = try Self.flag(value)
        case "pps": pps = try Self.flag(value)
        case "device":
            let path = try Self.text(value)
            device = path.isEmpty ? nil : path
        default: break
        }
    }

    /// Parses a flag: only `true` is true.
    ///
    /// - Throws: `AttributeError.quoted` for a text.
    private static func flag(_ value: AttributeReader.Value) throws(AttributeError) -> Bool {
        guard case .token(let token) = value else { throw .quoted }
        return token == "true"
    }

    /// Parses the leading digits of a token; returns 0 for a token without leading digits, such as `true`.
    ///
    /// - Throws: `AttributeError.quoted` for a text.
    private static func number(_ value: AttributeReader.Value) throws(AttributeError) -> Int {
        guard case .token(let token) = value else { throw .quoted }
        return Int(token.prefix { ("0"..."9").contains($0) }.prefix(9)) ?? 0
    }

    static func text(_ value: AttributeReader.Value) throws(AttributeError) -> String {
        guard case .text(let text) = value else { throw .unquoted }
        return text
    }
}
