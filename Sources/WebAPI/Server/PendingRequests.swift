// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// What one connection has asked for and is still owed. It decides; `RequestGuard` acts.
struct PendingRequests {
    /// Requests that may wait for their answers on one connection.
    static let longestQueue = 8

    private struct Owed {
        var isHead: Bool
        /// Of HTTP/1.0.
        var isOld: Bool
        var isLast: Bool
    }

    private var owed = CircularBuffer<Owed>()
    /// Whether the body of the newest request is still being read.
    private(set) var isReading = false
    /// Whether a request was begun at all.
    private(set) var hasBegun = false

    /// Whether no answer is owed.
    var isIdle: Bool { owed.isEmpty }

    /// Whether the answer that is being written is to a request for the head alone.
    var answersHead: Bool { owed.first?.isHead ?? false }

    /// Whether the answer that is being written is to a request of HTTP/1.0.
    var isOld: Bool { owed.first?.isOld ?? false }

    /// Whether the connection ends with the answer that is being written: the client wants it so, or it still sends the
    /// body of that request, which nothing reads any more.
    var endsWithAnswer: Bool {
        guard let first = owed.first else { return true }
        return first.isLast || isReading && owed.count == 1
    }

    /// Takes the head of a request.
    ///
    /// - Returns: why it is refused; then it is not owed an answer.
    mutating func begin(_ head: HTTPRequestHead) -> Problem? {
        guard owed.count < Self.longestQueue else {
            return Problem(
                .tooManyRequests,
                "more than \(Self.longestQueue) requests are waiting on this connection; wait for their answers")
        }
        // What follows such a request is of another protocol, which none is here.
        guard head.method != .CONNECT, !head.headers.contains(name: "Upgrade") else {
            return Problem(
                .notImplemented, "this gateway supports only HTTP/1.1; send no Upgrade header and no CONNECT")
        }
        if !Self.takesBody(head.method), Self.hasBody(head.headers) {
            return Problem(
                .contentTooLarge, "a \(head.method.rawValue.prefix(20)) request must not have a body here"
            )
        }
        // A proxy in front may go by one of them and the gateway by the other (RFC 9112, section 3.2).
        guard head.headers["Host"].count <= 1 else {
            return Problem(.badRequest, "the request has several Host headers; send one Host header only")
        }
        hasBegun = true
        isReading = true
        let isOld = head.version != .http1_1
        owed.append(Owed(isHead: head.method == .HEAD, isOld: isOld, isLast: isOld || !head.isKeepAlive))
        return nil
    }

    /// The request was read to its end.
    mutating func endOfRequest() { isReading = false }

    /// The connection ends with the last answer that is owed now.
    mutating func endWithLastAnswer() {
        if let last = owed.indices.last { owed[last].isLast = true }
    }

    /// An answer was written to its end.
    ///
    /// - Returns: whether the connection ends with it.
    mutating func answered() -> Bool {
        let ends = endsWithAnswer
        _ = owed.popFirst()
        return ends
    }

    private static func takesBody(_ method: HTTPMethod) -> Bool { [.POST, .PUT, .PATCH].contains(method) }

    private static func hasBody(_ headers: HTTPHeaders) -> Bool {
        headers.contains(name: "Transfer-Encoding") || headers["Content-Length"].contains { $0 != "0" }
    }
}
