// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Decodes the receiver's output into observations. It uses neither a device nor a clock, so it is easy to test.
///
/// This example reads lines such as `POS 1767225600 48.137154 11.576124 519.0 9`: seconds since 1970 (UTC), latitude
/// and longitude in degrees, metres above mean sea level, satellites used; or `POS 1767225600` without a fix. Replace
/// it with your receiver's protocol.
public struct NewReceiverDecoder: Sendable {
    /// The kinds of observations it produces.
    public static let delivers: Set<ObservationKind> = [.fix]

    /// The longest valid line in bytes.
    private static let longest = 200

    private var line: [UInt8] = []
    private var isTooLong = false

    public init() {}

    /// Processes received bytes, which may be whole lines or parts.
    ///
    /// - Returns: The observations completed by these bytes. Damaged input yields none.
    public mutating func consume(_ bytes: some Sequence<UInt8>) -> [Payload] {
        var payloads: [Payload] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isTooLong, let fix = Self.fix(line) { payloads.append(.fix(fix)) }
                (line, isTooLong) = ([], false)
            } else if line.count < Self.longest {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
        return payloads
    }

    private static func fix(_ line: [UInt8]) -> Fix? {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.first == "POS", words.count == 2 || words.count == 6 else { return nil }
        guard let seconds = Int64(words[1]), (0..<9_000_000_000).contains(seconds) else { return nil }
        var fix = Fix(kind: .none, quality: .invalid)
        fix.time = UTCTime(nanosecondsSince1970: seconds * 1_000_000_000)
        fix.sources = ["POS"]
        guard words.count == 6 else { return fix }
        guard let latitude = Double(words[2]), let longitude = Double(words[3]), let height = Double(words[4]),
            let used = Int(words[5]), (0...100).contains(used), (-1000...100_000).contains(height),
            let position = GeodeticPosition(
                latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        else { return nil }
        (fix.kind, fix.quality, fix.position) = (.threeDimensional, .autonomous, position)
        fix.height = Height(orthometric: Length(metres: height))
        fix.satellitesUsed = used
        return fix
    }
}
