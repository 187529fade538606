// SPDX-License-Identifier: Apache-2.0

// How values stand in the JSON of stages' results. What is out of range is refused in both directions: no number that is
// not finite, and no instant with which arithmetic would overflow, is written or read.

extension SourceID: Codable {}
extension AuthenticatedData.Kinds: Codable {}

extension Decoder {
    /// The single value, in a range.
    fileprivate func value<Value: Decodable & Comparable>(in range: ClosedRange<Value>) throws -> Value {
        let container = try singleValueContainer()
        let value = try container.decode(Value.self)
        guard range.contains(value) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) is out of range")
        }
        return value
    }
}

extension Encoder {
    /// Writes the single value, where it is in a range.
    fileprivate func put<Value: Encodable & Comparable>(_ value: Value, in range: ClosedRange<Value>) throws {
        guard range.contains(value) else {
            let context = EncodingError.Context(codingPath: codingPath, debugDescription: "\(value) is out of range")
            throw EncodingError.invalidValue(value, context)
        }
        var container = singleValueContainer()
        try container.encode(value)
    }
}

/// A number of degrees.
extension Angle: Codable {
    /// Reads a number of degrees.
    ///
    /// - Throws: `DecodingError` if it is no number, or one that is not finite or beyond ±1e12.
    public init(from decoder: any Decoder) throws { self.init(degrees: try decoder.value(in: ResultRanges.any)) }

    /// Writes a number of degrees.
    ///
    /// - Throws: `EncodingError` if it is not finite or beyond ±1e12.
    public func encode(to encoder: any Encoder) throws { try encoder.put(degrees, in: ResultRanges.any) }
}

/// A number of metres.
extension Length: Codable {
    /// Reads a number of metres.
    ///
    /// - Throws: `DecodingError` if it is no number, or one that is not finite or beyond ±1e12.
    public init(from decoder: any Decoder) throws { self.init(metres: try decoder.value(in: ResultRanges.any)) }

    /// Writes a number of metres.
    ///
    /// - Throws: `EncodingError` if it is not finite or beyond ±1e12.
    public func encode(to encoder: any Encoder) throws { try encoder.put(metres, in: ResultRanges.any) }
}

/// `[latitude, longitude]`, in degrees.
extension GeodeticPosition: Codable {
    /// Reads latitude and longitude; what follows them is passed over.
    ///
    /// - Throws: `DecodingError` if one is missing or out of its range.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let (latitude, longitude) = (try container.decode(Angle.self), try container.decode(Angle.self))
        guard let position = GeodeticPosition(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a latitude or longitude out of range")
        }
        self = position
    }

    /// Writes latitude and longitude.
    ///
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(latitude)
        try container.encode(longitude)
    }
}

/// `[nanoseconds since 1970]`, with `true` behind them within 23:59:60.
extension UTCTime: Codable {
    /// Reads an instant of the years 1970 to 2200.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let nanoseconds = try container.decode(Int64.self)
        guard ResultRanges.instant.contains(nanoseconds) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a time outside of the years 1970 to 2200: \(nanoseconds) ns")
        }
        let isLeapSecond = try container.decodeIfPresent(Bool.self) ?? false
        self.init(nanosecondsSince1970: nanoseconds, isLeapSecond: isLeapSecond)
    }

    /// Writes an instant of the years 1970 to 2200.
    public func encode(to encoder: any Encoder) throws {
        guard ResultRanges.instant.contains(nanosecondsSince1970) else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: "a time outside of the years 1970 to 2200")
            throw EncodingError.invalidValue(self, context)
        }
        var container = encoder.unkeyedContainer()
        try container.encode(nanosecondsSince1970)
        if isLeapSecond { try container.encode(true) }
    }
}

/// `[week, second]`.
extension GST: Codable {
    /// Reads week and second.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let (week, second) = (try container.decode(Int.self), try container.decode(Int.self))
        guard let time = GST(week: week, tow: second) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "week \(week), second \(second)")
        }
        self = time
    }

    /// Writes week and second.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(week)
        try container.encode(tow)
    }
}

/// `[system, number]`, the system as u-blox and gpsd count them.
extension SatelliteID: Codable {
    /// Reads system and number.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let system = Constellation(rawValue: try container.decode(UInt8.self))
        let number = try container.decode(Int.self)
        guard let satellite = SatelliteID(system, number) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "satellite \(number) of system \(system.rawValue)")
        }
        self = satellite
    }

    /// Writes system and number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(constellation.rawValue)
        try container.encode(number)
    }
}
