// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import ControlModel
internal import Curl

/// One request to a caster through libcurl. Owns the connection. Use it from one thread only.
final class CasterTransfer {
    /// The request.
    struct Request {
        var configuration: CorrectionsConfiguration
        var login: CasterLogin?
        /// The position sentence to send in the header of the request.
        var position: [UInt8]?
        /// True to request the source table instead of a stream.
        var isForTable = false
    }

    /// The time limit for establishing a connection in milliseconds.
    private static let patience = 15_000

    private let loop: CurlLoop
    private let request: Request
    private let handle: CurlHandle?
    private var outgoing: [UInt8] = []
    /// The time from which `prod` has an effect even if nothing is queued, in nanoseconds of the monotonic clock.
    private var nextProd = Int64.min
    private var hasBegun = false
    /// The sockets of the connection; several if the caster has more than one address.
    private var sockets: [OpenedSocket] = []
    /// The part of the answer that has arrived.
    private(set) var reply: CasterReply
    private var messages: [RTCMMessage] = []
    private(set) var bytes = 0

    init(_ request: Request, _ loop: CurlLoop) {
        (self.request, self.loop) = (request, loop)
        reply = CasterReply(stream: request.configuration.stream, login: request.login)
        handle = CurlHandle()
        guard let handle else { return }
        setRequest(handle)
        setConnection(handle)
        setBodies(handle)
        loop.add(handle)
    }

    deinit { if let handle { loop.remove(handle) } }

    /// True if the caster has sent any answer.
    var isAnswered: Bool { hasBegun }

    /// Returns the messages received since the last call.
    func takeMessages() -> [RTCMMessage] {
        defer { messages = [] }
        return messages
    }

    /// Queues a sentence for the caster, to be sent once it has answered. Has no effect for a source table request.
    func send(_ sentence: [UInt8]) {
        // Limits the queue in case the caster reads nothing.
        if outgoing.count < 4096 { outgoing += sentence }
    }

    /// Tells libcurl to check again for data to send: at once if any are queued, otherwise once a second, because libcurl
    /// does not notice while it is paused that the caster has ended its answer or closed the connection. A check ends the
    /// next wait at once, so more of them would keep the thread running all the time.
    ///
    /// - Parameter now: The monotonic clock in nanoseconds.
    func prod(at now: Int64) {
        guard let handle, sendsPositions, canSend || now >= nextProd else { return }
        nextProd = now + 1_000_000_000
        curl_easy_pause(handle.pointer, CURLPAUSE_CONT)
    }

    /// Returns the error with which the transfer ended; nil while it continues.
    func end() -> CasterError? {
        guard let handle, loop.works else {
            return CasterError(.unreachable, "\(reply.stream): \(CurlLoop.brokenText)")
        }
        guard let code = loop.nextEnd()?.code else { return nil }
        if !hasBegun, code == CURLE_OK || status > 0 { begin(handle) }
        if case .failed(let failure) = reply.verdict { return failure }
        guard code == CURLE_OK || code == CURLE_WRITE_ERROR else {
            let words = request.login?.hidden(in: handle.words) ?? handle.words
            return CasterError(code: code, words: words, request.configuration)
        }
        return .closed(reply.stream, afterData: reply.messages > 0)
    }

    /// True if data are queued that libcurl may take now.
    private var canSend: Bool { hasBegun && !outgoing.isEmpty }

    private var sendsPositions: Bool {
        !request.isForTable && request.configuration.positionInterval > .zero
    }

    private var status: Int { handle?.status ?? 0 }

    // MARK: Requests

