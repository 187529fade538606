// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import SystemSupport

/// The topics below `PREFIX/GATEWAY`.
public struct GatewayTopics: Hashable, Sendable {
    /// `PREFIX/GATEWAY`.
    public let root: String

    /// - Parameters:
    ///   - prefix: One or more levels.
    ///   - gateway: One level.
    public init(prefix: String, gateway: String) { root = "\(prefix)/\(gateway)" }

    /// A topic of the gateway.
    public func topic(_ name: Name) -> String { "\(root)/\(name.rawValue)" }

    /// The beginning of the topics of commands.
    var commands: String { root + "/command" }

    /// The topic of a command. Each has its own, so that the broker's access list can permit one of them.
    func command(_ command: RemoteCommand) -> String { "\(commands)/\(command.rawValue)" }

    /// The last level of a topic.
    public enum Name: String, Sendable, CaseIterable {
        /// The newest position of the active receiver; retained.
        case position
        /// The receivers and their states; retained.
        case state
        /// The newest verdict on the active receiver's navigation data; retained.
        case verdict
        /// Positions that are stored until the broker has them; not retained.
        case history
        /// Whether the gateway is connected; retained, and the last will.
        case status
        /// The answers to commands; not retained.
        case answer
    }

    /// A name as one level of a topic: characters that a level cannot contain become hyphens.
    public static func level(_ name: String) -> String {
        let level = name.unicodeScalars.map { scalar -> Character in
            scalar.isPlain && !"+#/$".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
        }
        var text = String(level)
        while text.utf8.count > 64 { text.removeLast() }
        return text.isEmpty ? "gateway" : text
    }
}
