// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import CCurl
internal import Curl
internal import GNSSTypes

/// A call on libcurl: the request, and where it stays open why it failed, an examination of the connection. Belongs to
/// the worker's thread.
final class LinkTransfer {
    /// What is done.
    let call: LinkCall
    private let settings: CurlLinkSettings
    private let loop: CurlLoop
    private let handle: CurlHandle
    private var answer: LinkAnswer
    private var examination: LinkExamination?
    private var end: CURLcode?
    private var times = 0

    /// Begins; nil where libcurl has no memory.
    init?(_ call: LinkCall, _ settings: CurlLinkSettings, _ loop: CurlLoop) {
        guard loop.works, let handle = CurlHandle() else { return nil }
        (self.call, self.settings, self.loop, self.handle) = (call, settings, loop, handle)
        answer = LinkAnswer(call.request.method)
        LinkOptions(request: call.request, settings: settings).set(handle)
        setBodies()
        loop.add(handle)
    }

    deinit { loop.remove(handle) }

    /// Whether it waits for what libcurl does not tell of.
    var isListening: Bool { examination?.isListening == true }

    /// Whether libcurl's handle is one of its own.
    func isOf(_ pointer: UnsafeMutableRawPointer) -> Bool {
        pointer == handle.pointer || pointer == examination?.handle.pointer
    }

    /// libcurl ended what is under way.
    func ended(_ code: CURLcode) {
        if let examination { examination.ended(code) } else { end = code }
    }

    /// No caller waits any more.
    func giveUp() -> Bool {
        call.answer(.cancelled)
        return true
    }

    /// Answers if it is over.
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
        LinkEnd.Facts(
            status: handle.status, proxyStatus: handle.number(CURLINFO_HTTP_CONNECTCODE),
            isEncrypted: handle.offset(CURLINFO_APPCONNECT_TIME_T) > 0,
            // A connection of before was encrypted then.
            isKept: code != CURLE_OK && handle.number(CURLINFO_NUM_CONNECTS) == 0 && times > 0,
            showsCertificate: call.request.identity != nil)
    }

    /// Of TLS 1.3 a server that does not take the certificate says so after the handshake: the request may break on it
    /// before that is read.
    private func needsExamination(_ code: CURLcode) -> Bool {
        let end = LinkEnd(code: code, words: handle.words, host: "", facts(code))
        return end.mayHideRefusal && !call.isCancelled
    }

    private func setBodies() {
        handle.takeHead = { [weak self] in self?.answer.takeHead($0) }
        handle.takeBody = { [weak self] in self?.answer.takeBody($0) ?? false }
        // On a kept connection that breaks libcurl would send the request once more by itself, whatever the spacing.
        let count: curl_prereq_callback = { context, _, _, _, _ in
            guard let context else { return CURL_PREREQFUNC_ABORT }
            let transfer = Unmanaged<LinkTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.times += 1
            return transfer.times == 1 ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        // Unretained: this object owns the handle, and `deinit` takes it out of the loop before either goes.
        _ = gnss_curl_set_request(handle.pointer, count, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension ServiceRequest {
    /// The host of the address, for words; never its path or query.
    var host: String {
        let rest = address.drop { $0 != ":" }.drop { ":/".contains($0) }
        let authority = rest.prefix { !"/?#".contains($0) }
        return String(authority.split(separator: "@").last ?? "")
    }
}
