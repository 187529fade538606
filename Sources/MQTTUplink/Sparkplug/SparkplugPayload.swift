// SPDX-License-Identifier: Apache-2.0

/// A value of a metric, with its type; nil if it is not known (Sparkplug 3.0.0, section 6.4.16).
enum SparkplugValue: Hashable, Sendable {
    case int32(Int32?)
    case int64(Int64?)
    /// A finite number.
    case double(Double?)
    case boolean(Bool?)
    case string(String?)
    /// A time in milliseconds since 1970-01-01 UTC.
    case dateTime(UInt64?)

    /// The number of the type.
    fileprivate var type: UInt64 {
        switch self {
        case .int32: 3
        case .int64: 4
        case .double: 10
        case .boolean: 11
        case .string: 12
        case .dateTime: 13
        }
    }

    fileprivate func write(_ writer: inout ProtobufWriter) {
        switch self {
        case .int32(let value?): writer.add(10, varint: UInt64(UInt32(bitPattern: value)))
        case .int64(let value?): writer.add(11, varint: UInt64(bitPattern: value))
        case .double(let value?) where value.isFinite: writer.add(13, double: value)
        case .boolean(let value?): writer.add(14, varint: value ? 1 : 0)
        case .string(let value?): writer.add(15, bytes: value.utf8)
        case .dateTime(let value?): writer.add(11, varint: value)
        // `is_null`
        default: writer.add(7, varint: 1)
        }
    }
}

/// A metric of an edge node or device.
struct SparkplugMetric: Hashable, Sendable {
    var name: String
    var value: SparkplugValue
    /// The time at which the value was determined, in milliseconds since 1970-01-01 UTC.
    var time: UInt64
    /// True if the value is of the past, so that it is not the current one.
    var isHistorical = false

    fileprivate func bytes(isTyped: Bool) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.add(1, bytes: name.utf8)
        writer.add(3, varint: time)
        if isTyped { writer.add(4, varint: value.type) }
        if isHistorical { writer.add(5, varint: 1) }
        value.write(&writer)
        return writer.bytes
    }
}

/// The content of a message (Sparkplug 3.0.0, section 6.4).
struct SparkplugPayload: Hashable, Sendable {
    /// The time of the message, in milliseconds since 1970-01-01 UTC.
    var time: UInt64
    var metrics: [SparkplugMetric]
    /// The number of the message, 0...255; nil in a node's death.
    var sequence: UInt8?

    /// The message in the wire format.
    ///
    /// - Parameter isTyped: True if the metrics state their types, as births and deaths do. Data should not.
    func bytes(isTyped: Bool) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.add(1, varint: time)
        for metric in metrics { writer.add(2, bytes: metric.bytes(isTyped: isTyped)) }
        if let sequence { writer.add(3, varint: UInt64(sequence)) }
        return writer.bytes
    }
}

/// Decodes commands to the edge node.
enum SparkplugCommand {
    /// The metric with which a reader asks for all births.
    static let rebirth = "Node Control/Rebirth"
    /// The size of a command in bytes, at most.
    static let limit = 4096

    /// True if a command (NCMD) asks for all births.
    static func asksForRebirth(_ payload: [UInt8]) -> Bool {
        guard payload.count <= limit, let fields = ProtobufReader.fields(payload[...]) else { return false }
        return fields.contains { field in
            guard field.number == 2, case .bytes(let bytes) = field.value, let metric = ProtobufReader.fields(bytes)
            else { return false }
            return metric.contains { $0.number == 1 && $0.value == .bytes(ArraySlice(rebirth.utf8)) }
                && metric.contains { $0.number == 14 && $0.value == .varint(1) }
        }
    }
}
