// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// Answers requests from all listeners.
protocol Responder: Sendable {
    /// Answers a request. The answer may take time, but the call must not block the event loop.
    func answer(_ request: HTTPRequest, on loop: any EventLoop) -> EventLoopFuture<HTTPAnswer>
    /// True if every connection ends after its first answer.
    var closesConnections: Bool { get }
}

/// Collects the requests of one connection and sends the answers.
final class HTTPConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    static let bodyLimit = 16 << 20
    static let headerLimit = 1 << 16

    private let listener: ListenerKind
    private let responder: any Responder
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// The answer that refuses the request before it is complete; nil if it is not refused.
    private var refusal: HTTPAnswer?
    private var isAnswering = false

    init(_ listener: ListenerKind, _ responder: any Responder) {
        (self.listener, self.responder) = (listener, responder)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            (body, refusal) = ([], nil)
            let size = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            if size > Self.headerLimit { refusal = HTTPAnswer(431, text: "the headers are too large") }
        case .body(let part):
            guard refusal == nil else { return }
            body += part.readableBytesView
            if body.count > Self.bodyLimit {
                refusal = HTTPAnswer(413, text: "the body is too large")
                body = []
            }
        case .end:
            guard let head else { return }
            isAnswering = true
            answer(head, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A request that is being answered may exceed the idle time.
        if event is IdleStateHandler.IdleStateEvent, !isAnswering { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let request = request(head, context)
        let answer =
            refusal.map { context.eventLoop.makeSucceededFuture($0) }
            ?? responder.answer(request, on: context.eventLoop)
        let keepsAlive = head.isKeepAlive && refusal == nil && !responder.closesConnections
        answer.assumeIsolated().whenComplete { [self] result in
            let answer = (try? result.get()) ?? HTTPAnswer(500)
            AnswerWriter(context: context, keepsAlive: keepsAlive) { self.isAnswering = false }.bring(answer)
        }
    }

    private func request(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> HTTPRequest {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(words[0])] = words.count > 1 ? String(words[1]) : ""
        }
        let certificate = try? context.channel.pipeline.syncOperations.nioSSL_peerCertificate()
        return HTTPRequest(
            listener: listener, method: head.method.rawValue, path: String(parts[0]), query: query,
            headers: head.headers.map { ($0.name, $0.value) }, body: body,
            certificate: try? certificate?.toDERBytes())
    }
}
