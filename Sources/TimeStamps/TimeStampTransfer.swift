// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Curl
internal import Synchronization
internal import SystemSupport

/// Requests to time stamping authorities over HTTP (RFC 3161, 3.4).
public enum TimeStampTransfer {
    /// Sends a request and returns the body of the response, which is not checked. The transfer runs on a thread of its
    /// own. It follows no redirects, and verifies the server's certificate with the system's trusted authorities. If the
    /// task is cancelled, the transfer ends within a second, or when the system's name lookup does.
    ///
    /// - Parameters:
    ///   - address: The authority's URL; only `http` and `https`.
    ///   - seconds: The longest time for the whole transfer; limited to 1...3600.
    /// - Returns: At most `TimeStamp.limit` bytes, to be read with `TimeStamp`.
    /// - Throws: `TimeStampTransferError` unless the server answers with status 200 and content type
    ///   `application/timestamp-reply`.
    public static func perform(
        _ request: TimeStampRequest, at address: String, timeout seconds: Int
    ) async throws(TimeStampTransferError) -> [UInt8] {
        let exchange = TimeStampExchange(request, at: address, timeout: min(max(seconds, 1), 3600))
        let result = await withTaskCancellationHandler {
            await WorkerThread.value { exchange.run() }
        } onCancel: {
            exchange.cancel()
        }
        guard let result else { throw .failed("cannot start a thread") }
        return try result.get()
    }
}

/// One request through libcurl.
private final class TimeStampExchange: Sendable {
    private static let replyType = "application/timestamp-reply"

    private let request: TimeStampRequest
    private let address: String
    private let seconds: Int
    private let loop = CurlLoop()
    private let isCancelled = Atomic(false)

    init(_ request: TimeStampRequest, at address: String, timeout seconds: Int) {
        (self.request, self.address, self.seconds) = (request, address, seconds)
    }

    /// Ends the request soon. Can be called from any thread.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        loop.wake()
    }

    /// Sends the request. Blocks until the time limit, or longer if the system's name lookup does.
    func run() -> Result<[UInt8], TimeStampTransferError> {
        guard isAddress else { return .failure(.address) }
        guard loop.works, let handle = CurlHandle() else { return .failure(.failed(CurlLoop.brokenText)) }
        set(handle)
        var body: [UInt8] = []
        var isTooLarge = false
        handle.takeBody = { part in
            isTooLarge = body.count + part.count > TimeStamp.limit
            if !isTooLarge { body.append(contentsOf: part) }
            return !isTooLarge
        }
        let error = transfer(handle)
        // If the body is too large, libcurl ends the transfer with an error that is not the reason to report.
        if let error, !isTooLarge { return .failure(error) }
        if let refusal = refusal(handle) { return .failure(refusal) }
        return isTooLarge ? .failure(.tooLarge) : .success(body)
    }

    /// Whether the address has one of the two schemes. libcurl could otherwise read files or use other protocols.
    private var isAddress: Bool {
        let text = address.lowercased()
        let isPlain = !address.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
        return isPlain && ["http://", "https://"].contains { text.hasPrefix($0) && text.count > $0.count }
    }

    private func set(_ handle: CurlHandle) {
        handle.set(CURLOPT_URL, address)
        for (option, value) in [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1), (CURLOPT_POST, 1),
            (CURLOPT_TIMEOUT_MS, seconds * 1000), (CURLOPT_CONNECTTIMEOUT_MS, seconds * 1000),
            (CURLOPT_POSTFIELDSIZE, request.bytes.count),
        ] { handle.set(option, value) }
        // libcurl copies the bytes during the call.
        request.bytes.withUnsafeBytes { bytes in
            _ = gnss_curl_set_pointer(
                handle.pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
        handle.setHeaders(["Content-Type: application/timestamp-query", "Accept: \(Self.replyType)", "Expect:"])
    }

    /// Returns the reason why the transfer failed; nil if the server answered.
    private func transfer(_ handle: CurlHandle) -> TimeStampTransferError? {
        loop.add(handle)
        defer { loop.remove(handle) }
        // libcurl ends the transfer at the time limit; this deadline also holds if it does not.
        let deadline = SystemClock.monotonic + Int64(seconds + 1) * 1_000_000_000
        while !isCancelled.load(ordering: .acquiring) {
            loop.wait(milliseconds: 200)
            if let code = loop.nextEnd()?.code { return error(code, handle) }
            guard SystemClock.monotonic < deadline else { return .timedOut(seconds: seconds) }
        }
        return .cancelled
    }

    private func error(_ code: CURLcode, _ handle: CurlHandle) -> TimeStampTransferError? {
        if code == CURLE_OK { return nil }
        if code == CURLE_URL_MALFORMAT { return .address }
        let words = handle.reason(for: code)
        switch CurlFailure(code) {
        case .unreachable: return .unreachable(words)
        case .tls: return .tls(words)
        case .timedOut: return .timedOut(seconds: seconds)
        case .failed: return .failed(words)
        }
    }

    /// Returns the reason why an answer is not a response to the request; nil if it may be one.
    private func refusal(_ handle: CurlHandle) -> TimeStampTransferError? {
        guard handle.status == 200 else { return .status(handle.status) }
        let type = handle.text(CURLINFO_CONTENT_TYPE) ?? ""
        // Parameters may follow after a semicolon.
        let essence = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        return essence == Self.replyType ? nil : .contentType(String(type.prefix(100)))
    }
}
