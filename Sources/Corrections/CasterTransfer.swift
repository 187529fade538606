// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc

/// Waits for connections to casters, and is woken by others. `wake` may come from any thread, the rest belongs to one.
final class CasterWait: @unchecked Sendable {  // The handle never changes; others call libcurl's wakeup alone.
    let multi: UnsafeMutableRawPointer?

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() { multi = Self.isReady ? curl_multi_init() : nil }

    deinit { if let multi { curl_multi_cleanup(multi) } }

    /// Ends a wait.
    func wake() { if let multi { curl_multi_wakeup(multi) } }

    /// Waits until something came, somebody woke it, or the time is over; then works on what came.
    func wait(milliseconds: Int32) {
        guard let multi else {
            usleep(UInt32(max(1, milliseconds)) * 1000)
            return
        }
        var count: Int32 = 0
        curl_multi_poll(multi, nil, 0, milliseconds, &count)
        curl_multi_perform(multi, &count)
    }
}

/// One request to a caster, on libcurl. Owns the connection; belongs to one thread.
final class CasterTransfer {
    /// What is asked for.
    struct Request {
        var configuration: CorrectionsConfiguration
        var login: CasterLogin?
        /// The sentence that the request itself carries.
        var position: [UInt8]?
        /// The list of streams instead of the stream.
        var isForTable = false
    }

    /// So long in milliseconds it may take until there is a connection.
    private static let patience = 15_000

    private let wait: CasterWait
    private let request: Request
    private let handle: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let words: UnsafeMutablePointer<CChar>
    private var outgoing: [UInt8] = []
    private var hasBegun = false
    /// Made for the connection; one, or a few where the caster has several addresses.
    private var sockets: [Int32] = []
    /// What has come of the answer.
    private(set) var reply: CasterReply
    private var messages: [RTCMMessage] = []
    private(set) var bytes = 0

    init(_ request: Request, _ wait: CasterWait) {
        (self.request, self.wait) = (request, wait)
        reply = CasterReply(stream: request.configuration.stream)
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        handle = curl_easy_init()
        guard let handle, let multi = wait.multi else { return }
        setRequest(handle)
        setConnection(handle)
        setBodies(handle)
        curl_multi_add_handle(multi, handle)
    }

    deinit {
        if let handle {
            if let multi = wait.multi { curl_multi_remove_handle(multi, handle) }
            curl_easy_cleanup(handle)
        }
        curl_slist_free_all(headers)
        words.deallocate()
    }

    /// Whether the caster has answered, with whatever.
    var isAnswered: Bool { hasBegun }

    /// The messages that came since this was asked last.
    func takeMessages() -> [RTCMMessage] {
        defer { messages = [] }
        return messages
    }

    /// Sends a sentence to the caster, once it has answered. Without effect where the request is for the list.
    func send(_ sentence: [UInt8]) {
        // A caster that reads nothing would let this grow.
        if outgoing.count < 4096 { outgoing += sentence }
    }

    /// Lets libcurl look again whether there is something to be sent. Without that it does not notice, while it waits for
    /// something to send, that the caster has closed the connection.
    func prod() { if let handle, sendsPositions { curl_easy_pause(handle, CURLPAUSE_CONT) } }

    /// How it ended; nil while it goes on.
    func end() -> CasterFailure? {
        guard let handle, let multi = wait.multi else {
            return CasterFailure(.unreachable, "\(reply.stream): libcurl does not work: out of memory?")
        }
        var code = CURLE_OK
        guard gnss_curl_next_end(multi, &code) != 0 else { return nil }
        if !hasBegun, code == CURLE_OK || status > 0 { begin(handle) }
        if case .failed(let failure) = reply.verdict { return failure }
        guard code == CURLE_OK || code == CURLE_WRITE_ERROR else {
            return CasterFailure(code: code, words: String(cString: words), request.configuration)
        }
        return .closed(reply.stream, afterData: reply.messages > 0)
    }

    private var sendsPositions: Bool {
        !request.isForTable && request.configuration.positionInterval > .zero
    }

