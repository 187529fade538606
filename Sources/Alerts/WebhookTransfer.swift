// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import ConfigurationFile
internal import ControlModel
internal import Curl
internal import GNSSTypes
internal import Storage
internal import Synchronization
internal import SystemSupport

/// One request to a webhook through libcurl.
final class WebhookTransfer: Sendable {
    /// The end of a request.
    enum End: Sendable {
        case answered(status: Int, retryAfter: Int64?)
        case failed(WebhookReport.Problem, String)
        case cancelled
    }

    /// The time limit for the whole request in seconds.
    static let patience = 15

    private let destination: WebhookDestination
    let event: StoredEvent
    private let agent: String
    private let loop = CurlLoop()
    private let isCancelled = Atomic(false)
    /// Set once the head of the answer is complete.
    private let isAnswered = Atomic(false)

    init(_ event: StoredEvent, to destination: WebhookDestination, agent: String) {
        (self.event, self.destination, self.agent) = (event, destination, agent)
    }

    /// Ends the request soon. Can be called from any thread.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        loop.wake()
    }

    /// Sends the request. Blocks for at most 15 s, or longer if the system's name lookup does.
    func run() -> End {
        guard loop.works, let handle = CurlHandle() else {
            return .failed(.failed, CurlLoop.brokenText)
        }
        set(handle)
        loop.add(handle)
        defer { loop.remove(handle) }
        let deadline = SystemClock.monotonic + Int64(Self.patience) * 1_000_000_000
        while !isCancelled.load(ordering: .acquiring) {
            loop.wait(milliseconds: 200)
            if let code = loop.nextEnd()?.code { return end(code, handle) }
            if isAnswered.load(ordering: .relaxed) { return answer(handle) }
            guard SystemClock.monotonic < deadline else { return .failed(.timedOut, "") }
        }
        return .cancelled
    }

    private func set(_ handle: CurlHandle) {
        let timestamp = SystemClock.wall / 1_000_000_000
        let signature = destination.signature(id: event.id, timestamp: timestamp, body: event.body)
        handle.set(CURLOPT_URL, destination.settings.url)
        handle.set(CURLOPT_USERAGENT, agent)
        handle.set(CURLOPT_COPYPOSTFIELDS, event.body)
        for (option, value) in [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1),
            (CURLOPT_CONNECTTIMEOUT_MS, Self.patience * 1000),
        ] { handle.set(option, value) }
        if let authorities = destination.settings.authorities { handle.set(CURLOPT_CAINFO, authorities) }
        handle.setHeaders([
            "Content-Type: application/json", "Accept: */*", "Expect:", "webhook-id: \(event.id)",
            "webhook-timestamp: \(timestamp)", "webhook-signature: \(signature)",
        ])
        // Only the status matters, so the body of the answer is not read.
        handle.takeBody = { _ in false }
        handle.takeHead = { [weak self, weak handle] line in
            guard let handle, handle.endsHead(line) else { return }
            self?.isAnswered.store(true, ordering: .relaxed)
        }
    }

    private func answer(_ handle: CurlHandle) -> End {
        let seconds = handle.offset(CURLINFO_RETRY_AFTER)
        return .answered(status: handle.status, retryAfter: seconds > 0 ? seconds : nil)
    }

    private func end(_ code: CURLcode, _ handle: CurlHandle) -> End {
        // Because the body is not read, libcurl ends the transfer with a write error.
        if code == CURLE_OK || (code == CURLE_WRITE_ERROR && handle.status >= 200) { return answer(handle) }
        let words = handle.reason(for: code)
        switch CurlFailure(code) {
        case .unreachable: return .failed(.unreachable, words)
        case .tls: return .failed(.tls, words)
        case .timedOut: return .failed(.timedOut, words)
        case .failed: return .failed(.failed, words)
        }
    }
}
