// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// A client's violation of a rule.
struct Violation: Sendable {
    /// The number of the request in the journal.
    var entry: Int
    var time: UTCTime
    var endpoint: String?
    /// The rule's name in the documentation.
    var rule: String
    var text: String

    var json: JSONValue {
        [
            "request": JSONValue(entry), "time": .string(time.iso8601), "endpoint": JSONValue(endpoint),
            "rule": .string(rule), "text": .string(text),
        ]
    }
}

/// A request and its answer, or a connection that failed.
struct JournalEntry: Sendable {
    var number: Int
    var time: UTCTime
    var listener: String
    var method: String
    var path: String
    var endpoint: String?
    var headers: [(String, String)] = []
    /// The decoded messages of the body.
    var decoded: [JSONValue] = []
    /// The encodings of the measures.
    var forms: [String] = []
    var fault: String?
    var status: Int?
    var note: String?
    var violations: [JSONValue] = []
    var request: [UInt8]?
    var answer: [UInt8]?

    var json: JSONValue {
        var object: [String: JSONValue] = [
            "n": JSONValue(number), "time": .string(time.iso8601), "listener": .string(listener),
            "method": .string(method), "path": .string(path), "endpoint": JSONValue(endpoint),
            "status": status.map { JSONValue($0) } ?? .null, "violations": .array(violations),
        ]
        if !decoded.isEmpty { object["decoded"] = .array(decoded) }
        if !forms.isEmpty { object["forms"] = JSONValue(forms) }
        if let fault { object["fault"] = .string(fault) }
        if let note { object["note"] = .string(note) }
        if !headers.isEmpty {
            object["headers"] = .object(
                Dictionary(headers.map { ($0.0.lowercased(), JSONValue.string($0.1)) }, uniquingKeysWith: { $1 }))
        }
        object["request_bytes"] = request.map { JSONValue($0.count) } ?? .null
        object["answer_bytes"] = answer.map { JSONValue($0.count) } ?? .null
        return .object(object)
    }
}

/// The most recent requests, and all violations up to a limit.
struct Journal: Sendable {
    static let entryLimit = 10_000
    static let violationLimit = 10_000
    /// The total size of kept bodies, in bytes.
    static let bodyLimit = 128 << 20

    private(set) var entries: [JournalEntry] = []
    private(set) var violations: [Violation] = []
    private(set) var violationCount = 0
    private var nextNumber = 1
    private var bodyBytes = 0
    /// The number of the first entry whose bodies may still be kept.
    private var firstWithBody = 1

    /// The number that the next entry gets.
    var next: Int { nextNumber }

    /// Adds an entry and assigns its number.
    mutating func append(_ entry: JournalEntry) {
        var entry = entry
        entry.number = nextNumber
        nextNumber += 1
        bodyBytes += Self.size(entry)
        entries.append(entry)
        // Entries are removed in steps because each removal moves the whole array.
        if entries.count >= Self.entryLimit + 1000 {
            for entry in entries.prefix(1000) { bodyBytes -= Self.size(entry) }
            entries.removeFirst(1000)
        }
        while bodyBytes > Self.bodyLimit, firstWithBody < nextNumber {
            if let index = index(of: firstWithBody) {
                bodyBytes -= Self.size(entries[index])
                (entries[index].request, entries[index].answer) = (nil, nil)
            }
            firstWithBody += 1
        }
    }

    mutating func add(_ violation: Violation) {
        violationCount += 1
        guard violations.count < Self.violationLimit else { return }
        violations.append(violation)
    }

    /// The entry with this number; nil if it does not exist or was removed.
    subscript(_ number: Int) -> JournalEntry? { index(of: number).map { entries[$0] } }

    private func index(of number: Int) -> Int? {
        guard let first = entries.first, number >= first.number, number - first.number < entries.count else {
            return nil
        }
        return number - first.number
    }

    private static func size(_ entry: JournalEntry) -> Int { (entry.request?.count ?? 0) + (entry.answer?.count ?? 0) }
}
