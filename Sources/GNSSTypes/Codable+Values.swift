// SPDX-License-Identifier: Apache-2.0

// The JSON form of values in stages' results. Both encoding and decoding refuse values out of range, such as numbers
// that are not finite and instants on which arithmetic would overflow.

extension SourceID: Codable {}
extension AuthenticatedData.Kinds: Codable {}

extension Decoder {
    /// Decodes the single value and checks its range.
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
    /// Encodes the single value if it is in the range.
    fileprivate func put<Value: Encodable & Comparable>(_ value: Value, in range: ClosedRange<Value>) throws {
        guard range.contains(value) else {
            let context = EncodingError.Context(codingPath: codingPath, debugDescription: "\(value) is out of range")
            throw EncodingError.invalidValue(value, context)
        }
        var container = singleValueContainer()
        try container.encode(value)
    }
}

/// Encoded as a number of degrees.
extension Angle: Codable {
    /// Reads a number of degrees.
    ///
    /// - Throws: `DecodingError` if the value is not a number, not finite, or beyond ±1e12.
    public init(from decoder: any Decoder) throws { self.init(degrees: try decoder.value(in: ResultRanges.any)) }

    /// Writes a number of degrees.
    ///
    /// - Throws: `EncodingError` if the number is not finite or beyond ±1e12.
    public func encode(to encoder: any Encoder) throws { try encoder.put(degrees, in: ResultRanges.any) }
}

/// Encoded as a number of metres.
extension Length: Codable {
    /// Reads a number of metres.
    ///
    /// - Throws: `DecodingError` if the value is not a number, not finite, or beyond ±1e12.
    public init(from decoder: any Decoder) throws { self.init(metres: try decoder.value(in: ResultRanges.any)) }

    /// Writes a number of metres.
    ///
    /// - Throws: `EncodingError` if the number is not finite or beyond ±1e12.
    public func encode(to encoder: any Encoder) throws { try encoder.put(metres, in: ResultRanges.any) }
}

/// Encoded as `[latitude, longitude]`, in degrees.
extension GeodeticPosition: Codable {
    /// Reads latitude and longitude and ignores further elements.
    ///
    /// - Throws: `DecodingError` if one of them is missing or out of range.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let (latitude, longitude) = (try container.decode(Angle.self), try container.decode(Angle.self))
        guard let position = GeodeticPosition(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the latitude or longitude is out of range")
        }
        self = position
    }

    /// Writes latitude and longitude.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(latitude)
        try container.encode(longitude)
    }
}

/// Encoded as `[nanoseconds since 1970]`, followed by `true` during a leap second (23:59:60).
extension UTCTime: Codable {
    /// Reads an instant between 1970 and 2200.
    ///
    /// - Throws: `DecodingError` for any other instant.
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

    /// Writes an instant between 1970 and 2200.
    ///
    /// - Throws: `EncodingError` for any other instant.
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

/// Encoded as `[week, second]`.
extension GST: Codable {
    /// Reads week and second of the week.
    ///
    /// - Throws: `DecodingError` if one of them is missing or out of range.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let (week, second) = (try container.decode(Int.self), try container.decode(Int.self))
        guard let time = GST(week: week, tow: second) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "week \(week), second \(second)")
        }
        self = time
    }

    /// Writes week and second of the week.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(week)
        try container.encode(tow)
    }
}

/// Encoded as `[system, number]`, with the system numbers of u-blox and gpsd.
extension SatelliteID: Codable {
    /// Reads system and number.
    ///
    /// - Throws: `DecodingError` if the system has no satellite with that number.
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
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(constellation.rawValue)
        try container.encode(number)
    }
}
