// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import CCurl
internal import Curl

/// Applies a request to a libcurl handle.
struct LinkOptions {
    var request: ServiceRequest
    var settings: CurlLinkSettings

    /// Sets all options of the request.
    func set(_ handle: CurlHandle) {
        setConnection(handle)
        handle.set(CURLOPT_FRESH_CONNECT, request.isAlone ? 1 : 0)
        handle.set(CURLOPT_FORBID_REUSE, request.isAlone ? 1 : 0)
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_TIMEOUT_MS, Self.milliseconds(settings.limit))
        handle.set(CURLOPT_LOW_SPEED_LIMIT, 16)
        handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Self.milliseconds(settings.stallLimit) / 1000))
        handle.set(CURLOPT_USERAGENT, settings.agent)
        // An empty `Expect` header: with bodies over 1 MB, libcurl would otherwise wait for the server's permission.
        handle.setHeaders(request.headers.map { Self.line($0.name, $0.value.exposed) } + ["Expect:"])
        guard request.method == .post else { return }
        handle.set(CURLOPT_POST, 1)
        handle.set(CURLOPT_POSTFIELDSIZE, request.body.count)
        // libcurl copies the body. The extra byte keeps the pointer valid for an empty body.
        _ = (request.body + [0]).withUnsafeBytes { bytes in
            gnss_curl_set_pointer(
                handle.pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    /// Sets only the options that concern the connection to the server.
    func setConnection(_ handle: CurlHandle) {
        // Callers have already rejected every address that is not https.
        handle.set(CURLOPT_URL, request.address)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(settings.connectLimit))
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let proxy = settings.proxy { handle.set(CURLOPT_PROXY, proxy.exposed) }
        switch settings.authorities {
        case nil: break
        case .file(let path): handle.set(CURLOPT_CAINFO, path)
        case .pem(let text): handle.set(CURLOPT_CAINFO_BLOB, blob: text.utf8)
        }
        guard let identity = request.identity else { return }
        handle.set(CURLOPT_SSLCERTTYPE, "PEM")
        handle.set(CURLOPT_SSLCERT_BLOB, blob: identity.certificate.utf8)
        handle.set(CURLOPT_SSLKEYTYPE, "PEM")
        handle.set(CURLOPT_SSLKEY_BLOB, blob: identity.key.exposed.utf8)
    }

    /// A header on one line; control characters are removed.
    private static func line(_ name: String, _ value: String) -> String {
        func clean(_ text: String) -> String { String(decoding: text.utf8.filter { $0 >= 0x20 }, as: UTF8.self) }
        return "\(clean(name)): \(clean(value))"
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(min(max(seconds, 0), 86_400)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
