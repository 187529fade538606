// SPDX-License-Identifier: Apache-2.0

/// Builds a frame: numbers are little-endian, and texts are preceded by their length.
struct PipeFrameWriter {
    private(set) var bytes: [UInt8]

    init(kind: UInt16, room: Int = 64) {
        bytes = []
        bytes.reserveCapacity(PipeHead.size + room)
        append(UInt32(0))
        append(kind)
        append(UInt16(0))
    }

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a text, truncated at a character boundary if it is longer than `limit` bytes.
    mutating func append(_ text: String, limit: Int = PipeLimits.text) {
        let kept = text.utf8.count <= limit ? text : Self.cut(text, limit)
        append(UInt32(kept.utf8.count))
        bytes.append(contentsOf: kept.utf8)
    }

    mutating func append(raw: UnsafeRawBufferPointer) { bytes.append(contentsOf: raw) }

    /// Returns the frame with its length filled in.
    consuming func frame() -> [UInt8] {
        let length = UInt32(bytes.count - PipeHead.size)
        withUnsafeBytes(of: length.littleEndian) { bytes.replaceSubrange(0..<4, with: $0) }
        return bytes
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        var kept = ""
        for character in text {
            guard kept.utf8.count + character.utf8.count <= limit else { break }
            kept.append(character)
        }
        return kept
    }
}

/// Reads the fields of a frame's body in sequence.
struct PipeBodyReader {
    private let kind: UInt16
    private var rest: ArraySlice<UInt8>

    init(kind: UInt16, _ body: ArraySlice<UInt8>) { (self.kind, rest) = (kind, body) }

    mutating func number<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type = T.self) throws(PipeError) -> T {
        let size = MemoryLayout<T>.size
        guard rest.count >= size else { throw error("too short") }
        let value = rest.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
        rest = rest.dropFirst(size)
        return T(littleEndian: value)
    }

    /// Reads a text exactly as sent; invalid UTF-8 is an error.
    mutating func text(limit: Int) throws(PipeError) -> String {
        let bytes = try textBytes(limit: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw error("text that is not UTF-8") }
        return text
    }

    /// Reads a text for people, with invalid UTF-8 repaired and control characters removed.
    mutating func words(limit: Int = PipeLimits.text) throws(PipeError) -> String {
        shownText(try textBytes(limit: limit))
    }

    /// Reads a text of several lines, sanitised in the same way.
    mutating func document() throws(PipeError) -> String {
        shownText(try textBytes(limit: PipeLimits.document), isDocument: true)
    }

    mutating func remainder() -> ArraySlice<UInt8> {
        defer { rest = [] }
        return rest
    }

    func end() throws(PipeError) {
        guard rest.isEmpty else { throw error("\(rest.count) bytes too many") }
    }

    func error(_ what: String) -> PipeError { .malformed(kind: kind, what) }

    private mutating func textBytes(limit: Int) throws(PipeError) -> ArraySlice<UInt8> {
        let count = try Int(number(UInt32.self))
        guard count <= limit else { throw error("a text of \(count) bytes; allowed: up to \(limit)") }
        guard count <= rest.count else { throw error("too short") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// The limits of the pipe protocol, in bytes.
enum PipeLimits {
    /// A text that people read, such as a reason or a log message.
    static let text = 1024
    /// A plugin's sample configuration or schema, or a receiver's configuration.
    static let document = 256 * 1024
    /// The path or address of a device.
    static let device = 4096
}

/// Sanitises a foreign text for display: repairs invalid UTF-8 and replaces control characters (C0, DEL, C1) with
/// spaces.
///
/// - Parameter isDocument: True if line ends and tabs are kept.
public func shownText(_ bytes: some Collection<UInt8>, isDocument: Bool = false) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if isDocument, scalar == "\n" || scalar == "\t" || scalar == "\r" { return false }
        return scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? " " : scalar) }
    return String(scalars)
}
