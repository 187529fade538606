// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// Where a request arrives.
enum ListenerKind: String, CaseIterable, Sendable {
    case onboarding, gateway, admin
}

/// A whole HTTP request.
struct HTTPRequest: Sendable {
    var listener: ListenerKind
    var method: String
    /// Without the query.
    var path: String
    var query: [String: String] = [:]
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    /// The client's certificate, DER.
    var certificate: [UInt8]?

    /// The values of a header, joined.
    func header(_ name: String) -> String? {
        let values = headers.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The parts of the path.
    var parts: [String] { path.split(separator: "/").map(String.init) }
}

/// How an answer is brought to the client.
struct Delivery: Hashable, Sendable {
    /// What ends the connection in place of an answer.
    enum Abort: Hashable, Sendable {
        case close, reset
    }

    /// Seconds before the first byte.
    var delay = 0.0
    /// Seconds between head and body.
    var bodyDelay = 0.0
    /// Seconds between any two bytes of the body.
    var trickle: Double?
    /// So many bytes of the body, then the end of the connection.
    var cut: Int?
    var abort: Abort?
    /// Whether the connection ends with the answer.
    var closes = false
}

/// An HTTP answer.
struct HTTPAnswer: Sendable {
    var status: Int
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    var delivery = Delivery()

    init(_ status: Int, _ headers: [(String, String)] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    init(_ status: Int, json: JSONValue) {
        self.init(status, [("Content-Type", "application/json")], body: Array(json.description.utf8))
    }

    init(_ status: Int, text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status, [("Content-Type", type)], body: Array(text.utf8))
    }

    /// No answer, and the end of the connection.
    static func abort(_ abort: Delivery.Abort) -> HTTPAnswer {
        var answer = HTTPAnswer(0)
        answer.delivery.abort = abort
        return answer
    }
}
