// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ObservationBus
internal import Synchronization

/// The routes of the control interface.
struct ControlRoutes: Sendable {
    /// The version of the interface, the first part of each path.
    static let interface = "v1"
    static let observationsPath = "/v1/observations"
    static let versionPath = "/v1/version"
    static let recordsType = "application/vnd.gnss-gateway.records"

    let hub: ObservationHub
    let version: String
    let bound: QueueBound
    let now: @Sendable () -> HostTime
    let logger: Logger
    private let streams = StreamCounter()

    init(
        hub: ObservationHub, version: String, bound: QueueBound, now: @escaping @Sendable () -> HostTime, logger: Logger
    ) {
        (self.hub, self.version, self.bound, self.now, self.logger) = (hub, version, bound, now, logger)
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.get(RouterPath(Self.versionPath)) { _, _ in
            VersionAnswer(name: "gnss-gateway", version: version, interface: Self.interface)
        }
        router.get(RouterPath(Self.observationsPath)) { request, _ in observations(request) }
        return router
    }

    private func observations(_ request: Request) -> Response {
        let wanted: ObservationRequest
        do {
            let parameters = request.uri.queryParameters
            wanted = try ObservationRequest(parameters: parameters.map { (name: $0.key, value: $0.value) })
        } catch {
            return Response(
                status: .badRequest, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: error.description + "\n")))
        }
        // Before the head is sent: a client that has seen it misses nothing that is published afterwards.
        let name = "client \(streams.next())"
        let stream = ObservationStream(
            name: name, subscription: hub.subscribe(name, to: wanted.topics, policy: .lossless(bound)), start: now(),
            logger: logger)
        return Response(
            status: .ok, headers: [.contentType: Self.recordsType],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in try await stream.write(to: &writer)
                }
            })
    }
}

/// The answer to `GET /v1/version`.
private struct VersionAnswer: ResponseEncodable {
    let name: String
    let version: String
    let interface: String
}

/// Numbers the streams, so that each has a name in status and log.
private final class StreamCounter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
