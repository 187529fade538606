// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// The listener at which a request arrives.
enum ListenerKind: String, CaseIterable, Sendable {
    case onboarding, gateway, admin
}

/// A complete HTTP request.
struct HTTPRequest: Sendable {
    var listener: ListenerKind
    var method: String
    /// The path without the query.
    var path: String
    var query: [String: String] = [:]
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    /// The client's certificate, in DER.
    var certificate: [UInt8]?

    /// The values of a header joined by commas; nil if the header is missing.
    func header(_ name: String) -> String? {
        let values = headers.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The components of the path.
    var parts: [String] { path.split(separator: "/").map(String.init) }
}

/// The way in which an answer is sent to the client.
struct Delivery: Hashable, Sendable {
    /// The way in which the connection ends if no answer is sent.
    enum Abort: Hashable, Sendable {
        case close, reset
    }

    /// The delay before the first byte, in seconds.
    var delay = 0.0
    /// The delay between head and body, in seconds.
    var bodyDelay = 0.0
    /// The delay between two bytes of the body, in seconds; nil to send the body at once.
    var trickle: Double?
    /// The number of bytes of the body after which the connection is closed; nil to send the whole body.
    var cut: Int?
    var abort: Abort?
    /// True if the connection closes after the answer.
    var closes = false
}

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

    /// Closes the connection without an answer.
    static func abort(_ abort: Delivery.Abort) -> HTTPAnswer {
        var answer = HTTPAnswer(0)
        answer.delivery.abort = abort
        return answer
    }
}
