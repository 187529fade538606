// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Curl
internal import Synchronization
internal import SystemSupport

/// A request to the server.
struct BackOfficeRequest: Sendable {
    var address: String
    var body: [UInt8]
    /// The token of the person; nil before they have signed in, or if the server gave none.
    var token: String?
    /// The path of a file with certificate authorities; nil for the system's.
    var authorities: String?
    /// The name and version of the program.
    var program: String
}

/// The end of a request.
enum BackOfficeEnd: Hashable, Sendable {
    case answered(status: Int, body: [UInt8], retryAfter: Duration?)
    case unreachable(String)
    case timedOut
    case tls(String)
    /// The answer is larger than this many MiB.
    case tooLarge(Int)
    case failed(String)
}

/// Sends requests to a server.
protocol BackOfficeLink: Sendable {
    /// Sends a request, and ends early if the task is cancelled.
    func post(_ request: BackOfficeRequest) async -> BackOfficeEnd
}

/// Sends requests with libcurl, each on a thread that ends with it.
struct CurlBackOfficeLink: BackOfficeLink {
    /// The largest answer in bytes.
    private static let answerLimit = 16 << 20
    /// The time without any progress after which a request ends, and that for a whole one, in seconds.
    private static let (patience, longest) = (30, 600)

    func post(_ request: BackOfficeRequest) async -> BackOfficeEnd {
        let (loop, isCancelled) = (CurlLoop(), Flag())
        return await withTaskCancellationHandler {
            await WorkerThread.value { Self.run(request, loop, isCancelled) } ?? .failed("cannot start a thread")
        } onCancel: {
            isCancelled.raise()
            loop.wake()
        }
    }

    /// A flag that is raised once, from any thread.
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isRaised: Bool { value.load(ordering: .acquiring) }
        func raise() { value.store(true, ordering: .releasing) }
    }

    private static func run(_ request: BackOfficeRequest, _ loop: CurlLoop, _ isCancelled: Flag) -> BackOfficeEnd {
        guard loop.works, let handle = CurlHandle() else { return .failed(CurlLoop.brokenText) }
        var body: [UInt8] = []
        var isTooLarge = false
        handle.takeBody = { part in
            isTooLarge = body.count + part.count > answerLimit
            if !isTooLarge { body += part }
            return !isTooLarge
        }
        // libcurl reads the body from this memory until the transfer has been removed.
        let end = request.body.withUnsafeBytes { bytes -> CURLcode? in
            set(handle, request)
            handle.set(CURLOPT_POSTFIELDSIZE, bytes.count)
            // Without a pointer libcurl would ask for the body.
            var nothing: UInt8 = 0
            return withUnsafeMutablePointer(to: &nothing) { nothing in
                let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) } ?? .init(nothing)
                _ = gnss_curl_set_pointer(handle.pointer, CURLOPT_POSTFIELDS, start)
                loop.add(handle)
                defer { loop.remove(handle) }
                while !isCancelled.isRaised {
                    loop.wait(milliseconds: 200)
                    if let code = loop.nextEnd()?.code { return code }
                }
                return nil
            }
        }
        guard let end else { return .failed("it was cancelled") }
        if isTooLarge { return .tooLarge(answerLimit >> 20) }
        if end == CURLE_OK {
            let seconds = handle.offset(CURLINFO_RETRY_AFTER)
            return .answered(
                status: handle.status, body: body, retryAfter: seconds > 0 ? .seconds(min(seconds, 86_400)) : nil)
        }
        let words = handle.reason(for: end)
        switch CurlFailure(end) {
        case .unreachable: return .unreachable(words)
        case .tls: return .tls(words)
        case .timedOut: return .timedOut
        case .failed: return .failed(words)
        }
    }

    private static func set(_ handle: CurlHandle, _ request: BackOfficeRequest) {
        handle.set(CURLOPT_URL, request.address)
        handle.set(CURLOPT_USERAGENT, request.program)
        for (option, value) in [
            (CURLOPT_POST, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_CONNECTTIMEOUT_MS, patience * 1000),
            (CURLOPT_LOW_SPEED_LIMIT, 1), (CURLOPT_LOW_SPEED_TIME, patience), (CURLOPT_TIMEOUT_MS, longest * 1000),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
        ] { handle.set(option, value) }
        // A connection that is not encrypted must not leave this machine, even if the environment names a proxy.
        if !request.address.hasPrefix("https:") { handle.set(CURLOPT_PROXY, "") }
        if let authorities = request.authorities { handle.set(CURLOPT_CAINFO, authorities) }
        // Without "Accept", a server of the second kind redirects to its page for people.
        var headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded", "Expect:"]
        if let token = request.token { headers.append("Authorization: Bearer \(token)") }
        handle.setHeaders(headers)
    }
}
