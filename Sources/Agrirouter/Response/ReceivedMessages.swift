// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Wire

/// The messages from one GET of an endpoint's `commands` address. Reading is destructive: agrirouter does not deliver
/// these messages again.
public struct ReceivedMessages: Hashable, Sendable {
    /// The messages in order of arrival.
    public var responses: [Response]
    /// A description of each message that could not be decoded; the other messages are still valid.
    public var faults: [String]

    /// True if the outbox was empty. After an answer that is not empty, the outbox may be read again immediately.
    public var isEmpty: Bool { responses.isEmpty && faults.isEmpty }

    /// Decodes the JSON array of an answer. An empty body counts as an empty array.
    ///
    /// - Throws: `ReceivedMessagesError` if the answer as a whole cannot be decoded.
    public init(decoding json: [UInt8]) throws(ReceivedMessagesError) {
        (responses, faults) = ([], [])
        guard json.contains(where: { $0 > 0x20 }) else { return }
        guard json.count <= JSON.limit else { throw .tooLarge(json.count) }
        guard let items = JSON.read([JSON.Lenient<Item>].self, json) else { throw .notAnArray(json.count) }
        for (number, item) in items.enumerated() {
            do throws(ResponseError) {
                responses.append(try Self.response(item.value))
            } catch { faults.append("message \(number + 1) of \(items.count): \(error)") }
        }
    }

    private static func response(_ item: Item?) throws(ResponseError) -> Response {
        guard let text = item?.command?.message else { throw .noMessage }
        guard let bytes = Base64.decode(text) else { throw .base64 }
        return try Response(decoding: bytes)
    }

    private struct Item: Decodable {
        struct Command: Decodable { var message: String? }
        var command: Command?
    }
}

/// The reason that an answer of the outbox cannot be decoded at all.
public enum ReceivedMessagesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The answer of this many bytes is not a JSON array: it is truncated, or an intermediary such as a login page
    /// answered.
    case notAnArray(Int)
    /// The answer has this many bytes, far more than agrirouter sends at once.
    case tooLarge(Int)

    public var description: String {
        switch self {
        case .notAnArray(let count):
            "the outbox answered \(count) bytes that are not a JSON array; their messages arrive again through the feed"
        case .tooLarge(let count): "the outbox answered \(count) bytes, more than \(JSON.limit)"
        }
    }
}
