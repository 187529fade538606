// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Curl

/// Notes the course of a connection's TLS handshake, from libcurl's messages about its work. Only the worker's thread
/// uses it.
final class HandshakeWatch {
    /// libcurl's text about the last received alert. Its error buffer only contains the first failure.
    private(set) var alert = ""
    /// True if the client certificate was sent. A client sends it only after the server's certificate has been verified.
    private(set) var hasSentCertificate = false

    /// Listens to the connections of a handle, which must be out of libcurl's loop before this object is released.
    func listen(to handle: CurlHandle) {
        let listener: curl_debug_callback = { _, kind, bytes, count, context in
            guard kind == CURLINFO_TEXT, let bytes, let context else { return 0 }
            // libcurl owns the bytes, which are valid during this call; the text is a copy.
            let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            Unmanaged<HandshakeWatch>.fromOpaque(context).takeUnretainedValue().note(text)
            return 0
        }
        // Unretained: the owner takes the handle out of the loop before it releases this object.
        _ = gnss_curl_set_listener(handle.pointer, listener, Unmanaged.passUnretained(self).toOpaque())
    }

    private func note(_ text: String) {
        let isOwn = text.contains("(OUT)")
        // Only received alerts count, not alerts that this side sent.
        if text.contains("alert"), !isOwn { alert = text }
        if isOwn, text.contains("TLS handshake, Certificate (11)") { hasSentCertificate = true }
    }
}
