// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-RXM-SFRBX version 1 or 2: a subframe, page or string of a navigation message as transmitted by a satellite. It
/// contains no time.
public struct Subframe: Hashable, Sendable {
    /// The numbers as sent. `sigID` is nil in version 1, which does not contain the signal.
    public let gnssID: UInt8, svID: UInt8, sigID: UInt8?
    /// GLONASS frequency channel plus 7, 0...13.
    public let freqID: UInt8
    /// The channel that received it.
    public let channel: UInt8
    /// The version of the message.
    public let version: UInt8
    /// The words; the most significant bit of the first one was transmitted first.
    public let words: [UInt32]

    /// The satellite; nil if the numbers do not identify one.
    public var satellite: SatelliteID? { SatelliteID(Constellation(rawValue: gnssID), Int(svID)) }

    /// Reads a payload; nil if bytes are missing or the version is unknown.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 8, (1...2).contains(payload.u1(6)) else { return nil }
        guard let items = payload.items(Int(payload.u1(4)), after: 8, size: 4) else { return nil }
        (gnssID, svID, version) = (payload.u1(0), payload.u1(1), payload.u1(6))
        sigID = version >= 2 ? payload.u1(2) : nil
        (freqID, channel) = (payload.u1(3), payload.u1(5))
        var words: [UInt32] = []
        words.reserveCapacity(items.count)
        for item in items { words.append(payload.u4(8 &+ item &* 4)) }
        self.words = words
    }
}
