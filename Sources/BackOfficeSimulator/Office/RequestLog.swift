// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// A request, as the interface for tests shows it. It contains neither passwords nor tokens.
struct LoggedRequest: Sendable {
    let number: Int
    let head: RequestHead
    let call: OfficeCall?
    let fault: Fault?
    /// The status of the answer; nil if the request did not arrive completely, or none was sent.
    var status: Int?
    /// The size of the body in bytes.
    var size: Int?
    /// The names of the fields of its form.
    var fields: [String] = []

    var json: JSONValue {
        [
            "number": JSONValue(number), "to": .string(head.door.rawValue), "method": .string(head.method),
            "path": .string(head.path), "host": JSONValue(head.header("host")),
            "call": JSONValue(call?.rawValue), "fault": JSONValue(whole: fault?.number),
            "status": JSONValue(whole: status), "bytes": JSONValue(whole: size),
            "fields": JSONValue(fields), "headers": JSONValue(head.headers.map { $0.0.lowercased() }.sorted()),
        ]
    }
}

/// A list that keeps the newest entries.
struct NewestEntries<Entry: Sendable>: Sendable {
    private static var limit: Int { 10_000 }

    /// The entries, the oldest first.
    private(set) var entries: [Entry] = []
    /// The number of entries that were dropped.
    private(set) var dropped = 0

    /// The number that the next entry gets, from 0.
    var next: Int { dropped + entries.count }

    mutating func add(_ entry: Entry) {
        entries.append(entry)
        // Many at once, because removing from the front moves all others.
        guard entries.count > Self.limit else { return }
        entries.removeFirst(Self.limit / 2)
        dropped += Self.limit / 2
    }

    /// Changes an entry if it is still there.
    mutating func change(_ number: Int, _ body: (inout Entry) -> Void) {
        guard entries.indices.contains(number - dropped) else { return }
        body(&entries[number - dropped])
    }
}
