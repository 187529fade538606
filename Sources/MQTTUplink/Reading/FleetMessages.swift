// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import SystemSupport

/// A message of another gateway. Anything may be in it.
enum FleetMessage {
    /// The size of a payload in bytes, at most.
    static let limit = 16 << 10

    struct Status: Decodable {
        var online: Bool
        var program: String?
        var time: Timestamp?
        var interval: Double?

        enum CodingKeys: String, CodingKey {
            case online, program, time
            case interval = "interval_s"
        }
    }

    struct State: Decodable {
        var time: Timestamp?
        var active: String?
        var receivers: [FleetGatewayReport.Receiver]
        var uplinks: [FleetGatewayReport.Uplink]?
    }

    struct Position: Decodable {
        var receiver: String
        var received: Timestamp
        var fix: FixReport
        var authentication: FleetGatewayReport.Authentication
    }

    private struct Version: Decodable { var version: Int }

    /// Decodes a payload; nil if it is not of version 1 or lacks something.
    static func decode<Payload: Decodable>(_ bytes: [UInt8], as type: Payload.Type) -> Payload? {
        guard bytes.count <= limit else { return nil }
        let (decoder, data) = (JSONDecoder(), Data(bytes))
        guard let version = try? decoder.decode(Version.self, from: data), version.version == 1 else { return nil }
        return try? decoder.decode(type, from: data)
    }
}

extension FleetGatewayReport.Authentication {
    /// The same with short texts.
    var shortened: Self {
        var copy = self
        (copy.cause, copy.reason, copy.text) = (
            cause?.shownLine, reason.shownLine, text.shownLine
        )
        return copy
    }
}

extension FixReport {
    private static let codeCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789_-".utf8)

    /// The same if the position is on Earth and all texts are short; nil otherwise.
    var sound: Self? {
        guard latitude.map({ (-90...90).contains($0) }) ?? true, longitude.map({ (-180...180).contains($0) }) ?? true,
            (latitude == nil) == (longitude == nil)
        else { return nil }
        var copy = self
        copy.datum = datum?.shownLine
        let codes = [kind.code, quality.code, horizontalOrigin?.code, verticalOrigin?.code].compactMap { $0 }
        let areSound = codes.allSatisfy { code in
            code.utf8.count <= 40 && code.utf8.allSatisfy { Self.codeCharacters.contains($0) }
        }
        return areSound ? copy : nil
    }
}
