// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Hummingbird
internal import ServiceLifecycle

extension ResponseBody {
    /// The body of a stream. The client's disconnection cancels `write`; without its last chunk, the stream is incomplete.
    ///
    /// - Parameters:
    ///   - slot: Held as long as the stream lasts.
    ///   - finish: Makes `write` return; called when the daemon exits.
    init(
        streamFor request: Request, _ slot: ClientSlot, finish: @escaping @Sendable () -> Void,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) {
        self.init { writer in
            // `RequestGuard` lets no body pass, so the only input is the end of the connection.
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await withGracefulShutdownHandler {
                    try await write(&writer)
                } onGracefulShutdown: {
                    finish()
                }
                try Task.checkCancellation()
                try await writer.finish(nil)
            }
            withExtendedLifetime(slot) {}
        }
    }
}
