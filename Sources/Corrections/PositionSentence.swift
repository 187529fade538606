// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

/// The sentence that tells a caster where the receiver is.
enum PositionSentence {
    /// GGA of a fix, with checksum and line end; nil where it has no position.
    static func bytes(_ fix: Fix) -> [UInt8]? {
        guard let position = fix.position, fix.kind != .none else { return nil }
        var sentence = GGASentence()
        sentence.time = fix.time?.timeOfDay
        sentence.position = position
        // Casters refuse what looks like no fix; they compute from the position alone.
        sentence.quality = max(1, GGASentence.quality(fix.quality))
        sentence.satellitesUsed = max(4, fix.satellitesUsed ?? 4)
        sentence.hdop = fix.dop.hdop ?? 1
        sentence.orthometricHeight = fix.height.orthometric ?? fix.height.ellipsoidal ?? Length(metres: 0)
        sentence.geoidSeparation = fix.height.geoidSeparation ?? Length(metres: 0)
        return sentence.encoded(talker: .gps)
    }
}
