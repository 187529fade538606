// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import CCurl
internal import Curl
internal import GNSSTypes

/// A call that libcurl performs: the request and, if the reason of a failure is unclear, an examination of the
/// connection. Only the worker's thread uses it.
final class LinkTransfer {
    let call: LinkCall
    private let settings: CurlLinkSettings
    private let loop: CurlLoop
    private let handle: CurlHandle
    private let handshake = HandshakeWatch()
    private var answer: LinkAnswer
    private var examination: LinkExamination?
    private var end: CURLcode?
    private var times = 0

    /// Starts the transfer; nil if libcurl has no memory.
    init?(_ call: LinkCall, _ settings: CurlLinkSettings, _ loop: CurlLoop) {
        guard loop.works, let handle = CurlHandle() else { return nil }
        (self.call, self.settings, self.loop, self.handle) = (call, settings, loop, handle)
        answer = LinkAnswer(call.request.method)
        LinkOptions(request: call.request, settings: settings).set(handle)
        handshake.listen(to: handle)
        setBodies()
        loop.add(handle)
    }

    deinit { loop.remove(handle) }

    /// True if it waits on a connection that libcurl does not report on.
    var isListening: Bool { examination?.isListening == true }

    /// True if the libcurl handle belongs to this transfer.
    func isOf(_ pointer: UnsafeMutableRawPointer) -> Bool {
        pointer == handle.pointer || pointer == examination?.handle.pointer
    }

    /// Records that libcurl has finished the current step.
    func ended(_ code: CURLcode) {
        if let examination { examination.ended(code) } else { end = code }
    }

    /// Answers the call as cancelled and returns true.
    func giveUp() -> Bool {
        call.answer(.cancelled)
        return true
    }

    /// Answers the call if the transfer is complete; returns true in that case.
    func finish() -> Bool {
        guard let end else { return false }
        if examination == nil, needsExamination(end) {
            examination = LinkExamination(call.request, settings, loop)
        }
        switch examination?.verdict() {
        case .pending: return false
        case .refused(let words):
            let end = LinkEnd(code: CURLE_SSL_CONNECT_ERROR, words: words, host: call.request.host, facts(end))
            call.answer(answer.reply(end))
        case .open, nil: call.answer(reply(end))
        }
        return true
    }

    private func reply(_ code: CURLcode) -> ServiceReply {
        answer.reply(LinkEnd(code: code, words: handle.words, host: call.request.host, facts(code)))
    }

    private func facts(_ code: CURLcode) -> LinkEnd.Facts {
        let isEncrypted = handle.offset(CURLINFO_APPCONNECT_TIME_T) > 0
        // A reused connection was encrypted earlier.
        let isKept = code != CURLE_OK && handle.number(CURLINFO_NUM_CONNECTS) == 0 && times > 0
        return LinkEnd.Facts(
            status: handle.status, proxyStatus: handle.number(CURLINFO_HTTP_CONNECTCODE),
            isEncrypted: isEncrypted, isKept: isKept,
            hasShownCertificate: call.request.identity != nil
                && (handshake.hasSentCertificate || isEncrypted || isKept))
    }

    /// With TLS 1.3, a server refuses the client certificate after the handshake. The request may therefore fail on the
    /// connection before the alert is read.
    private func needsExamination(_ code: CURLcode) -> Bool {
        let end = LinkEnd(code: code, words: handle.words, host: "", facts(code))
        return end.mayHideRefusal && !call.isCancelled
    }

    private func setBodies() {
        handle.takeHead = { [weak self] in self?.answer.takeHead($0) }
        handle.takeBody = { [weak self] in self?.answer.takeBody($0) ?? false }
        // libcurl would itself repeat the request if a reused connection breaks, regardless of the spacing.
        let count: curl_prereq_callback = { context, _, _, _, _ in
            guard let context else { return CURL_PREREQFUNC_ABORT }
            // The transfer owns the handle, so it is alive while libcurl calls back.
            let transfer = Unmanaged<LinkTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.times += 1
            return transfer.times == 1 ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        // Unretained: this object owns the handle, and `deinit` takes it out of the loop before either is released.
        _ = gnss_curl_set_request(handle.pointer, count, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension ServiceRequest {
    /// The host of the address for messages, without login, path and query.
    var host: String {
        let rest = address.drop { $0 != ":" }.drop { ":/".contains($0) }
        let authority = rest.prefix { !"/?#".contains($0) }
        return String(authority.split(separator: "@").last ?? "")
    }
}
