// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// An HTTP server that sleeps between requests. Each of Hummingbird's own `Application`s wakes up every second to
/// update the date.
struct QuietApplication: Service {
    private let responder: RouterResponder<ControlContext>
    private let server: HTTPServerBuilder
    private let configuration: ServerConfiguration
    private let onServerRunning: @Sendable (any Channel) async -> Void
    private let logger: Logger

    /// - Parameter onServerRunning: Called once the server listens.
    init(
        router: Router<ControlContext>, server: HTTPServerBuilder, configuration: ServerConfiguration,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void, logger: Logger
    ) {
        responder = router.buildResponder()
        (self.server, self.configuration, self.onServerRunning) = (server, configuration, onServerRunning)
        self.logger = logger
    }

    /// Serves clients until graceful shutdown or cancellation.
    func run() async throws {
        let (responder, logger) = (responder, logger)
        let service = try server.buildServer(
            configuration: configuration, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
        ) { request, writer, channel in
            let context = ControlContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            var response: Response
            do {
                response = try await responder.respond(to: request, context: context)
            } catch {
                logger.debug("a request failed: \(error)")
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = Self.date(time(nil))
            try await writer.write(response: response.head, body: response.body)
        } onServerRunning: {
            await onServerRunning($0)
        }
        try await service.run()
    }

    /// The date as in RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(_ time: time_t) -> String {
        let fields = CalendarTime(Timestamp(milliseconds: Int64(min(max(time, 0), 253_402_300_799)) * 1000))
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (year, month, day) = fields.date.components
        // 1970-01-01 was a Thursday.
        return
            "\(days[(fields.date.daysSince1970 + 4) % 7]), \(day < 10 ? "0" : "")\(day) \(months[month - 1]) \(year) "
            + "\(fields.clockText) GMT"
    }
}
