// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter

/// The connection to agrirouter through libcurl: TLS is always verified, HTTP/2 is used if offered, connections are
/// reused and redirections never followed. A separate thread runs while a request is in progress.
public final class CurlLink: ServiceLink {
    private let worker: LinkWorker

    public init(_ settings: CurlLinkSettings = CurlLinkSettings()) { worker = LinkWorker(settings) }

    init(_ worker: LinkWorker) { self.worker = worker }

    /// Sends a request once and waits for its reply. If the task is cancelled, the reply is `.interrupted`, although
    /// the request may have arrived.
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
