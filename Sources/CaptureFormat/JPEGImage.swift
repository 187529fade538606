// SPDX-License-Identifier: Apache-2.0

/// A JPEG image whose EXIF data can be replaced without a change of the picture (ISO/IEC 10918-1, annex B). The bytes
/// need not be trusted.
public struct JPEGImage: Sendable {
    /// The limits of an image.
    public enum Limit {
        /// The largest size of a file in bytes.
        public static let bytes = 64 << 20
        /// The largest number of pixels.
        public static let pixels = 40_000_000
    }

    /// The width and height in pixels, as stored; an EXIF orientation may swap them when the image is shown.
    public let width: Int
    public let height: Int
    /// The file as received.
    public let bytes: [UInt8]
    /// True if the picture is stored in several scans.
    let isProgressive: Bool
    /// The EXIF orientation, 1...8; 1 if the image does not state it.
    var orientation: Int {
        guard let reader = exif.flatMap(TIFFReader.init) else { return 1 }
        let value = reader.directory(at: reader.first, keeping: [0x0112])[0x0112]
        guard case .copied(3, 1, let bytes)? = value, let number = bytes.last, (1...8).contains(number) else {
            return 1
        }
        return Int(number)
    }
    /// The content of the image's own EXIF segment from the TIFF header on; nil if it has none.
    let exif: ArraySlice<UInt8>?
    /// The ranges of all segments that could state another position: comments, and those of applications except
    /// `Reader.kept`.
    private let replaced: [Range<Int>]
    /// The offset behind the picture. What follows, such as further images, could state another position too.
    private let end: Int
    /// The offset at which a new EXIF segment begins: after SOI, or after the segment of JFIF.
    private let place: Int

