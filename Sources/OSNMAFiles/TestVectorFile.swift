// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc
import Wire

/// A page as contained in a file.
public struct RecordedPage: Sendable {
    public let satellite: SatelliteID
    /// True if the page was received on E5b-I instead of E1-B.
    public let isE5b: Bool
    /// The time of transmission of its first bit.
    public let start: GST
    /// The page's 240 bits.
    public let bits: [UInt8]

    public init(satellite: SatelliteID, isE5b: Bool, start: GST, bits: [UInt8]) {
        self.satellite = satellite
        self.isE5b = isE5b
        self.start = start
        self.bits = bits
    }
}

/// An official test vector (annex B of the OSNMA receiver guidelines): one line per satellite with its E1-B pages in
/// hexadecimal. The file's name contains the time of the first page.
public struct TestVectorFile: Sendable {
    private struct Line: Sendable {
        let satellite: SatelliteID
        let digits: Range<Int>
    }

    static let digitsInPage = 60
    private let bytes: [UInt8]
    private let lines: [Line]
    private let start: GST

    /// The first line of every test vector.
    public static let header = "SVID,NumNavBits,NavBitsHEX"

    /// The reason why a file is not a test vector.
    public enum VectorError: Error, Hashable, CustomStringConvertible {
        /// The file does not start with the header.
        case header
        /// The file's name does not contain the start time; the value is the name.
        case name(String)
        /// A line does not consist of SVID, number of bits and the digits of whole pages; the value is the line number.
        case line(Int)

        /// The error and its remedy, as shown to the operator.
        public var description: String {
            switch self {
            case .header: "this is not a test vector: its first line is not \(TestVectorFile.header)"
            case .name(let name):
                "the name \(name) does not contain the start time: use the published name, DD_MON_YYYY_GST_hh_mm_ss.csv"
            case .line(let number):
                "line \(number) does not consist of SVID, number of bits and the hexadecimal digits of whole 240-bit pages"
            }
        }
    }

    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: The file's name, such as `16_AUG_2023_GST_05_00_01.csv`, with or without a path.
    /// - Throws: `VectorError` if the content or name is not that of a test vector.
    public init(_ bytes: [UInt8], name: String) throws(VectorError) {
        guard bytes.starts(with: Self.header.utf8) else { throw .header }
        guard let start = Self.start(name: name) else { throw .name(name) }
        self.bytes = bytes
        self.start = start
        var lines: [Line] = []
        var position = 0
        var number = 0
        while position < bytes.count {
            var end = Self.first(0x0A, in: bytes, position..<bytes.count) ?? bytes.count
            let next = end + 1
            if end > position, bytes[end - 1] == 0x0D { end -= 1 }
            number += 1
            if number > 1, end > position {
                guard let line = Self.line(bytes, position..<end) else { throw .line(number) }
                lines.append(line)
            }
            position = next
        }
        self.lines = lines
    }

    private static func line(_ bytes: [UInt8], _ range: Range<Int>) -> Line? {
        guard let first = first(0x2C, in: bytes, range),
            let second = Self.first(0x2C, in: bytes, first + 1..<range.upperBound)
        else { return nil }
        let digits = second + 1..<range.upperBound
        guard Self.first(0x2C, in: bytes, digits) == nil, digits.count % digitsInPage == 0,
            let number = Int(String(decoding: bytes[range.lowerBound..<first], as: UTF8.self)),
            let satellite = SatelliteID(.galileo, number)
        else { return nil }
        return Line(satellite: satellite, digits: digits)
    }

    /// The index of the first occurrence of a byte in a range.
    private static func first(_ byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes.withUnsafeBytes { all in
            // Lines are 100 kB long. The range is inside the array, which stays at its address until the closure
            // returns.
            let part = UnsafeRawBufferPointer(rebasing: all[range])
            guard let start = part.baseAddress, let found = memchr(start, Int32(byte), part.count) else { return nil }
            return range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }

    /// Calls `body` with each page in chronological order, and in the order of the lines for pages of the same time.
    ///
    /// - Throws: The error that `body` throws.
    public func forEachPage<Failure: Error>(_ body: (RecordedPage) throws(Failure) -> Void) throws(Failure) {
        let count = (lines.map(\.digits.count).max() ?? 0) / Self.digitsInPage
        for index in 0..<count {
            guard let time = start.advanced(by: 2 * index) else { return }
            for line in lines where (index + 1) * Self.digitsInPage <= line.digits.count {
                let first = line.digits.lowerBound + index * Self.digitsInPage
                guard let bits = page(at: first) else { continue }
                try body(RecordedPage(satellite: line.satellite, isE5b: false, start: time, bits: bits))
            }
        }
    }

    private func page(at first: Int) -> [UInt8]? {
        var isWhole = true
        let page = [UInt8](unsafeUninitializedCapacity: Self.digitsInPage / 2) { room, count in
            bytes.withUnsafeBufferPointer { bytes in
                // The range of a line contains whole pages, so the indices are inside the file.
                for index in room.indices {
                    let place = first &+ 2 &* index
                    let (high, low) = (Self.values[Int(bytes[place])], Self.values[Int(bytes[place &+ 1])])
                    isWhole = isWhole && high | low < 16
                    room[index] = high << 4 | low & 0x0F
                }
            }
            count = room.count
        }
        return isWhole ? page : nil
    }

    /// The value of each byte as a hexadecimal digit; 255 if it is not one.
    private static let values: [UInt8] = (0...255).map { Hexadecimal.value(of: $0) ?? 255 }

    /// The start time contained in a file's name.
    static func start(name: String) -> GST? {
        let file = name.split(separator: "/").last ?? ""
        let parts = file.split(whereSeparator: { $0 == "_" || $0 == "." })
        guard let gst = parts.firstIndex(of: "GST"), gst >= 3, parts.count > gst + 3,
            let day = Int(parts[gst - 3]), let year = Int(parts[gst - 1]),
            let month = months.firstIndex(of: parts[gst - 2].uppercased()),
            let date = CivilDate(year: year, month: month + 1, day: day),
            let hour = Int(parts[gst + 1]), let minute = Int(parts[gst + 2]), let second = Int(parts[gst + 3]),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        return GST(secondsSinceEpoch: date.days(since: GST.firstDay) * 86_400 + hour * 3600 + minute * 60 + second)
    }

    private static let months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
}
