// SPDX-License-Identifier: Apache-2.0

import BackOfficeModel
import ClientAdmission
import ControlModel
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Access
@testable import WebAPI

/// A clock that is set by hand, and one on the wall that somebody else sets.
final class HandClock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    private let wall = Mutex(Int64(1_800_000_000))
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    var wallTime: Int64 { wall.withLock { $0 } }
    func advance(_ duration: Duration) {
        time.withLock { $0 += duration }
        wall.withLock { $0 += Int64(duration / .seconds(1)) }
    }
    func setWall(_ seconds: Int64) { wall.withLock { $0 = seconds } }
}

/// A store that can be full, keep nothing beyond the end, or take its time.
final class FalseAccessStore: AccessStore {
    private let state = Mutex((record: AccessRecord?.none, isFull: false, saved: 0, loss: String?.none))
    private let held = Mutex(AsyncStream<Void>?.none)
    var record: AccessRecord? { state.withLock { $0.record } }
    var saved: Int { state.withLock { $0.saved } }
    var loss: String? { state.withLock { $0.loss } }
    func setLoss(_ reason: String) { state.withLock { $0.loss = reason } }
    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
    /// Nothing is saved until the continuation finishes.
    func hold() -> AsyncStream<Void>.Continuation {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        held.withLock { $0 = stream }
        return continuation
    }
    func load() async throws(ControlError) -> AccessRecord? { record }
    func save(_ record: AccessRecord) async throws(ControlError) {
        if let held = held.withLock({ $0 }) { for await _ in held {} }
        let isFull = state.withLock { state in
            if !state.isFull { (state.record, state.saved) = (record, state.saved + 1) }
            return state.isFull
        }
        if isFull { throw ControlError(.full, "the disk is full") }
    }
}

extension AccessCoordinator {
    /// The browsers that are signed in at a gateway that accepts admins over plain HTTP.
    func browsers(own: String?) -> BrowsersReport { browsers(own: own, under: AccessPolicy(isPlainAllowed: true)) }
}

/// The routes of a gateway, asked without a network.
struct AccessTrial {
    let clock = HandClock()
    let store: FalseAccessStore
    let coordinator: AccessCoordinator
    private let responder: RouterResponder<ControlContext>
    let routes: ControlRoutes

    init(
        _ policy: AccessPolicy = AccessPolicy(isPlainAllowed: true), store: FalseAccessStore = FalseAccessStore(),
        backOffice: any BackOfficeControl = FalseBackOffice()
    ) {
        self.store = store
        coordinator = AccessCoordinator(store: store, logger: quiet, clock: { [clock] in clock.now }) { [clock] in
            clock.wallTime
        }
        routes = ControlRoutes.all(coordinator: coordinator, backOffice: backOffice)
        let network = NetworkAccess(
            addresses: [NetworkAddress(host: "0.0.0.0", port: 0)], isRequired: true, token: "0123456789abcdef",
            policy: policy)
        responder = routes.router(for: .network(network), streams: ClientLimit(8)).buildResponder()
    }

    struct Answer {
        let status: Int
        let text: String
        let headers: HTTPFields

        var cookie: String? { headers[.setCookie]?.split(separator: ";").first.map(String.init) }
    }

    /// Where a request comes from.
    static let lan = "192.0.2.7"
    static let loopback = "127.0.0.1"

    /// Asks; of a stream, only the head of the answer.
    ///
    /// - Parameter pieces: A body that arrives in pieces; nil to send `body` at once.
    func ask(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: String = "",
        pieces: RequestBody? = nil, from address: String = lan,
        channel given: NIOAsyncTestingChannel? = nil
    ) async throws -> Answer {
        let channel = given ?? NIOAsyncTestingChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 4711)
        channel.localAddress = try SocketAddress(
            ipAddress: address == Self.loopback ? address : "192.0.2.1", port: 8947)
        var headers = HTTPFields()
        for (name, value) in ["Origin": "http://192.0.2.1:8947"].merging(fields, uniquingKeysWith: { $1 }) {
            headers[try #require(HTTPField.Name(name))] = value
        }
        let request = Request(
            head: HTTPRequest(
                method: try #require(HTTPRequest.Method(method)), scheme: "http",
                authority: fields["Host"] ?? "192.0.2.1:8947", path: path, headerFields: headers),
            body: pieces ?? RequestBody(buffer: ByteBuffer(string: body)))
        let context = ControlContext(source: ApplicationRequestContextSource(channel: channel, logger: quiet))
        let response = try await responder.respond(to: request, context: context)
        var text = ""
        if response.headers[.contentType]?.contains("json") == true {
            let collector = AnswerText()
            try await response.body.write(collector)
            text = collector.text
        }
        return Answer(status: response.status.code, text: text, headers: response.headers)
    }

    /// The cookie of a browser that signs in with a code.
    func signIn(_ request: InvitationRequest, from address: String = lan) async throws -> String {
        let code = try coordinator.invite(request).code
        let answer = try await ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#, from: address)
        #expect(answer.status == 200, "\(answer)")
        return try #require(answer.cookie)
    }
}

/// Takes the body of an answer.
private final class AnswerText: ResponseBodyWriter {
    private(set) var text = ""
    func write(_ buffer: ByteBuffer) async throws { text += String(buffer: buffer) }
    func finish(_ trailers: HTTPFields?) async throws {}
}
