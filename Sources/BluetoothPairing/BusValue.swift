// SPDX-License-Identifier: Apache-2.0

internal import CSystemdBus

/// A value in a D-Bus message, limited to the types that BlueZ uses. Variants are unwrapped, and integers lose their
/// width.
indirect enum BusValue: Hashable, Sendable {
    case text(String)
    /// An object path.
    case path(String)
    case boolean(Bool)
    case number(Int64)
    case real(Double)
    case list([BusValue])
    /// A dictionary; entries whose keys are not texts are omitted.
    case section([String: BusValue])

    var text: String? {
        switch self {
        case .text(let text), .path(let text): text
        default: nil
        }
    }

    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    var number: Int64? { if case .number(let value) = self { value } else { nil } }

    var list: [BusValue] { if case .list(let values) = self { values } else { [] } }

    var section: [String: BusValue] { if case .section(let members) = self { members } else { [:] } }
}

/// A value to append to a message, including its type.
enum BusArgument: Sendable {
    case text(String)
    case path(String)
    case boolean(Bool)
    case number32(UInt32)
    /// A value in a variant.
    indirect case variant(BusArgument)
    /// A dictionary of texts to variants.
    case section([(String, BusArgument)])

    /// The D-Bus signature of the type.
    fileprivate var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .boolean: "b"
        case .number32: "u"
        case .variant: "v"
        case .section: "a{sv}"
        }
    }
}

/// An sd-bus message that is read or written. Owns a reference to it.
struct BusMessage: ~Copyable {
    /// Valid as long as this message, which releases it in `deinit`.
    let raw: OpaquePointer

    /// Takes ownership of a reference.
    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_message_unref(raw) }

    /// Appends values.
    ///
    /// - Throws: `BusError` if there is no memory or a text is invalid.
    func append(_ arguments: [BusArgument]) throws(BusError) {
        for argument in arguments { try append(argument) }
    }

    private func append(_ argument: BusArgument) throws(BusError) {
        switch argument {
        case .text(let text): try check(sd_bus_message_append_basic(raw, "s".code, text))
        case .path(let path): try check(sd_bus_message_append_basic(raw, "o".code, path))
        case .boolean(let value):
            var number: Int32 = value ? 1 : 0
            try check(sd_bus_message_append_basic(raw, "b".code, &number))
        case .number32(var number): try check(sd_bus_message_append_basic(raw, "u".code, &number))
        case .variant(let value): try appendVariant(value)
        case .section(let members):
            try check(sd_bus_message_open_container(raw, "a".code, "{sv}"))
            for (key, value) in members {
                try check(sd_bus_message_open_container(raw, "e".code, "sv"))
                try append(.text(key))
                try appendVariant(value)
                try check(sd_bus_message_close_container(raw))
            }
            try check(sd_bus_message_close_container(raw))
        }
    }

    private func appendVariant(_ value: BusArgument) throws(BusError) {
        try check(sd_bus_message_open_container(raw, "v".code, value.signature))
        try append(value)
        try check(sd_bus_message_close_container(raw))
    }

    private func check(_ code: Int32) throws(BusError) {
        if code < 0 { throw BusError(errno: code) }
    }

    /// Reads all values of the message.
    ///
    /// - Throws: `BusError` if the message is invalid or too large.
    func values() throws(BusError) -> [BusValue] {
        var budget = 200_000
        return try Self.values(raw, depth: 0, &budget)
    }

    /// Reads the values up to the end of the container.
    ///
    /// - Parameter budget: The number of values that may still be read. The limit applies even to BlueZ, which is
    ///   otherwise trusted.
    private static func values(
        _ raw: OpaquePointer, depth: Int, _ budget: inout Int
    ) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        var type: CChar = 0
        // The pointer refers to memory of the message and is used before the next call on it.
        var contents: UnsafePointer<CChar>?
        while true {
            let code = sd_bus_message_peek_type(raw, &type, &contents)
            guard code >= 0 else { throw BusError(errno: code) }
            guard code > 0 else { return values }
            budget -= 1
            guard budget > 0, depth < 32 else { throw .broken("a D-Bus answer is too large") }
            if let value = try value(raw, type, contents, depth: depth, &budget) { values.append(value) }
        }
    }

    private static func value(
        _ raw: OpaquePointer, _ type: CChar, _ contents: UnsafePointer<CChar>?, depth: Int, _ budget: inout Int
    ) throws(BusError) -> BusValue? {
        guard ["a", "v", "r", "e"].contains(where: { $0.code == type }) else { return try basic(raw, type) }
        let isSection = type == "a".code && contents?.pointee == "{".code
        let code = sd_bus_message_enter_container(raw, type, contents)
        guard code >= 0 else { throw BusError(errno: code) }
        let members = try values(raw, depth: depth + 1, &budget)
        let end = sd_bus_message_exit_container(raw)
        guard end >= 0 else { throw BusError(errno: end) }
        if type == "v".code { return members.first }
        guard isSection else { return .list(members) }
        return .section(
            members.reduce(into: [:]) { section, entry in
                if entry.list.count == 2, let key = entry.list[0].text { section[key] = entry.list[1] }
            })
    }

    private static func basic(_ raw: OpaquePointer, _ type: CChar) throws(BusError) -> BusValue? {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "s"), UInt8(ascii: "g"): return .text(try text(raw, type))
        case UInt8(ascii: "o"): return .path(try text(raw, type))
        case UInt8(ascii: "b"): return .boolean(try read(raw, type, Int32(0)) != 0)
        case UInt8(ascii: "y"): return .number(Int64(try read(raw, type, UInt8(0))))
        case UInt8(ascii: "n"): return .number(Int64(try read(raw, type, Int16(0))))
        case UInt8(ascii: "q"): return .number(Int64(try read(raw, type, UInt16(0))))
        case UInt8(ascii: "i"): return .number(Int64(try read(raw, type, Int32(0))))
        case UInt8(ascii: "u"): return .number(Int64(try read(raw, type, UInt32(0))))
        case UInt8(ascii: "x"): return .number(try read(raw, type, Int64(0)))
        case UInt8(ascii: "t"): return .number(Int64(clamping: try read(raw, type, UInt64(0))))
        case UInt8(ascii: "d"): return .real(try read(raw, type, Double(0)))
        default:
            let code = sd_bus_message_skip(raw, nil)
            guard code >= 0 else { throw BusError(errno: code) }
            return nil
        }
    }

    private static func text(_ raw: OpaquePointer, _ type: CChar) throws(BusError) -> String {
        // The text belongs to the message, which outlives this call; the result is a copy.
        var pointer: UnsafePointer<CChar>?
        let code = sd_bus_message_read_basic(raw, type, &pointer)
        guard code >= 0, let pointer else { throw BusError(errno: code) }
        return String(cString: pointer)
    }

    private static func read<Value: BitwiseCopyable>(
        _ raw: OpaquePointer, _ type: CChar, _ initial: Value
    ) throws(BusError) -> Value {
        var value = initial
        let code = sd_bus_message_read_basic(raw, type, &value)
        guard code >= 0 else { throw BusError(errno: code) }
        return value
    }
}

extension String {
    /// The D-Bus type code, which is the first character.
    fileprivate var code: CChar { CChar(bitPattern: utf8.first ?? 0) }
}