    private var status: Int {
        var status = 0
        if let handle { _ = gnss_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status) }
        return status
    }

    // MARK: What is asked

    private func setRequest(_ handle: UnsafeMutableRawPointer) {
        let configuration = request.configuration
        let scheme = configuration.caster.isSecure ? "https" : "http"
        let path = request.isForTable ? "" : configuration.mountpoint
        _ = gnss_curl_set_text(handle, CURLOPT_URL, "\(scheme)://\(configuration.caster.authority)/\(path)")
        _ = gnss_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1)
        _ = gnss_curl_set_text(handle, CURLOPT_USERAGENT, "NTRIP \(configuration.agent)")
        // Casters of version 1 answer without a head of HTTP.
        _ = gnss_curl_set_long(handle, CURLOPT_HTTP09_ALLOWED, 1)
        let version = configuration.version == .two ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_1_0
        _ = gnss_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(version))
        var lines = ["Accept: */*"]
        if configuration.version == .two { lines += ["Ntrip-Version: Ntrip/2.0", "Connection: close"] }
        if let position = request.position, configuration.version == .two, sendsPositions {
            let text = String(decoding: position.prefix { $0 >= 0x20 }, as: UTF8.self)
            lines.append("Ntrip-GGA: \(text)")
        }
        // Positions follow the request as they are: as a body that has neither length nor chunks.
        if sendsPositions { lines += ["Transfer-Encoding:", "Expect:"] }
        for line in lines { headers = curl_slist_append(headers, line) }
        _ = gnss_curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        guard let login = request.login else { return }
        _ = gnss_curl_set_long(handle, CURLOPT_HTTPAUTH, 1)  // CURLAUTH_BASIC
        _ = gnss_curl_set_text(handle, CURLOPT_USERNAME, login.user)
        _ = gnss_curl_set_text(handle, CURLOPT_PASSWORD, login.password)
    }

    private func setConnection(_ handle: UnsafeMutableRawPointer) {
        for (option, value) in [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, Self.patience), (CURLOPT_FORBID_REUSE, 1),
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, 6),  // CURL_SSLVERSION_TLSv1_2, the oldest
        ] { _ = gnss_curl_set_long(handle, option, value) }
        if let authorities = request.configuration.authorities {
            _ = gnss_curl_set_text(handle, CURLOPT_CAINFO, authorities)
        }
        _ = gnss_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, words)
    }

    private func setBodies(_ handle: UnsafeMutableRawPointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = gnss_curl_set_transfer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CasterTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        _ = gnss_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        _ = gnss_curl_set_transfer(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CasterTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        _ = gnss_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        guard sendsPositions else { return }
        let noteSocket: curl_sockopt_callback = { context, socket, _ in
            if let context {
                Unmanaged<CasterTransfer>.fromOpaque(context).takeUnretainedValue().sockets.append(socket)
            }
            return 0
        }
        _ = gnss_curl_set_opened(handle, noteSocket, context)
        _ = gnss_curl_set_long(handle, CURLOPT_UPLOAD, 1)
        _ = gnss_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "GET")
        _ = gnss_curl_set_transfer(handle, CURLOPT_READFUNCTION) { room, size, count, context in
            guard let room, let context else { return Int(CURL_READFUNC_ABORT) }
            let transfer = Unmanaged<CasterTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.give(UnsafeMutableRawBufferPointer(start: room, count: size * count))
        }
        _ = gnss_curl_set_pointer(handle, CURLOPT_READDATA, context)
    }

    // MARK: What comes and goes

    private func begin(_ handle: UnsafeMutableRawPointer) {
        hasBegun = true
        // An answer without a head has no status: it is the reply's to read.
        guard status > 0 else { return }
        var type: UnsafeMutablePointer<CChar>?
        _ = gnss_curl_get_text(handle, CURLINFO_CONTENT_TYPE, &type)
        var seconds: curl_off_t = 0
        _ = gnss_curl_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds)
        reply.begin(
            status: status, contentType: type.map { String(cString: $0) } ?? "",
            wait: seconds > 0 ? .seconds(min(Int64(seconds), 86_400)) : nil)
    }

    /// A line of the head; an empty one ends it. What the answer is must be known before its data: there may be none
    /// before the caster has got a position.
    private func takeHead(_ line: UnsafeRawBufferPointer) {
        guard let handle, !hasBegun, let first = line.first, first == 13 || first == 10, status >= 200 else { return }
        begin(handle)
    }

    /// - Returns: whether more is wanted.
    private func take(_ incoming: UnsafeRawBufferPointer) -> Bool {
        guard let handle else { return false }
        if !hasBegun { begin(handle) }
        bytes &+= incoming.count
        messages += reply.consume(Span(_unsafeElements: incoming.bindMemory(to: UInt8.self)))
        if case .failed = reply.verdict { return false }
        return true
    }

    /// Whether the caster has closed the connection, and all that it sent was read.
    private var hasPeerClosed: Bool {
        // One that libcurl has closed meanwhile is an error here, and not an end.
        sockets.contains { socket in
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
        }
    }

    private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard hasBegun, !outgoing.isEmpty else { return hasPeerClosed ? 0 : Int(CURL_READFUNC_PAUSE) }
        let count = min(room.count, outgoing.count)
        outgoing.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        outgoing.removeFirst(count)
        return count
    }
}
