// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1

/// Collects the requests of one connection and sends the answers.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The largest body in bytes that is read.
    static let bodyLimit = 128 << 20

    private let door: DoorKind
    private let host: OfficeHost
    private var head: RequestHead?
    private var keepsAlive = false
    private var body: [UInt8] = []
    private var size = 0
    private var begun = OfficeHost.Begun()
    private var isAnswering = false
    private var isClosed = false

    init(_ door: DoorKind, _ host: OfficeHost) { (self.door, self.host) = (door, host) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Parts that were decoded before the connection was closed may still arrive.
        guard !isClosed else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let part):
            size += part.readableBytes
            if size <= Self.bodyLimit { body += part.readableBytesView } else { body = [] }
            cutIfDue(context)
        case .end: end(context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A request that is being answered may exceed the idle time.
        if event is IdleStateHandler.IdleStateEvent, !isAnswering { close(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close(context) }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let path = head.uri.prefix { $0 != "?" }
        let own = RequestHead(
            door: door, method: head.method.rawValue, path: String(path.dropFirst(path.hasPrefix("/") ? 1 : 0)),
            headers: head.headers.map { ($0.name, $0.value) })
        (self.head, keepsAlive) = (own, head.isKeepAlive)
        (body, size) = ([], 0)
        begun = host.begin(own)
        cutIfDue(context)
    }

    /// Closes the connection if a fault cuts the request at the bytes that have arrived.
    private func cutIfDue(_ context: ChannelHandlerContext) {
        guard let limit = begun.fault?.requestLimit, size >= limit else { return }
        close(context)
    }

    private func end(_ context: ChannelHandlerContext) {
        guard let head else { return }
        // The request was shorter than the fault lets it be.
        if begun.fault?.requestLimit != nil { return close(context) }
        isAnswering = true
        let answer = host.answer(OfficeRequest(head: head, body: body, size: size), begun)
        body = []
        AnswerWriter(context: context, keepsAlive: keepsAlive) { self.isAnswering = false }.send(answer)
    }

    private func close(_ context: ChannelHandlerContext) {
        isClosed = true
        context.close(promise: nil)
    }
}
