// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// The criteria of a feed request (`MessageQuery`, `MessageDelete`).
struct FeedSelection {
    var ids: Set<String>
    var senders: Set<String>
    var from: UTCTime?
    var to: UTCTime?
    var hasPeriod: Bool

    init(_ payload: DecodedMessage) {
        ids = Set(payload.texts(1))
        senders = Set(payload.texts(2))
        let period = payload.message(3)
        hasPeriod = period != nil
        from = period?.message(1)?.time
        to = period?.message(2)?.time
    }

    var isEmpty: Bool { ids.isEmpty && senders.isEmpty && !hasPeriod }
    var malformed: String? { (ids.union(senders)).sorted().first { !$0.isUUID } }

    func fits(_ entry: FeedEntry) -> Bool {
        (ids.isEmpty || ids.contains(entry.messageID)) && (senders.isEmpty || senders.contains(entry.sender))
            && (from.map { entry.sent >= $0 } ?? true) && (to.map { entry.sent <= $0 } ?? true)
    }
}

extension World {
    private static let pageCount = 25
    private static let pageBytes = 1_000_000

    /// The messages that match a query, in the order of the answer, or the refusal of the query.
    private mutating func select(_ payload: DecodedMessage, _ id: String) -> ([FeedEntry], Outcome?) {
        let selection = FeedSelection(payload)
        if selection.isEmpty { return ([], failure("VAL_000017", ["attributeName": "filter"])) }
        if let malformed = selection.malformed { return ([], failure("VAL_000018", ["messageId": malformed])) }
        let found = endpoints[id]?.feed.filter(selection.fits) ?? []
        return (found.sorted { ($0.sender, $0.sent, $0.sequence) < ($1.sender, $1.sent, $1.sequence) }, nil)
    }

    /// The first page of the messages, and the number of pages.
    private static func page(_ entries: [FeedEntry]) -> (entries: [FeedEntry], pages: Int) {
        var pages = 0
        var first: [FeedEntry] = []
        var (count, bytes) = (pageCount, 0)
        for entry in entries {
            let size = entry.content.count + 300
            if count == pageCount || bytes + size > pageBytes {
                pages += 1
                (count, bytes) = (0, 0)
            }
            count += 1
            bytes += size
            if pages == 1 { first.append(entry) }
        }
        return (first, pages)
    }

    private static func metrics(_ writer: inout WireWriter, total: Int, pages: Int) {
        writer.message(1) {
            $0.integer(1, Int64(total))
            $0.integer(2, Int64(pageCount))
        }
        writer.message(2) {
            $0.integer(1, pages > 0 ? 1 : 0)
            $0.integer(2, Int64(pages))
        }
    }

    /// `dke:feed_message_query`.
    mutating func feedMessages(_ payload: DecodedMessage, _ id: String) -> Outcome {
        let (found, refusal) = select(payload, id)
        if let refusal { return refusal }
        let name = "agrirouter.feed.response.MessageQueryResponse"
        guard !found.isEmpty else { return nothing(.feedMessages, name) }
        let (entries, pages) = Self.page(found)
        var writer = WireWriter()
        Self.metrics(&writer, total: found.count, pages: pages)
        for entry in entries { writer.message(3) { FeedWriter.message(entry, &$0) } }
        return Outcome(code: 200, kind: .feedMessages, payload: (name, writer.bytes))
    }

    /// `dke:feed_header_query`.
    mutating func feedHeaders(_ payload: DecodedMessage, _ id: String) -> Outcome {
        let (found, refusal) = select(payload, id)
        if let refusal { return refusal }
        let name = "agrirouter.feed.response.HeaderQueryResponse"
        guard !found.isEmpty else { return nothing(.feedHeaders, name) }
        let (entries, pages) = Self.page(found)
        var writer = WireWriter()
        Self.metrics(&writer, total: found.count, pages: pages)
        for (sender, group) in Dictionary(grouping: entries, by: \.sender).sorted(by: { $0.key < $1.key }) {
            writer.message(4) { writer in
                writer.text(1, sender)
                writer.text(2, id)
                for entry in group { writer.message(3) { FeedWriter.listedHeader(entry, &$0) } }
            }
        }
        return Outcome(code: 200, kind: .feedHeaders, payload: (name, writer.bytes))
    }

