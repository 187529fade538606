// SPDX-License-Identifier: Apache-2.0

/// A sentence split into its fields.
///
/// Field 0 is the address (`GPRMC`), field 1 the first field after it, as in the reference texts. An index after the
/// last field yields an empty field. Fields are parsed in place; strings are created only on request.
public struct NMEASentence: Sendable {
    /// The maximum number of fields; further ones are not read.
    public static let mostFields = 256

    // Two arrays instead of `InlineArray`: as a stored property, an `InlineArray` is copied completely on each access
    // of an element (Swift 6.3), which took half of the decoding time.
    private(set) var bytes: [UInt8] = []
    /// The start of each field. The entry after the last field is one past the end of the body; further entries are
    /// meaningless.
    private var starts: [UInt16] = []

    /// The number of fields, including the address.
    public private(set) var fieldCount = 0

    /// The talker ID of the address.
    public private(set) var talker = Talker.none

    /// The kind of sentence.
    public private(set) var kind = SentenceKind.unknown

    /// Creates a sentence from a frame found by an `NMEAFramer`.
    ///
    /// - Parameters:
    ///   - frame: Its bytes from the start mark; at most 1024 are read.
    ///   - bodyEnd: The index of the `*`, or of the end of the text.
    public init(_ frame: Span<UInt8>, bodyEnd: Int) {
        read(frame, bodyEnd: bodyEnd)
    }

    public init() {}

    /// Replaces this sentence by another one and reuses its memory.
    ///
    /// - Parameters:
    ///   - frame: Its bytes from the start mark; at most 1024 are read.
    ///   - bodyEnd: The index of the `*`, or of the end of the text.
    public mutating func read(_ frame: Span<UInt8>, bodyEnd: Int) {
        let end = max(1, min(bodyEnd, frame.count, 1024))
        bytes.removeAll(keepingCapacity: true)
        let body = frame.extracting(0..<min(end, frame.count))
        body.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        separate(body, end: end)
        (talker, kind) = (.none, .unknown)
        classify()
    }

    private mutating func separate(_ body: Span<UInt8>, end: Int) {
        if starts.count <= Self.mostFields { starts = Array(repeating: 0, count: Self.mostFields + 1) }
        var starts = starts.mutableSpan
        starts[0] = 1
        var fields = 1
        for index in body.indices where body[index] == .comma {
            // The last element is for the end.
            guard fields < starts.count &- 1 else { break }
            starts[fields] = UInt16(truncatingIfNeeded: index &+ 1)
            fields &+= 1
        }
        starts[fields] = UInt16(truncatingIfNeeded: end &+ 1)
        fieldCount = fields
    }

    /// The first eight characters of the address, the last in the lowest byte: equal for equal addresses.
    public private(set) var addressCode: UInt64 = 0

    private mutating func classify() {
        let length = range(of: 0).count
        var word: UInt64 = 0
        for index in 1..<(1 + min(8, length)) { word = word << 8 | UInt64(bytes[index]) }
        addressCode = word
        guard length >= 3, length <= 8 else { return }
        if bytes[1] == UInt8(ascii: "P") {
            kind = SentenceKind(proprietary: word, firstField: integer(1))
            if kind == .attitude, isText(1, "POS") { kind = .ashtechPosition }
            if kind == .gsv || kind == .gsa { talker = Talker(bytes[1], bytes[2]) }
        } else if length == 5 {
            talker = Talker(bytes[1], bytes[2])
            kind = SentenceKind(formatter: UInt32(truncatingIfNeeded: word & 0xFF_FFFF))
        }
    }

    // MARK: Fields

    /// The index range of a field within the frame; empty after the last field.
    public func range(of field: Int) -> Range<Int> {
        guard field >= 0, field < fieldCount else { return 0..<0 }
        let start = Int(starts[field])
        return start..<max(start, Int(starts[field + 1]) - 1)
    }

    /// Returns true if a field is empty.
    public func isEmpty(_ field: Int) -> Bool { range(of: field).isEmpty }

    /// The text of a field.
    public func text(_ field: Int) -> String {
        let range = range(of: field)
        return String(unsafeUninitializedCapacity: range.count) { buffer in
            for index in range { buffer[index - range.lowerBound] = bytes[index] }
            return range.count
        }
    }

    /// Returns true if a field equals a text.
    func isText(_ field: Int, _ text: StaticString) -> Bool {
        let range = range(of: field)
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for index in range where bytes[index] != buffer[index - range.lowerBound] { return false }
            return true
        }
    }

    /// The text of a field; nil if it is empty.
    public func nonEmptyText(_ field: Int) -> String? { isEmpty(field) ? nil : text(field) }

    /// The first letter of a field in upper case; nil if it is empty.
    public func letter(_ field: Int) -> UInt8? {
        let range = range(of: field)
        return range.isEmpty ? nil : bytes[range.lowerBound].uppercased
    }

    /// The letters of a field in upper case.
    public func letters(_ field: Int) -> [UInt8] {
        var letters: [UInt8] = []
        for index in range(of: field) { letters.append(bytes[index].uppercased) }
        return letters
    }

    /// The address: `GPRMC`, `PUBX`.
    public var address: String { text(0) }
}
