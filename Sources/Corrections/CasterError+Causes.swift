// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import ControlModel

extension CasterError {
    /// The error for an HTTP answer without corrections.
    init(status: Int, stream: String, wait: Duration? = nil) {
        switch status {
        case 401:
            self.init(
                .wrongPassword,
                "\(stream): the caster rejects the user or password (401): correct 'corrections.user' and the file "
                    + "that 'corrections.password_file' names")
        case 402, 403, 407:
            self.init(
                .forbidden,
                "\(stream): the caster does not give this user access to the stream (\(status)): ask its operator",
                wait: wait)
        case 404, 410:
            self.init(.mountpointGone, "\(stream): the caster has no such mount point (\(status))", wait: wait)
        case 409, 429, 503:
            self.init(
                .busy,
                "\(stream): the caster is temporarily unavailable (\(status)): too many connections, or out of order",
                wait: wait)
        case 300...399:
            self.init(
                .notCaster,
                "\(stream): the caster redirects to another address (\(status)): correct 'corrections.caster'")
        case 500...599: self.init(.busy, "\(stream): the caster is out of order (\(status))", wait: wait)
        default: self.init(.notCaster, "\(stream): the caster answers \(status)", wait: wait)
        }
    }

    /// The error for a line of text, which casters of version 1 send instead of an HTTP status.
    ///
    /// - Parameters:
    ///   - reason: The words of the line in lower case, without names.
    ///   - words: The line, without the password.
    init(reason: String, words: String, stream: String) {
        let says = "\(stream): the caster says “\(words.shown)”"
        let line = " \(reason) "
        func mentions(_ parts: [String]) -> Bool { parts.contains(where: line.contains) }
        if reason.contains("mount") {
            self.init(.mountpointGone, "\(says): correct 'corrections.mountpoint'")
        } else if mentions(["forbidden", "banned", "denied"]) {
            self.init(.forbidden, says)
        } else if mentions(Self.passing) {
            self.init(.busy, says)
        } else if mentions(["login", "user", "credential", "not authorized", "not authorised", "authentication"]) {
            self.init(
                .wrongPassword,
                "\(says): correct 'corrections.user' and the file that 'corrections.password_file' names")
        } else if reason.hasPrefix("error") {
            // Without knowing the reason, returning soon could get the address banned.
            self.init(.forbidden, "\(says): ask its operator")
        } else {
            self.init(.busy, says)
        }
    }

    /// Words of refusals that end by themselves.
    private static let passing = [
        "too many", "limit", "maximum", "already", " in use ", "busy", "overload", "later", "temporar", "unavailable",
        "not available", "offline", "no data", "timeout", "timed out", " down", "internal", "try again",
    ]

    /// The error for a transfer that failed in a layer below HTTP.
    ///
    /// - Parameters:
    ///   - code: Libcurl's result.
    ///   - words: Libcurl's text.
    init(code: CURLcode, words: String, _ configuration: CorrectionsConfiguration) {
        let (stream, caster) = (configuration.stream, configuration.caster)
        let words = words.isEmpty ? "" : " (\(words.shown))"
        let wasCut = Self.cuts.contains(where: words.contains)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self.init(
                .hostUnknown,
                "\(stream): cannot resolve the name \(caster.host): correct 'corrections.caster', or check the network"
            )
        case CURLE_COULDNT_CONNECT:
            self.init(
                .refused,
                "\(stream): no server listens on port \(caster.port) of \(caster.host)\(words): is the port correct?")
        case CURLE_OPERATION_TIMEDOUT:
            self.init(.unreachable, "\(stream): no answer in time: check the network and any firewall")
        case CURLE_PEER_FAILED_VERIFICATION where words.contains("not yet valid"):
            self.init(
                .clockBehind,
                "\(stream): the caster's certificate is not valid yet by this machine's clock\(words): set the clock")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            self.init(
                .tls,
                "\(stream): the caster's certificate is not trusted\(words): if it is self-signed, add it "
                    + "to 'corrections.ca_file'")
        case CURLE_SSL_CACERT_BADFILE:
            self.init(
                .tls, "\(stream): cannot read the certificates in 'corrections.ca_file'\(words)")
        case CURLE_SSL_CONNECT_ERROR where wasCut:
            // A caster that restarts does this, and so do some servers without TLS.
            self.init(
                .closed,
                "\(stream): the connection was lost within the TLS handshake\(words): does the caster use TLS on port "
                    + "\(caster.port)?")
        case CURLE_SSL_CONNECT_ERROR:
            self.init(
                .tls,
                "\(stream): no encrypted connection\(words): does the caster use TLS on port \(caster.port)?"
            )
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            self.init(.closed, "\(stream): the connection was lost\(words)")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING:
            self.init(.notCaster, "\(stream): the answer does not come from an NTRIP caster\(words)")
        default: self.init(.unreachable, "\(stream): \(String(cString: curl_easy_strerror(code)))\(words)")
        }
    }

    /// Parts of libcurl's texts for a TLS handshake that ended because the connection was closed or reset. All other
    /// texts state an error of the TLS protocol. libcurl writes `SSL_connect:` and `lib(0)` if OpenSSL has no error of its
    /// own; `unexpected eof` is OpenSSL's.
    private static let cuts = ["Recv failure", "Send failure", "SSL_connect:", "lib(0)", "unexpected eof"]

    static func html(_ stream: String) -> CasterError {
        CasterError(
            .html,
            "\(stream): received a web page instead of corrections: correct host and port in 'corrections.caster'")
    }

    static func notRTCM(_ stream: String, _ count: Int) -> CasterError {
        CasterError(
            .notRTCM,
            "\(stream): the stream is not RTCM 3 (\(count) bytes without a message): choose a mount point with RTCM 3")
    }

    /// - Parameter noise: The number of bytes that arrived instead of messages; 0 if the stream is known to be RTCM 3.
    static func stalled(_ stream: String, _ seconds: Int64, noise: Int) -> CasterError {
        guard noise == 0 else { return notRTCM(stream, noise) }
        return CasterError(.stalled, "\(stream): no message for \(seconds) s: the base may be off")
    }

    static func closed(_ stream: String, afterData: Bool) -> CasterError {
        CasterError(
            .closed,
            afterData
                ? "\(stream): the caster ended the connection"
                : "\(stream): the caster ended the connection without a message: the base may be off, or the user is "
                    + "connected elsewhere")
    }
}
