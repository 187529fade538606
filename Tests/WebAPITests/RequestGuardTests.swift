// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import ControlModel
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import WebAPI

/// Connections that make room for others while they send a body, and those that keep their place.
struct RequestGuardTests {
    private let clients = ClientLimit(1)

    /// A client that has sent the head of a request, and that may be disconnected at once instead of after `patience`.
    private func client() throws -> EmbeddedChannel {
        var timing = RequestTiming()
        timing.patience = .zero
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(RequestGuard(clients, timing, ByteGate()))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: ["Content-Length": "9"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "{")))
        return channel
    }

    private func fillSocketForAMoment(_ channel: EmbeddedChannel) {
        for isWritable in [false, true] {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }
    }

    @Test(arguments: [false, true])
    func `a client that keeps its body back makes room while its request is not admitted`(isFull: Bool) throws {
        let channel = try client()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        if isFull { fillSocketForAMoment(channel) }
        #expect(clients.slot() != nil)
        #expect(!channel.isActive)
    }

    @Test(arguments: [false, true])
    func `a client whose request is admitted or complete keeps its place`(isAdmitted: Bool) throws {
        let channel = try client()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        if isAdmitted {
            channel.triggerUserOutboundEvent(RequestAdmitted(), promise: nil)
        } else {
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
        }
        fillSocketForAMoment(channel)
        #expect(clients.slot() == nil)
        #expect(channel.isActive)
    }

    /// Counts the requests that are admitted.
    private final class AdmissionNote: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = Any
        let count = Mutex(0)

        func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
            if event is RequestAdmitted { count.withLock { $0 += 1 } }
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    @Test func `a request is admitted if it needs a role and its caller has it`() async throws {
        let trial = AccessTrial()
        let note = AdmissionNote()
        let channel = await NIOAsyncTestingChannel(handler: note)
        let cookie = try await trial.signIn(InvitationRequest(role: .admin))
        let requests: [(path: String, fields: [String: String], count: Int)] = [
            ("/v1/session", [:], 0), ("/v1/reload", [:], 0), ("/v1/reload", ["Cookie": cookie], 1),
        ]
        for request in requests {
            _ = try await trial.ask("POST", request.path, request.fields, channel: channel)
            await channel.testingEventLoop.run()
            #expect(note.count.withLock { $0 } == request.count, "\(request)")
        }
    }
}
