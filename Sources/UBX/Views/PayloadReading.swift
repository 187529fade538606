// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Reads numbers from a payload whose length was checked; bytes beyond its end read as 0.
extension Span where Element == UInt8 {
    @inline(__always)
    func u1(_ at: Int) -> UInt8 { little(at: at) ?? 0 }
    @inline(__always)
    func u2(_ at: Int) -> UInt16 { little(at: at) ?? 0 }
    @inline(__always)
    func u4(_ at: Int) -> UInt32 { little(at: at) ?? 0 }
    @inline(__always)
    func i1(_ at: Int) -> Int8 { little(at: at) ?? 0 }
    @inline(__always)
    func i2(_ at: Int) -> Int16 { little(at: at) ?? 0 }
    @inline(__always)
    func i4(_ at: Int) -> Int32 { little(at: at) ?? 0 }
    @inline(__always)
    func r4(_ at: Int) -> Float { littleFloat(at: at) ?? 0 }
    @inline(__always)
    func r8(_ at: Int) -> Double { littleDouble(at: at) ?? 0 }

    /// The range of items after a header; nil if the payload has fewer items than the sender counted.
    func items(_ claimed: Int, after head: Int, size: Int) -> Range<Int>? {
        claimed >= 0 && count >= head &+ claimed &* size ? 0..<claimed : nil
    }

    /// A text of fixed length, padded with NUL; bytes that are not printable ASCII are shown as `?`.
    func text(_ range: Range<Int>) -> String {
        var text = ""
        for index in range.clamped(to: 0..<count) {
            let byte = self[index]
            if byte == 0 { break }
            text.unicodeScalars.append((0x20..<0x7F).contains(byte) ? Unicode.Scalar(byte) : "?")
        }
        return text
    }
}

extension FixedWidthInteger {
    /// Returns true if a bit is set.
    @inline(__always)
    func has(_ bit: Int) -> Bool { self & 1 << Self(truncatingIfNeeded: bit) != 0 }

    /// A range of bits, right-aligned.
    @inline(__always)
    func bits(_ first: Int, _ width: Int) -> Int {
        Int(truncatingIfNeeded: self >> Self(truncatingIfNeeded: first)) & (1 << width - 1)
    }
}