    /// The answer to a query without matches.
    private func nothing(_ kind: ResponseMessage.Kind, _ name: String) -> Outcome {
        guard options.noMatch == .empty else { return Outcome(code: 204, kind: kind, payload: nil) }
        var writer = WireWriter()
        Self.metrics(&writer, total: 0, pages: 0)
        return Outcome(code: 204, kind: kind, payload: (name, writer.bytes))
    }

    /// `dke:feed_confirm`.
    mutating func confirm(_ payload: DecodedMessage, _ id: String) -> Outcome {
        let ids = payload.texts(1)
        guard !ids.isEmpty else {
            violate("T-6", "a confirmation without message ids")
            return failure("VAL_000017", ["attributeName": "message_ids"])
        }
        let held = Set(endpoints[id]?.feed.map(\.messageID) ?? [])
        endpoints[id]?.feed.removeAll { ids.contains($0.messageID) }
        endpoints[id]?.traffic.confirmed += ids.count { held.contains($0) }
        var seen: Set<String> = []
        let results = ids.map { message in
            let isKnown = held.contains(message) && seen.insert(message).inserted
            return result(isKnown ? "VAL_000206" : "VAL_000205", ["messageId": message])
        }
        return .results(200, .ackWithMessages, results)
    }

    /// `dke:feed_delete`.
    mutating func delete(_ payload: DecodedMessage, _ id: String) -> Outcome {
        let selection = FeedSelection(payload)
        if selection.isEmpty || selection.malformed != nil {
            return failure("VAL_000018", ["messageId": selection.malformed ?? ""])
        }
        let found = endpoints[id]?.feed.filter(selection.fits) ?? []
        endpoints[id]?.feed.removeAll(where: selection.fits)
        guard !found.isEmpty else { return .results(204, .ackWithMessages, [result("VAL_000208")]) }
        let results = found.map { result("VAL_000209", ["messageId": $0.messageID]) }
        return .results(201, .ackWithMessages, results)
    }
}

/// Encodes messages of a feed.
enum FeedWriter {
    /// Writes a `FeedMessage`, which is the same in answers and in pushes.
    ///
    /// - Parameters:
    ///   - padding: The number of zero bytes after the content, as observed from the real service.
    ///   - prefixed: True if the type URL gets its prefix.
    static func message(
        _ entry: FeedEntry, _ writer: inout WireWriter, padding: Int = 0, prefixed: Bool = true
    ) {
        writer.message(1) { header(entry, &$0) }
        var url = entry.typeURL
        if prefixed, !url.isEmpty, !url.hasPrefix(FormTable.prefix) { url = FormTable.prefix + url }
        if !prefixed, url.hasPrefix(FormTable.prefix) { url = String(url.dropFirst(FormTable.prefix.count)) }
        writer.message(2) {
            ResponseWriter.any(&$0, url, entry.content + [UInt8](repeating: 0, count: padding))
        }
    }

    private static func header(_ entry: FeedEntry, _ writer: inout WireWriter) {
        writer.text(1, entry.receiver)
        writer.text(2, entry.type)
        writer.text(3, entry.teamSet)
        writer.integer(5, Int64(entry.content.count))
        ResponseWriter.time(&writer, 6, entry.sent)
        writer.integer(7, entry.sequence)
        writer.text(8, entry.sender)
        ResponseWriter.time(&writer, 9, entry.created)
        writer.text(10, entry.messageID)
    }

    /// Writes the header for header lists, which is a different message.
    static func listedHeader(_ entry: FeedEntry, _ writer: inout WireWriter) {
        writer.text(1, entry.messageID)
        writer.text(2, entry.type)
        writer.text(3, entry.teamSet)
        writer.integer(5, Int64(entry.content.count))
        ResponseWriter.time(&writer, 6, entry.sent)
        writer.integer(7, entry.sequence)
        ResponseWriter.time(&writer, 9, entry.created)
    }
}
