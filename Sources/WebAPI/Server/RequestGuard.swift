// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import ControlModel
internal import FoundationEssentials
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Limits the number of connections, and on each one the waiting times and the number of unanswered requests. Refuses
/// bodies of requests that must not have one, and closes the connection if a response leaves a body unread, so that no
/// route needs to handle unread bodies.
///
/// It directly follows the decoder. `context.close` closes the connection at once; `context.channel.close` lets the
/// client read the written data first (`LingeringClose`).
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
    /// The time from which the client may be disconnected in favour of another while it sends the body of a request that
    /// is not admitted.
    private var bodyDue = NIODeadline.distantPast
    /// True once all further input is discarded, before the decoder can buffer it.
    private var isEnding = false { didSet { if isEnding { gate.close() } } }
    /// The refusal that is written once all earlier requests have been answered.
    private var refusal: Problem?
    /// True while the current response is one to HEAD whose length is unknown.
    private var hidesEnd = false
    private var deadline: Scheduled<Void>?
    private var stall: Scheduled<Void>?

    /// - Parameter gate: The gate before the decoder of the same connection.
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

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let problem = pending.begin(head) { return refuse(problem, context) }
            bodyDue = .now() + timing.patience
            keepSlot(context)
            waitForBody(context)
        case .body: waitForBody(context)
        case .end:
            pending.endOfRequest()
            keepSlot(context)
            deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    /// Reads nothing more while a refusal waits for earlier responses.
    func read(context: ChannelHandlerContext) {
        if refusal == nil || pending.isIdle { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isEnding { context.fireErrorCaught(error) }
    }

    // MARK: Sending

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where !(100..<200).contains(head.status.code):
            pending.beginAnswer()
            // An HTTP/1.0 client does not know chunks and reads until the connection ends.
            if pending.isOld { head.version = .http1_0 }
            if pending.endsWithAnswer { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            // A refusal by the decoder of HTTP.
            if head.status == .badRequest, !head.headers.contains(name: "Content-Type") {
                for field in AnswerGuard.fields { head.headers.add(name: field.name.rawName, value: field.value) }
            }
            // A stream or an export has a length that is not known without its body (RFC 9110, section 8.6).
            hidesEnd = pending.answersHead && head.status == .ok && head.headers["Content-Length"] == ["0"]
            if hidesEnd { head.headers.remove(name: "Content-Length") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body where pending.answersHead: promise?.succeed()
        case .head, .body: context.write(data, promise: promise)
        case .end where hidesEnd:
            // Without a length the encoder would end the answer like one with a body.
            hidesEnd = false
            context.flush()
            promise?.succeed()
            answered(context)
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
        } else {
            keepSlot(context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Marks a client with unanswered requests as busy, or, while it sends a body without being admitted, as one that may
    /// soon be disconnected in favour of another. Otherwise, clients that hardly send anything could occupy all slots.
    private func keepSlot(_ context: ChannelHandlerContext) {
        guard !pending.isIdle, context.channel.isWritable else { return }
        if pending.readsUnadmitted { slot?.setIdle(from: bodyDue) } else { slot?.setBusy() }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if event is BodyWanted {
            inviteBody(context)
            promise?.succeed()
            return
        }
        if event is RequestAdmitted {
            pending.admit()
            keepSlot(context)
            promise?.succeed()
            return
        }
        guard event is ClientEviction else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        // If the connection has become busy since it was chosen, its requests are answered first.
        guard pending.isIdle || pending.readsUnadmitted || !context.channel.isWritable else {
            return pending.endWithLastAnswer()
        }
        // Tells the handlers of TLS.
        context.triggerUserOutboundEvent(event, promise: nil)
        context.close(promise: promise)
    }

    /// Sends the answer 100 to a client that waits for it, now that a route reads the body.
    private func inviteBody(_ context: ChannelHandlerContext) {
        guard !isEnding, pending.wantsBody() else { return }
        let proceed = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(proceed)), promise: nil)
        if pending.isReading { waitForBody(context) }
    }

    // MARK: Refusals

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        isEnding = true
        refusal = problem
        deadline?.cancel()
        if pending.isIdle { write(problem, context) }
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = (try? JSONAnswer.text(problem)).map { ByteBuffer(bytes: $0 + [0x0A]) } ?? ByteBuffer()
        var headers: HTTPHeaders = [
            "Content-Type": Problem.mediaType, "Content-Length": "\(body.readableBytes)", "Connection": "close",
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
        // A client without a slot may read the reason, as long as the limit for such clients allows it.
        if slot == nil { farewell = clients.farewell() }
        if slot == nil, farewell == nil { context.close(promise: nil) } else { context.channel.close(promise: nil) }
    }

    // MARK: Time

    private func waitForHead(_ context: ChannelHandlerContext) {
        slot?.setIdle(from: .now())
        deadline?.cancel()
        deadline = schedule(timing.head, context) { [self] context in
            // A client that has completed its requests expects no further response.
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
