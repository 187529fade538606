// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

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
        return device.map { "\(topic)/\(GatewayTopics.level($0.rawValue))" } ?? topic
    }
}
