// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import ControlModel
internal import FoundationEssentials
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Keeps one connection within limits: of clients, of time, of requests that wait for answers. It refuses bodies of requests
/// that take none, and ends the connection where an answer leaves a body unread, so that no route can leave one to wait.
///
/// It stands right behind the decoder: what it closes itself is closed at once; what it closes through the channel lets
/// the client read what was written (`LingeringClose`).
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let clients: ClientLimit
    private let timing: RequestTiming
    private let gate: ByteGate
    private var slot: ClientSlot?
    private var farewell: ClientFarewell?
    private var pending = PendingRequests()
    /// What comes is thrown away from now on, before the decoder could keep it.
    private var isEnding = false { didSet { if isEnding { gate.close() } } }
    /// Is written once the answers that are owed are.
    private var refusal: Problem?
    private var deadline: Scheduled<Void>?
    private var stall: Scheduled<Void>?

    /// - Parameter gate: stands before the decoder of the same connection.
    init(_ clients: ClientLimit, _ timing: RequestTiming, _ gate: ByteGate) {
        (self.clients, self.timing, self.gate) = (clients, timing, gate)
    }

    func channelActive(context: ChannelHandlerContext) {
        slot = clients.slot(for: context.channel)
        if slot == nil {
            var problem = Problem(
                .serviceUnavailable,
                "\(clients.limit) clients are connected to this gateway, which is the limit; try again later")
            problem.retryAfter = ClientLimit.retryAfter
            refuse(problem, context)
        } else {
            waitForHead(context)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        release()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { release() }

    private func release() {
        deadline?.cancel()
        stall?.cancel()
        (deadline, stall, slot, farewell) = (nil, nil, nil, nil)
    }

    // MARK: What comes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let problem = pending.begin(head) { return refuse(problem, context) }
            if context.channel.isWritable { slot?.setBusy() }
            waitForBody(context)
        case .body: waitForBody(context)
        case .end:
            pending.endOfRequest()
            deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    /// Nothing more is read while answers are owed before the refusal: the client waits, or leaves.
    func read(context: ChannelHandlerContext) {
        if refusal == nil || pending.isIdle { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isEnding { context.fireErrorCaught(error) }
    }

    // MARK: What goes

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where !(100..<200).contains(head.status.code):
            // One that knows no chunks reads to the end of the connection.
            if pending.isOld { head.version = .http1_0 }
            if pending.endsWithAnswer { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body where pending.answersHead: promise?.succeed()
        case .head, .body: context.write(data, promise: promise)
        case .end:
            context.writeAndFlush(data, promise: promise)
            answered(context)
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        if pending.answered() {
            isEnding = true
            deadline?.cancel()
            slot?.setIdle(from: .now())
            context.channel.close(promise: nil)
        } else if pending.isIdle {
            if let refusal { write(refusal, context) } else { waitForHead(context) }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable {
            slot?.setIdle(from: .now() + timing.patience)
            if let limit = timing.reading { stall = schedule(limit, context) { $0.close(promise: nil) } }
        } else if !pending.isIdle {
            slot?.setBusy()
        }
        context.fireChannelWritabilityChanged()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ClientEviction else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        // It may have become busy since it was chosen: then it gets its answer first.
        guard pending.isIdle || !context.channel.isWritable else { return pending.endWithLastAnswer() }
        context.close(promise: promise)
    }

    // MARK: What is refused

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        isEnding = true
        refusal = problem
        deadline?.cancel()
        if pending.isIdle { write(problem, context) }
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = (try? JSONAnswer.text(problem)).map { ByteBuffer(bytes: $0 + [0x0A]) } ?? ByteBuffer()
        var headers: HTTPHeaders = [
            "Content-Type": Problem.mediaType, "Content-Length": "\(body.readableBytes)", "Cache-Control": "no-store",
            "Connection": "close",
        ]
        for field in AnswerGuard.fields { headers.add(name: field.name.rawName, value: field.value) }
        if let retryAfter = problem.retryAfter { headers.add(name: "Retry-After", value: "\(retryAfter)") }
        let status = HTTPResponseStatus(statusCode: problem.status.code, reasonPhrase: problem.status.reasonPhrase)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        refusal = nil
        slot?.setIdle(from: .now())
        // One that has no slot may read why while there is room for that.
        if slot == nil { farewell = clients.farewell() }
        if slot == nil, farewell == nil { context.close(promise: nil) } else { context.channel.close(promise: nil) }
    }

    // MARK: Time

    private func waitForHead(_ context: ChannelHandlerContext) {
        slot?.setIdle(from: .now())
        deadline?.cancel()
        deadline = schedule(timing.head, context) { [self] context in
            // A client that is done with its requests expects no further answer.
            guard !pending.hasBegun else { return context.channel.close(promise: nil) }
            let seconds = timing.head.nanoseconds / 1_000_000_000
            refuse(Problem(.requestTimeout, "no request arrived within \(seconds) s"), context)
        }
    }

    private func waitForBody(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = schedule(timing.body, context) { $0.close(promise: nil) }
    }

    private func schedule(
        _ limit: TimeAmount, _ context: ChannelHandlerContext, _ action: @escaping (ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: limit) { action(context) }
    }
}