    /// Checks a file from its first to its last byte.
    ///
    /// - Throws: `ImageError` with the reason, for people.
    public init(_ bytes: [UInt8]) throws(ImageError) {
        guard bytes.count <= Limit.bytes else { throw .tooManyBytes(bytes.count) }
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw ImageError(otherFormat: bytes) }
        var reader = Reader(bytes: bytes)
        try reader.read()
        guard let size = reader.size else { throw .damaged("it has no size (SOF)") }
        guard size.width > 0, size.height > 0 else { throw .damaged("its size is 0") }
        guard size.width * size.height <= Limit.pixels else { throw .tooManyPixels(size.width, size.height) }
        (self.bytes, width, height) = (bytes, size.width, size.height)
        (exif, replaced, place, end) = (reader.exif, reader.replaced, reader.place, reader.offset)
        isProgressive = reader.isProgressive
    }

    /// The file with another EXIF segment in place of all that could state a position, up to the end of the picture; all
    /// other bytes are the same.
    ///
    /// - Parameter tiff: The content from the TIFF header on, at most `EXIFWriter.limit` bytes.
    public func replacingEXIF(with tiff: [UInt8]) -> [UInt8] {
        let content = Self.marker + tiff
        let length = content.count + 2
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + content.count + 4)
        result += bytes[..<place]
        result += [0xFF, 0xE1, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
        result += content
        var offset = place
        for range in replaced {
            result += bytes[offset..<range.lowerBound]
            offset = range.upperBound
        }
        result += bytes[offset..<end]
        return result
    }

    /// The beginning of an EXIF segment.
    fileprivate static let marker = Array("Exif\0\0".utf8)

    /// Follows the markers of a file.
    private struct Reader {
        let bytes: [UInt8]
        var offset = 2
        var size: (width: Int, height: Int)?
        var exif: ArraySlice<UInt8>?
        var replaced: [Range<Int>] = []
        var place = 2
        var isProgressive = false

        mutating func read() throws(ImageError) {
            while true {
                let start = offset
                let code = try marker()
                switch code {
                case 0xD9:
                    throw .damaged("it ends before the picture")
                case 0x01, 0xD0...0xD7:
                    continue
                case 0xDA:
                    try skipSegment()
                    return try findEnd()
                default:
                    try take(code, from: start)
                }
            }
        }

        /// Returns the code of the marker at the offset.
        private mutating func marker() throws(ImageError) -> UInt8 {
            guard offset + 1 < bytes.count, bytes[offset] == 0xFF else { throw .damaged("a marker is missing") }
            while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
            guard offset < bytes.count, bytes[offset] != 0 else { throw .damaged("a marker is missing") }
            offset += 1
            return bytes[offset - 1]
        }

        private mutating func skipSegment() throws(ImageError) { _ = try segment() }

        /// Returns the range of the content of the segment at the offset, and moves behind it.
        private mutating func segment() throws(ImageError) -> Range<Int> {
            guard offset + 1 < bytes.count else { throw .damaged("it is cut off") }
            let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
            guard length >= 2, length <= bytes.count - offset else { throw .damaged("it is cut off") }
            let content = offset + 2..<offset + length
            offset += length
            return content
        }

        private mutating func take(_ code: UInt8, from start: Int) throws(ImageError) {
            let content = try segment()
            switch code {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(code):
                guard size == nil, content.count >= 6 else { throw .damaged("it has two sizes (SOF)") }
                let first = content.lowerBound
                isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(code)
                size = (
                    width: Int(bytes[first + 3]) << 8 | Int(bytes[first + 4]),
                    height: Int(bytes[first + 1]) << 8 | Int(bytes[first + 2])
                )
            case 0xE0 where start == 2 && bytes[content].starts(with: Array("JFIF\0".utf8)):
                place = offset
            case 0xE0...0xEF, 0xFE:
                leaveOut(code, content, from: start)
                let isEXIF = code == 0xE1 && bytes[content].starts(with: JPEGImage.marker)
                if isEXIF, exif == nil { exif = bytes[content].dropFirst(JPEGImage.marker.count) }
            // DHT, DAC, DQT, DNL and DRI.
            case 0xC4, 0xCC, 0xDB...0xDD: break
            // A program could read the bytes behind a second SOI or a reserved marker as markers or as text.
            default: throw .damaged("it has an unknown marker")
            }
        }

        /// The segments of applications that only say how the picture is shown, by their first bytes: JFIF, the colour
        /// profile, and Adobe's colour transform.
        private static let kept: [UInt8: [UInt8]] = [
            0xE0: Array("JFIF\0".utf8), 0xE2: Array("ICC_PROFILE\0".utf8), 0xEE: Array("Adobe".utf8),
        ]

        /// Notes the comment or the segment of an application that ends at the offset, unless it says how the picture is shown.
        private mutating func leaveOut(_ code: UInt8, _ content: Range<Int>, from start: Int) {
            if let beginning = Self.kept[code], bytes[content].starts(with: beginning) { return }
            replaced.append(start..<offset)
        }

        /// Takes a segment behind the first scan: tables, the header of another scan, a comment, or one of an application.
        private mutating func takeLater(_ code: UInt8, from start: Int) throws(ImageError) {
            let content = try segment()
            switch code {
            // DHT, DAC, SOS, DQT, DNL and DRI.
            case 0xC4, 0xCC, 0xDA...0xDD: break
            case 0xE0...0xEF, 0xFE: leaveOut(code, content, from: start)
            default: throw .damaged("it has two pictures, or an unknown marker, behind its first scan")
            }
            // Only SOS is followed by compressed data. Others could become a marker when the segment before them is left out.
            guard code == 0xDA || (offset < bytes.count && bytes[offset] == 0xFF) else {
                throw .damaged("a marker is missing")
            }
        }

        /// Finds the end of the picture; in compressed data, 0xFF is followed by 0 or by a restart marker.
        private mutating func findEnd() throws(ImageError) {
            guard size != nil else { throw .damaged("the picture comes before its size (SOF)") }
            while offset + 1 < bytes.count {
                guard bytes[offset] == 0xFF else {
                    offset += 1
                    continue
                }
                switch bytes[offset + 1] {
                case 0xD9:
                    offset += 2
                    return
                case 0x00, 0x01, 0xD0...0xD7: offset += 2
                case 0xFF: offset += 1
                default:
                    let start = offset
                    offset += 2
                    try takeLater(bytes[start + 1], from: start)
                }
            }
            throw .damaged("it is cut off")
        }
    }
}

/// The reason why a file is not accepted as an image.
public enum ImageError: Error, Hashable, Sendable {
    /// The file has another format.
    case otherFormat(String)
    /// The file breaks the rules of JPEG, with the reason for people.
    case damaged(String)
    case tooManyBytes(Int)
    case tooManyPixels(Int, Int)

    /// Names the format of bytes that are not JPEG.
    init(otherFormat bytes: [UInt8]) {
        func holds(_ text: String, at offset: Int) -> Bool {
            bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: Array(text.utf8))
        }
        let brands = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]
        if holds("ftyp", at: 4) {
            let isHEIF = brands.contains { holds($0, at: 8) }
            self = .otherFormat(isHEIF ? "HEIC" : holds("avif", at: 8) ? "AVIF" : "MP4")
        } else if holds("PNG\r\n", at: 1) {
            self = .otherFormat("PNG")
        } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
            self = .otherFormat("WebP")
        } else if holds("GIF8", at: 0) {
            self = .otherFormat("GIF")
        } else {
            self = .damaged("it does not begin like a JPEG image")
        }
    }
}
