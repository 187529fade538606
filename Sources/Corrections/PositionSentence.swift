// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

/// The sentence that reports the receiver's position to a caster.
enum PositionSentence {
    /// Encodes a fix as GGA with checksum and line end; nil if it has no position.
    static func bytes(_ fix: Fix) -> [UInt8]? {
        guard let position = fix.position, fix.kind != .none else { return nil }
        var sentence = GGASentence()
        // Receivers often state an epoch as some microseconds before the second, and the sentence resolves 10 ms.
        sentence.time = fix.time?.rounded(toNanoseconds: 10_000_000).timeOfDay
        sentence.position = position
        // Casters use only the position, but reject a sentence whose quality says that there is no fix.
        sentence.quality = max(1, GGASentence.quality(fix.quality))
        sentence.satellitesUsed = max(4, fix.satellitesUsed ?? 4)
        sentence.hdop = fix.dop.hdop ?? 1
        sentence.orthometricHeight = fix.height.orthometric ?? fix.height.ellipsoidal ?? Length(metres: 0)
        sentence.geoidSeparation = fix.height.geoidSeparation ?? Length(metres: 0)
        return sentence.encoded(talker: .gps)
    }
}
