// SPDX-License-Identifier: Apache-2.0

internal import Records

/// A message on the pipe between the gateway and a driver in its own process.
///
/// A frame is a header of 8 bytes {u32 length of the body; u16 kind; u16 zero}, little-endian, followed by the body.
public protocol PipeMessage: Sendable {
    /// The longest body of a kind in bytes; nil if the kind does not exist in this direction.
    static func longestBody(ofKind kind: UInt16) -> Int?

    /// Parses a body whose length is within its limit.
    ///
    /// - Throws: `PipeError.malformed` if the body does not match its kind.
    init(kind: UInt16, body: ArraySlice<UInt8>) throws(PipeError)

    /// The message as one frame.
    var frame: [UInt8] { get }
}

/// The reason why the bytes of a pipe are not valid frames. Subsequent bytes cannot be trusted either.
public enum PipeError: Error, Hashable, CustomStringConvertible {
    /// A header of an unknown kind.
    case unknownKind(UInt16)
    /// A body longer than its kind allows.
    case tooLong(kind: UInt16, length: UInt32, limit: Int)
    /// A body that is too short or contains an impossible value.
    case malformed(kind: UInt16, String)

    /// A message that describes the error.
    public var description: String {
        switch self {
        case .unknownKind(let kind): "a frame of kind \(kind), which does not exist"
        case .tooLong(let kind, let length, let limit):
            "a frame of kind \(kind) with \(length) bytes; allowed: up to \(limit)"
        case .malformed(let kind, let what): "a malformed frame of kind \(kind): \(what)"
        }
    }
}

/// Splits the bytes read from a pipe into messages. Keeps no more than one frame and the last bytes appended.
public struct PipeReader<Message: PipeMessage>: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0

    public init() {}

    /// Appends bytes that were read.
    public mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Returns the next message; nil until it is complete.
    ///
    /// - Throws: `PipeError`, after which nothing more can be read.
    public mutating func next() throws(PipeError) -> Message? {
        guard bytes.count - start >= PipeHead.size else { return nil }
        let head = PipeHead(bytes, at: start)
        guard head.zero == 0, let limit = Message.longestBody(ofKind: head.kind) else {
            throw .unknownKind(head.kind)
        }
        guard Int(head.length) <= limit else {
            throw .tooLong(kind: head.kind, length: head.length, limit: limit)
        }
        let body = start + PipeHead.size
        guard bytes.count - body >= Int(head.length) else { return nil }
        start = body + Int(head.length)
        return try Message(kind: head.kind, body: bytes[body..<start])
    }
}

/// The header of a frame.
struct PipeHead {
    static let size = 8

    let length: UInt32
    let kind: UInt16
    let zero: UInt16

    /// The caller must have checked that 8 bytes are present.
    init(_ bytes: [UInt8], at offset: Int) {
        length = UInt32(littleEndian: bytes.load(at: offset))
        kind = UInt16(littleEndian: bytes.load(at: offset + 4))
        zero = UInt16(littleEndian: bytes.load(at: offset + 6))
    }
}
