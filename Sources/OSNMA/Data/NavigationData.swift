// SPDX-License-Identifier: Apache-2.0

internal import Crypto
public import GNSSTypes

/// A set of data of a satellite, exactly the bits that tags authenticate.
public struct NavigationData<Level: Trust>: Hashable, Sendable {
    let content: NavigationDataContent

    fileprivate init(unchecked content: NavigationDataContent) { self.content = content }

    /// Whose data they are.
    public var satellite: SatelliteID? { SatelliteID(.galileo, Int(content.satellite)) }

    public var group: DataGroup { content.group }

    /// The issue, 0...1023; nil for timing data, which have none.
    public var iodnav: Int? { content.group == .ephemeris ? Int(content.words[0].iodnav) : nil }

    /// The bits in the order that they are authenticated in, with zeros up to a whole byte.
    public var packed: [UInt8] { content.packed }

    /// Twelve lower-case digits that tell sets apart: the beginning of the SHA-256 hash of `packed`.
    public var fingerprint: String { content.fingerprint }
}

extension NavigationData where Level == Unverified {
    init(_ content: NavigationDataContent) { self.init(unchecked: content) }

    /// The data, which are trusted if a tag over them is right.
    func verified(by tag: PendingTag, _ authenticator: TagAuthenticator, tagBits: Int) -> NavigationData<Verified>? {
        let code = content.message.withSpan { tag.code(authenticator, message: $0) }
        return code >> UInt64(64 &- tagBits) == tag.tag ? NavigationData<Verified>(unchecked: content) : nil
    }
}

/// What sets of data share, trusted or not.
final class NavigationDataContent: Hashable, Sendable {
    let satellite: UInt8
    let group: DataGroup
    /// The words, only their authenticated bits.
    let words: [Word]
    /// Two bits for NMAS, the data, zeros up to a whole byte: what stands in the input of a tag.
    let message: [UInt8]

    init(satellite: UInt8, group: DataGroup, words: [Word]) {
        self.satellite = satellite
        self.group = group
        self.words = zip(words, group.fields).map { $0.masked(to: $1) }
        var packer = BitPacker(leadingZeros: 2)
        for (word, field) in zip(words, group.fields) { packer.append(word, field) }
        message = packer.bytes
    }

    /// The message of a dummy tag: all zeros.
    static let dummies: [[UInt8]] = DataGroup.allCases.map { Array(repeating: 0, count: ($0.bitCount + 9) / 8) }

    var packed: [UInt8] {
        var packer = BitPacker(leadingZeros: 0)
        for (word, field) in zip(words, group.fields) { packer.append(word, field) }
        return packer.bytes
    }

    var fingerprint: String {
        SHA256.hash(data: packed).prefix(6).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// It is made of these words.
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
    /// Calls with the bytes as a span.
    fileprivate func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}

/// Puts bits one after the other.
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