    private func setRequest(_ handle: CurlHandle) {
        let configuration = request.configuration
        let scheme = configuration.caster.isSecure ? "https" : "http"
        let path = request.isForTable ? "" : configuration.mountpoint
        handle.set(CURLOPT_URL, "\(scheme)://\(configuration.caster.authority)/\(path)")
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.set(CURLOPT_USERAGENT, "NTRIP \(configuration.agent)")
        // Casters of version 1 answer without an HTTP status line.
        handle.set(CURLOPT_HTTP09_ALLOWED, 1)
        let version = configuration.version == .two ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_1_0
        handle.set(CURLOPT_HTTP_VERSION, Int(version))
        var lines = ["Accept: */*"]
        if configuration.version == .two { lines += ["Ntrip-Version: Ntrip/2.0", "Connection: close"] }
        if let position = request.position, configuration.version == .two, sendsPositions {
            let text = String(decoding: position.prefix { $0 >= 0x20 }, as: UTF8.self)
            lines.append("Ntrip-GGA: \(text)")
        }
        // Positions follow the request as a body without length or chunks.
        if sendsPositions { lines += ["Transfer-Encoding:", "Expect:"] }
        handle.setHeaders(lines)
        guard let login = request.login else { return }
        handle.set(CURLOPT_HTTPAUTH, 1)  // CURLAUTH_BASIC
        handle.set(CURLOPT_USERNAME, login.user)
        handle.set(CURLOPT_PASSWORD, login.password)
    }

    private func setConnection(_ handle: CurlHandle) {
        for (option, value) in [
            (CURLOPT_CONNECTTIMEOUT_MS, Self.patience), (CURLOPT_FORBID_REUSE, 1), (CURLOPT_FRESH_CONNECT, 1),
        ] { handle.set(option, value) }
        // Otherwise libcurl sends the login and the position to a proxy that the environment names.
        handle.set(CURLOPT_PROXY, "")
        if let authorities = request.configuration.authorities { handle.set(CURLOPT_CAINFO, authorities) }
    }

    private func setBodies(_ handle: CurlHandle) {
        handle.takeBody = { [weak self] in self?.take($0) ?? false }
        handle.takeHead = { [weak self] in self?.takeHead($0) }
        guard sendsPositions else { return }
        // Unretained: this object owns the handle, and `deinit` removes it from the loop, after which libcurl makes no
        // more callbacks.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let noteSocket: curl_sockopt_callback = { context, socket, _ in
            if let context {
                Unmanaged<CasterTransfer>.fromOpaque(context).takeUnretainedValue().sockets.append(OpenedSocket(socket))
            }
            return 0
        }
        _ = gnss_curl_set_opened(handle.pointer, noteSocket, context)
        handle.set(CURLOPT_UPLOAD, 1)
        handle.set(CURLOPT_CUSTOMREQUEST, "GET")
        _ = gnss_curl_set_transfer(handle.pointer, CURLOPT_READFUNCTION) { room, size, count, context in
            guard let room, let context else { return Int(CURL_READFUNC_ABORT) }
            let transfer = Unmanaged<CasterTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.give(UnsafeMutableRawBufferPointer(start: room, count: size * count))
        }
        _ = gnss_curl_set_pointer(handle.pointer, CURLOPT_READDATA, context)
    }

    // MARK: Callbacks

    private func begin(_ handle: CurlHandle) {
        hasBegun = true
        // An answer without an HTTP head has no status; `CasterReply` interprets its data.
        guard status > 0 else { return }
        let seconds = handle.offset(CURLINFO_RETRY_AFTER)
        reply.begin(
            status: status, contentType: handle.text(CURLINFO_CONTENT_TYPE) ?? "",
            wait: seconds > 0 ? .seconds(min(seconds, 86_400)) : nil)
    }

    /// Processes a header line; an empty line ends the head. The kind of answer must be known before its data, because
    /// the caster may send no data before it has a position.
    private func takeHead(_ line: UnsafeRawBufferPointer) {
        guard let handle, !hasBegun, let first = line.first, first == 13 || first == 10, status >= 200 else { return }
        begin(handle)
    }

    /// - Returns: True to continue the transfer.
    private func take(_ incoming: UnsafeRawBufferPointer) -> Bool {
        guard let handle else { return false }
        if !hasBegun { begin(handle) }
        bytes &+= incoming.count
        // libcurl owns the bytes, which are valid during this call; messages are copies.
        messages += reply.consume(Span(_unsafeElements: incoming.bindMemory(to: UInt8.self)))
        if case .failed = reply.verdict { return false }
        return true
    }

    /// Fills the buffer that libcurl provides during the call.
    private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard canSend else {
            return sockets.contains(where: \.hasPeerClosed) ? 0 : Int(CURL_READFUNC_PAUSE)
        }
        let count = min(room.count, outgoing.count)
        outgoing.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        outgoing.removeFirst(count)
        return count
    }
}
