// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// The requests of a connection that have not been answered yet. It only decides; `RequestGuard` acts.
struct PendingRequests {
    /// The maximum number of unanswered requests on a connection.
    static let longestQueue = 8

    private struct Owed {
        var isHead: Bool
        /// True for HTTP/1.0.
        var isOld: Bool
        var isLast: Bool
        /// True while the client waits for the answer 100 before it sends the body.
        var awaitsContinue: Bool
        /// True once the caller's role allows the request.
        var isAdmitted = false
    }

    private var owed = CircularBuffer<Owed>()
    /// True while the body of the newest request is being read.
    private(set) var isReading = false
    /// True once a request has begun.
    private(set) var hasBegun = false

    /// True while a body is being read of which it is not known whether the caller may send it.
    var readsUnadmitted: Bool { isReading && !owed.contains(where: \.isAdmitted) }

    /// True if all requests have been answered.
    var isIdle: Bool { owed.isEmpty }

    /// True if the current response is to a HEAD request.
    var answersHead: Bool { owed.first?.isHead ?? false }

    /// True if the current response is to an HTTP/1.0 request.
    var isOld: Bool { owed.first?.isOld ?? false }

    /// True if the connection ends with the current response: because the client requested it, or because it still
    /// sends the body of that request, which is no longer read.
    var endsWithAnswer: Bool {
        guard let first = owed.first else { return true }
        return first.isLast || isReading && owed.count == 1
    }

    /// Adds a request by its head.
    ///
    /// - Returns: The error if the request is refused and not added; nil if it is added.
    mutating func begin(_ head: HTTPRequestHead) -> Problem? {
        guard owed.count < Self.longestQueue else {
            return Problem(
                .tooManyRequests,
                "more than \(Self.longestQueue) requests are waiting on this connection; wait for their answers")
        }
        // The data after such a request belong to another protocol, which is not supported.
        guard head.method != .CONNECT, !head.headers.contains(name: "Upgrade") else {
            return Problem(
                .notImplemented, "this gateway supports only HTTP/1.1; send no Upgrade header and no CONNECT")
        }
        if !Self.takesBody(head.method), Self.hasBody(head.headers) {
            return Problem(
                .contentTooLarge, "a \(head.method.rawValue.prefix(20)) request must not have a body here"
            )
        }
        // `chunked` is the only coding that is decoded (RFC 9112, section 6.1).
        let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
        guard codings.isEmpty || codings == ["chunked"] else {
            return Problem(.notImplemented, "this gateway supports only the transfer coding chunked")
        }
        // A proxy might use one of them and the gateway another (RFC 9112, section 3.2).
        guard head.headers["Host"].count <= 1 else {
            return Problem(.badRequest, "the request has several Host headers; send one Host header only")
        }
        hasBegun = true
        isReading = true
        let isOld = head.version != .http1_1
        let awaitsContinue =
            !isOld && Self.hasBody(head.headers)
            && head.headers["Expect"].contains { $0.lowercased() == "100-continue" }
        owed.append(
            Owed(
                isHead: head.method == .HEAD, isOld: isOld, isLast: isOld || !head.isKeepAlive,
                awaitsContinue: awaitsContinue))
        return nil
    }

    /// Records that the caller's role allows the current request.
    mutating func admit() {
        if let first = owed.indices.first { owed[first].isAdmitted = true }
    }

    /// Records that a route begins to read the body of the current request.
    ///
    /// - Returns: True if the client waits for the answer 100 (RFC 9110, section 10.1.1). A client that has already sent
    ///   another request does not wait.
    mutating func wantsBody() -> Bool {
        guard owed.count == 1, let first = owed.indices.first, owed[first].awaitsContinue else { return false }
        owed[first].awaitsContinue = false
        return true
    }

    /// Records that the response to the current request begins. The answer 100 would come too late.
    mutating func beginAnswer() {
        if let first = owed.indices.first { owed[first].awaitsContinue = false }
    }

    /// Records that the newest request has been read completely.
    mutating func endOfRequest() { isReading = false }

    /// Ends the connection after the last unanswered request.
    mutating func endWithLastAnswer() {
        if let last = owed.indices.last { owed[last].isLast = true }
    }

    /// Removes the oldest request, which has been answered.
    ///
    /// - Returns: True if the connection ends with this response.
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
