// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GNSSTypes

/// A position as the parameters of Traccar's protocol "OsmAnd". A value that the receiver did not state is omitted.
struct OsmAndPosition {
    /// The parameters as a query, without the device's id.
    let query: [UInt8]

    /// - Parameters:
    ///   - received: The time of the position's arrival, if the receiver states none.
    ///   - objection: The requirement for an authenticated position that is not met; nil if all are.
    /// - Returns: Nil without a position.
    init?(_ fix: Fix, received: HostTime, objection: OSNMARequirement.Refusal?) {
        guard let position = fix.position else { return nil }
        let time = fix.time?.nanosecondsSince1970 ?? received.wallNanoseconds
        var text = "lat=" + Self.text(position.latitude.degrees, 9) + "&lon=" + Self.text(position.longitude.degrees, 9)
        // A number that would fit into 32 bits counts as seconds: until January 1970.
        text += "&timestamp=\(time / 1_000_000)"
        text += "&valid=\(fix.quality != .invalid)"
        for (name, value, decimals) in [
            ("altitude", fix.height.orthometric?.metres, 2),
            ("speed", (fix.speed?.metresPerSecond).map { $0 * 3600 / 1852 }, 3),
            ("bearing", fix.course?.degrees, 2),
            ("accuracy", fix.horizontalAccuracy?.value.metres, 3),
            ("hdop", fix.dop.hdop, 2),
        ] {
            // The limit is above every value that a receiver states.
            guard let value, value.isFinite, value.magnitude < 1e9 else { continue }
            text += "&\(name)=" + Self.text(value, decimals)
        }
        if let satellites = fix.satellitesUsed { text += "&sat=\(satellites)" }
        text += "&authenticated=\(objection == nil)"
        if let objection { text += "&authentication=\(objection.cause.rawValue)" }
        query = Array(text.utf8)
    }

    /// A number without an exponent.
    private static func text(_ value: Double, _ decimals: Int) -> String {
        String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }
}
