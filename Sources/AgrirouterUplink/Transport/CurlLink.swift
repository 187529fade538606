// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter

/// The way to agrirouter on libcurl: TLS always verified, HTTP/2 where it is offered, connections kept for the next
/// request, redirections never followed. It has a thread of its own while a request is under way.
public final class CurlLink: ServiceLink {
    private let worker: LinkWorker

    /// A link.
    ///
    /// - Parameter settings: how it goes.
    public init(_ settings: CurlLinkSettings = CurlLinkSettings()) { worker = LinkWorker(settings) }

    init(_ worker: LinkWorker) { self.worker = worker }

    /// Sends a request once and waits for its reply. A cancelled task gets `.interrupted`, whatever became of the request.
    public func send(_ request: ServiceRequest) async -> ServiceReply {
        guard request.address.lowercased().hasPrefix("https://") else {
            return ServiceReply(.notAgrirouter, failure: "the address is not an https URL: nothing was sent")
        }
        let call = LinkCall(request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call.wait(continuation)
                worker.take(call)
            }
        } onCancel: {
            call.cancel()
            worker.wake()
        }
    }
}
