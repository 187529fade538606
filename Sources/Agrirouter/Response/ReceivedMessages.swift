// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Wire

/// What one GET of an endpoint's `commands` address brought. The read is destructive: what came will not come again.
public struct ReceivedMessages: Hashable, Sendable {
    /// Messages, in the order they came.
    public var responses: [Response]
    /// What could not be read, in words; the others stand.
    public var faults: [String]

    /// Whether nothing was in it. While something was, it may be read on at once.
    public var isEmpty: Bool { responses.isEmpty && faults.isEmpty }

    /// Reads the JSON array of an answer. An empty body counts as an empty array.
    ///
    /// - Throws: `ReceivedMessagesError` where nothing of it can be read.
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

/// Why an answer of the outbox cannot be read at all.
public enum ReceivedMessagesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not a JSON array: a cut answer, or the page of something between here and agrirouter.
    case notAnArray(Int)
    /// Far more than agrirouter sends at once.
    case tooLarge(Int)

    public var description: String {
        switch self {
        case .notAnArray(let count):
            "the outbox answered \(count) bytes that are not a JSON array; their messages arrive again through the feed"
        case .tooLarge(let count): "the outbox answered \(count) bytes, more than \(JSON.limit)"
        }
    }
}
