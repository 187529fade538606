// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The end of a frame.
struct FrameEnding {
    /// The index after the frame's text.
    let text: Int
    /// The index after the frame's line ending; equal to `text` if the line has no ending.
    let end: Int

    /// Finds the end of the frame that begins at index 0; nil if the frame may continue.
    ///
    /// - Parameters:
    ///   - bytes: The frame and the bytes after it.
    ///   - start: The first index that may end the frame, 1 or more.
    init?(in bytes: Span<UInt8>, from start: Int) {
        let limit = min(bytes.count, Self.limit(of: bytes))
        let index = Self.skipInner(bytes, from: start, to: limit)
        guard index < bytes.count else { return nil }
        text = index
        // The line ending may be CR LF, LF, CR CR LF or CR alone.
        var end = index
        while end < bytes.count, end < index + 2, bytes[end] == .carriageReturn { end += 1 }
        guard end < bytes.count else { return nil }
        self.end = bytes[end] == .lineFeed ? end + 1 : end
    }

    /// Returns the first index of a byte that may not occur within a sentence, or `limit` if no such byte is found.
    static func skipInner(_ bytes: Span<UInt8>, from start: Int, to limit: Int) -> Int {
        var index = start
        let words = bytes.bytes
        while index < limit {
            // Test eight bytes at a time while all are in 0x25...0x7E: the subtraction sets the upper bit of lower
            // bytes, the addition that of 0x7F, and bytes from 0x80 on have it already. Carries may set it for other
            // bytes too, so the loop below then checks them individually.
            while index &+ 8 <= limit {
                let word = words.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
                let outer = (word &- 0x2525_2525_2525_2525) | (word &+ 0x0101_0101_0101_0101) | word
                guard outer & 0x8080_8080_8080_8080 == 0 else { break }
                index &+= 8
            }
            let end = min(limit, index &+ 8)
            while index < end {
                guard bytes[index].isInner else { return index }
                index &+= 1
            }
        }
        return index
    }

    /// Returns the maximum length of a frame's text in bytes.
    static func limit(of frame: Span<UInt8>) -> Int {
        frame.count > 1 && frame[1] == UInt8(ascii: "P")
            ? NMEAFramer.longestProprietaryFrame : NMEAFramer.longestFrame
    }
}

/// The result of checking a frame.
enum FrameVerdict {
    /// The checksum is correct; the associated value is the end index of the body.
    case valid(Int)
    case badChecksum
    case missingChecksum
    case noise

    /// Checks the text of a frame, `frame[0..<textEnd]`.
    init(_ frame: Span<UInt8>, textEnd: Int) {
        guard textEnd >= 4 else {
            self = .noise
            return
        }
        // Test the most common case first: the text ends with its checksum.
        if frame[textEnd - 3] == .asterisk, Self.isRight(frame, star: textEnd - 3, textEnd: textEnd) {
            self = .valid(textEnd - 3)
            return
        }
        var star = textEnd - 1
        var sawStar = false
        while star > 0 {
            if frame[star] == .asterisk {
                sawStar = true
                if Self.isRight(frame, star: star, textEnd: textEnd) {
                    self = .valid(star)
                    return
                }
            }
            star -= 1
        }
        if sawStar {
            self = .badChecksum
        } else {
            self = textEnd < FrameEnding.limit(of: frame) && frame[1].isUpperOrDigit ? .missingChecksum : .noise
        }
    }

    private static func isRight(_ frame: Span<UInt8>, star: Int, textEnd: Int) -> Bool {
        guard star > 1, star + 2 < textEnd else { return false }
        guard let stated = Hexadecimal.value(frame[star + 1], frame[star + 2]) else { return false }
        return stated == XORChecksum.of(frame, in: 1..<star)
    }
}
