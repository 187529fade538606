// SPDX-License-Identifier: Apache-2.0

internal import Crypto
public import GNSSTypes

/// One set of a satellite's navigation data: exactly the bits that tags authenticate.
public struct NavigationData<Level: Trust>: Hashable, Sendable {
    let content: NavigationDataContent

    fileprivate init(unchecked content: NavigationDataContent) { self.content = content }

    /// The satellite that the data describe.
    public var satellite: SatelliteID? { SatelliteID(.galileo, Int(content.satellite)) }

    public var group: DataGroup { content.group }

    /// The issue of data (IODnav), 0...1023; nil for timing data, which have no issue.
    public var iodnav: Int? { content.group == .ephemeris ? Int(content.words[0].iodnav) : nil }

    /// The bits in the order in which they are authenticated, padded with zeros to a whole byte.
    public var packed: [UInt8] { content.packed }

    /// Twelve lower-case hexadecimal digits that distinguish sets of data: the beginning of the SHA-256 hash of
    /// `packed`.
    public var fingerprint: String { content.fingerprint }
}

extension NavigationData where Level == Unverified {
    init(_ content: NavigationDataContent) { self.init(unchecked: content) }

    /// Returns the data as trusted if the tag over them is valid, nil otherwise.
    func verified(by tag: PendingTag, _ authenticator: TagAuthenticator, tagBits: Int) -> NavigationData<Verified>? {
        let code = content.message.withSpan { tag.code(authenticator, message: $0) }
        return code >> UInt64(64 &- tagBits) == tag.tag ? NavigationData<Verified>(unchecked: content) : nil
    }
}

/// The storage that trusted and untrusted sets of the same data share.
final class NavigationDataContent: Hashable, Sendable {
    let satellite: UInt8
    let group: DataGroup
    /// The words, with all bits that are not authenticated set to zero.
    let words: [Word]
    /// The data's part of a tag's input: two bits for NMAS, the data, and zeros up to a whole byte.
    let message: [UInt8]

    init(satellite: UInt8, group: DataGroup, words: [Word]) {
        self.satellite = satellite
        self.group = group
        self.words = zip(words, group.fields).map { $0.masked(to: $1) }
        var packer = BitPacker(leadingZeros: 2)
        for (word, field) in zip(words, group.fields) { packer.append(word, field) }
        message = packer.bytes
    }

    /// The messages of dummy tags, by `DataGroup`: all zeros.
    static let dummies: [[UInt8]] = DataGroup.allCases.map { Array(repeating: 0, count: ($0.bitCount + 9) / 8) }

    var packed: [UInt8] {
        var packer = BitPacker(leadingZeros: 0)
        for (word, field) in zip(words, group.fields) { packer.append(word, field) }
        return packer.bytes
    }

    var fingerprint: String {
        String(unsafeUninitializedCapacity: 12) { room in
            var count = 0
            for byte in SHA256.hash(data: packed).prefix(6) {
                (room[count], room[count + 1]) = (Self.digit(byte >> 4), Self.digit(byte & 0x0F))
                count += 2
            }
            return count
        }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble }

    /// Returns true if these words contain the same authenticated bits.
    func isMade(of other: [Word]) -> Bool {
        for index in words.indices where other[index].masked(to: group.fields[index]) != words[index] { return false }
        return true
    }

    static func == (a: NavigationDataContent, b: NavigationDataContent) -> Bool {
        a === b || (a.satellite == b.satellite && a.group == b.group && a.words == b.words)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(satellite)
        hasher.combine(words)
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes as a span.
    fileprivate func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}

/// Appends bit fields to an array of bytes.
private struct BitPacker {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    init(leadingZeros: Int) {
        bytes.reserveCapacity(72)
        guard leadingZeros > 0 else { return }
        bytes.append(0)
        used = leadingZeros
    }

    mutating func append(_ word: Word, _ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            let taken = min(8 &- used, range.upperBound &- position)
            let value = UInt8(truncatingIfNeeded: word.bits(at: position, width: taken))
            bytes[bytes.count &- 1] |= value << UInt8(8 &- used &- taken)
            used &+= taken
            position &+= taken
        }
    }
}
