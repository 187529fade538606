// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import SystemSupport

/// A command that arrived over MQTT.
public struct RemoteOrder: Hashable, Sendable {
    public var command: RemoteCommand
    /// The receiver to restart.
    public var receiver: String?
    /// The name of the path to record; nil for one that contains the time.
    public var name: String?
}

/// Decodes commands and encodes their answers.
enum RemoteMessage {
    /// The size of a command in bytes, at most.
    static let limit = 4096

    private struct Payload: Decodable {
        var id: String
        var receiver: String?
        var name: String?
    }

    /// The answer to a command.
    struct Answer: JSONPayload {
        let version = 1
        var gateway: String
        var id: String
        var command: String
        /// True if the command was executed.
        var done: Bool
        /// The code of the refusal.
        var code: String?
        /// The refusal in a sentence.
        var text: String?
    }

    /// The code of a refusal that has no code of its own.
    static func code(_ kind: ControlError.Kind) -> String { kind == .notFound ? "not_found" : kind.rawValue }

    /// - Returns: The command's id and the command; nil if the payload is not a command.
    static func order(_ command: RemoteCommand, _ payload: [UInt8]) -> (id: String, order: RemoteOrder)? {
        guard payload.count <= limit, let content = try? JSONDecoder().decode(Payload.self, from: Data(payload)),
            (1...64).contains(content.id.utf8.count), content.id == content.id.shownLine,
            command != .restartReceiver || content.receiver != nil
        else { return nil }
        return (content.id, RemoteOrder(command: command, receiver: content.receiver, name: content.name))
    }
}
