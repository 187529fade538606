// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Curl

/// Tests whether a server accepts the client certificate: opens an encrypted connection, sends no request and waits for
/// a refusal. Only the worker's thread uses it.
final class LinkExamination {
    /// The result so far.
    enum Verdict {
        case pending
        /// The server refused the certificate, with libcurl's text.
        case refused(String)
        /// The server did not refuse the certificate, or the connection failed for another reason.
        case open
    }

    /// The time to wait for a refusal.
    private static let patience = Duration.seconds(3)

    let handle: CurlHandle
    private let loop: CurlLoop
    private var end: CURLcode?
    private var deadline: ContinuousClock.Instant?
    private let handshake = HandshakeWatch()

    init?(_ request: ServiceRequest, _ settings: CurlLinkSettings, _ loop: CurlLoop) {
        guard let handle = CurlHandle() else { return nil }
        (self.handle, self.loop) = (handle, loop)
        LinkOptions(request: request, settings: settings).setConnection(handle)
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        handle.set(CURLOPT_FRESH_CONNECT, 1)
        handle.set(CURLOPT_CONNECT_ONLY, 1)
        handshake.listen(to: handle)
        loop.add(handle)
    }

    deinit { loop.remove(handle) }

    /// True if the connection is open and may still receive a refusal.
    var isListening: Bool { end == CURLE_OK }

    /// Records that libcurl has finished opening the connection.
    func ended(_ code: CURLcode) {
        end = code
        deadline = .now + Self.patience
    }

    /// Reads from the connection and returns the result so far.
    func verdict() -> Verdict {
        guard let end, let deadline else { return .pending }
        guard end == CURLE_OK else { return judged }
        var byte: UInt8 = 0
        var count = 0
        let code = curl_easy_recv(handle.pointer, &byte, 1, &count)
        if code == CURLE_AGAIN, handshake.alert.isEmpty, .now < deadline { return .pending }
        return judged
    }

    private var judged: Verdict {
        let words = handshake.alert.isEmpty ? handle.words : handshake.alert
        // A resumed handshake sends no certificate, but libcurl ends it only if the server has proved itself.
        let isProven = handshake.hasSentCertificate || end == CURLE_OK
        return isProven && TLSWords(words).isCertificateRefused ? .refused(words) : .open
    }
}
