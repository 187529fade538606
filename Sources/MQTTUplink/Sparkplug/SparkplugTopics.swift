// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SystemSupport

/// The topics of an edge node (Sparkplug 3.0.0, chapter 4).
struct SparkplugTopics: Hashable, Sendable {
    enum Kind: String {
        case nodeBirth = "NBIRTH"
        case nodeDeath = "NDEATH"
        case nodeData = "NDATA"
        case nodeCommand = "NCMD"
        case deviceBirth = "DBIRTH"
        case deviceDeath = "DDEATH"
        case deviceData = "DDATA"
    }

    private let group, node: String

    init(group: String, gateway: String) { (self.group, node) = (group, GatewayTopics.level(gateway)) }

    /// The topic of messages of a kind.
    func topic(_ kind: Kind, of device: SourceID? = nil) -> String {
        let topic = "spBv1.0/\(group)/\(kind.rawValue)/\(node)"
        return device.map { "\(topic)/\(Self.level($0))" } ?? topic
    }

    /// A receiver's name as one level of a topic. Names that differ get levels that differ: the bytes of a character that a
    /// level cannot contain, and of `%`, become `%` and two hexadecimal digits.
    private static func level(_ device: SourceID) -> String {
        let level = device.rawValue.unicodeScalars.map { scalar -> String in
            if scalar.isPlain, !"+#/%".unicodeScalars.contains(scalar) { return String(scalar) }
            return String(scalar).utf8.map { byte in
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
        }.joined()
        // No other name becomes a single `%`.
        return level.isEmpty ? "%" : level
    }
}
