// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Parses the tuples of KML's `coordinates` and `gx:coord` elements from text that arrives in pieces.
struct CoordinateScanner {
    /// The longest tuple in bytes, enough for three numbers of any usual length.
    static let longest = 1024

    /// The separator of numbers in a tuple: a comma, or a blank in `gx:coord`.
    let separator: UInt8
    private var tuple: [UInt8] = []

    init(separator: Unicode.Scalar) { self.separator = UInt8(ascii: separator) }

    /// Parses the next piece of text.
    ///
    /// - Parameter found: Called with each tuple: longitude, latitude and an optional altitude (NaN if missing).
    /// - Throws: `PathFormatError` if a tuple is invalid; errors of `found`.
    mutating func read(
        _ piece: UnsafeBufferPointer<UInt8>, _ found: (Place) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        for byte in piece {
            let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
            if isBlank, separator != 0x20 {
                try end(found)
            } else {
                tuple.append(isBlank ? 0x20 : byte)
            }
            guard tuple.count <= Self.longest else { throw unread }
        }
    }

    /// Parses the last tuple at the end of the element.
    ///
    /// - Throws: `PathFormatError` if the tuple is invalid; errors of `found`.
    mutating func end(_ found: (Place) throws(PathFormatError) -> Void) throws(PathFormatError) {
        let parts = tuple.split(separator: separator)
        guard !parts.isEmpty else { return tuple.removeAll(keepingCapacity: true) }
        let numbers = parts.map { Double(decimal: String(decoding: $0, as: UTF8.self)) ?? .nan }
        guard (2...3).contains(numbers.count), numbers.allSatisfy(\.isFinite) else { throw unread }
        tuple.removeAll(keepingCapacity: true)
        let altitude = numbers.count > 2 ? numbers[2] : .nan
        try found(Place(longitude: numbers[0], latitude: numbers[1], height: altitude))
    }

    private var unread: PathFormatError {
        let mark = separator == 0x20 ? " " : ","
        let shown = PathFormatError.quoted(String(decoding: tuple.prefix(200), as: UTF8.self))
        return PathFormatError(
            "coordinates \(shown), expected longitude\(mark)latitude or longitude\(mark)latitude\(mark)altitude")
    }
}
