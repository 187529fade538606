// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Curl
internal import Synchronization
internal import SystemSupport

/// Sends one position at a time with libcurl, on a thread of its own.
final class TraccarLink: Sendable {
    /// The end of a request.
    enum End: Hashable, Sendable {
        /// The server answered.
        case answered(status: Int, retryAfter: Duration?)
        case unreachable(String)
        case timedOut
        case tls(String)
        case failed(String)
        case cancelled
    }

    private struct State {
        var isBusy = false
        var end: (token: UInt64, end: End)?
    }

    /// The time limit for a request in seconds.
    private static let patience = 15
    /// The time that the rest of an answer has after its head, in nanoseconds.
    private static let bodyPatience: Int64 = 1_000_000_000
    /// The largest body of an answer; the connection of a longer one is closed.
    private static let bodyLimit = 16 << 10

    /// The connection stays open between requests. One thread at a time uses the loop.
    private let loop = CurlLoop()
    private let isCancelled = Atomic(false)
    /// Guards whether a thread uses the loop, and what it found; held for copies only.
    private let state = Mutex(State())
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called on another thread when `takeEnd` returns something.
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    /// True while a request runs or its end was not taken.
    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Begins a request.
    func start(_ token: UInt64, _ address: String, _ settings: TraccarUplinkSettings) {
        state.withLock { $0.isBusy = true }
        isCancelled.store(false, ordering: .releasing)
        let refusal = WorkerThread.detach { [self] in finish(token, run(address, settings)) }
        if let refusal { finish(token, .failed(refusal)) }
    }

    /// Ends the request soon.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        loop.wake()
    }

    /// Returns the end of the request, once.
    func takeEnd() -> (token: UInt64, end: End)? {
        state.withLock { state in
            guard let end = state.end else { return nil }
            state = State()
            return end
        }
    }

    private func finish(_ token: UInt64, _ end: End) {
        state.withLock { $0.end = (token, end) }
        onEnd()
    }

    private func run(_ address: String, _ settings: TraccarUplinkSettings) -> End {
        guard loop.works, let handle = CurlHandle() else { return .failed(CurlLoop.brokenText) }
        var answered: Int64?
        var size = 0
        handle.takeBody = { part in
            size += part.count
            return size <= Self.bodyLimit
        }
        handle.takeHead = { [weak handle] line in
            guard let handle, handle.endsHead(line) else { return }
            answered = SystemClock.monotonic
        }
        set(handle, address, settings)
        loop.add(handle)
        defer { loop.remove(handle) }
        let deadline = SystemClock.monotonic + Int64(Self.patience) * 1_000_000_000
        while !isCancelled.load(ordering: .acquiring) {
            loop.wait(milliseconds: 200)
            // Only the status matters, not how the body ends.
            if let code = loop.nextEnd()?.code { return answered == nil ? end(code, handle) : answer(handle) }
            let now = SystemClock.monotonic
            if let answered, now - answered > Self.bodyPatience { return answer(handle) }
            guard now < deadline else { return .timedOut }
        }
        return .cancelled
    }

    private func set(_ handle: CurlHandle, _ address: String, _ settings: TraccarUplinkSettings) {
        handle.set(CURLOPT_URL, address)
        handle.set(CURLOPT_USERAGENT, settings.program)
        handle.set(CURLOPT_COPYPOSTFIELDS, "")
        for (option, value) in [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_CONNECTTIMEOUT_MS, Self.patience * 1000),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
        ] { handle.set(option, value) }
        if let authorities = settings.authorities { handle.set(CURLOPT_CAINFO, authorities) }
        handle.setHeaders(["Content-Type:", "Accept: */*", "Expect:"])
    }

    private func answer(_ handle: CurlHandle) -> End {
        let seconds = handle.offset(CURLINFO_RETRY_AFTER)
        return .answered(status: handle.status, retryAfter: seconds > 0 ? .seconds(seconds) : nil)
    }

    private func end(_ code: CURLcode, _ handle: CurlHandle) -> End {
        if code == CURLE_OK { return answer(handle) }
        let words = handle.reason(for: code)
        switch CurlFailure(code) {
        case .unreachable: return .unreachable(words)
        case .tls: return .tls(words)
        case .timedOut: return .timedOut
        case .failed: return .failed(words)
        }
    }
}
