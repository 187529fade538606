// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import CCurl

/// The end of a transfer below HTTP: libcurl's result and its meaning.
struct LinkEnd: CustomStringConvertible {
    /// Facts about the connection.
    struct Facts {
        /// The HTTP status; 0 if no answer arrived.
        var status = 0
        /// The status of the proxy's answer; 0 if no answer arrived.
        var proxyStatus = 0
        /// True if the connection was encrypted and the server trusted.
        var isEncrypted = false
        /// True if an existing connection was reused.
        var isKept = false
        /// True if the client certificate was sent, to a server that had proved itself. An alert from before is no
        /// refusal of the certificate, and anyone on the way can send one.
        var hasShownCertificate = false
    }

    private let code: CURLcode
    private let words: String
    /// The server's name for messages.
    let host: String
    let facts: Facts

    /// - Parameter words: Libcurl's error text; it names hosts and files but no secrets.
    init(code: CURLcode, words: String, host: String, _ facts: Facts) {
        (self.code, self.words, self.host, self.facts) = (code, words, host, facts)
    }

    private var tls: TLSWords { TLSWords(words) }

    /// True if a complete answer arrived.
    var isAnswer: Bool { code == CURLE_OK && facts.status > 0 }

    /// True if the server may have refused the client certificate with an alert that was not read.
    var mayHideRefusal: Bool {
        let broken = [
            CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_ABORTED_BY_CALLBACK,
        ].contains(code)
        return broken && facts.hasShownCertificate && facts.isEncrypted && !facts.isKept && facts.status == 0
            && !tls.isAlert
    }

    /// The result of the exchange.
    var exchange: Exchange {
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
            return .offline
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE: return .serverNotTrusted
        case CURLE_SSL_CERTPROBLEM: return .certificateRefused
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_WEIRD_SERVER_REPLY: return .notAgrirouter
        case CURLE_OPERATION_TIMEDOUT: return hasSent ? .interrupted : .offline
        default: break
        }
        if facts.proxyStatus >= 300 { return .offline }
        if facts.hasShownCertificate, tls.isCertificateRefused { return .certificateRefused }
        return hasSent ? .interrupted : .offline
    }

    /// True if the request may have arrived.
    private var hasSent: Bool { facts.isEncrypted || facts.isKept || facts.status > 0 }

    /// The error in one line, without the remedy that `UplinkError` and `OnboardingError` add for its kind.
    var description: String {
        switch exchange {
        case .offline: offline
        case .interrupted:
            code == CURLE_OPERATION_TIMEDOUT
                ? "\(host) does not answer in time\(shown)"
                : "the connection to \(host) was lost before an answer\(shown)"
        case .certificateRefused:
            code == CURLE_SSL_CERTPROBLEM
                ? "the endpoint's certificate cannot be used\(shown)"
                : "\(host) rejects this endpoint's certificate\(shown): the endpoint may be deleted, blocked or "
                    + "onboarded elsewhere, or this machine's clock is wrong"
        case .serverNotTrusted: untrusted
        case .notAgrirouter: "the server at \(host) is not agrirouter\(shown): is the address correct?"
        case .answered: "\(host) answered"
        }
    }

    private var offline: String {
        if facts.proxyStatus == 407 { return "the proxy requires a login (407): correct 'agrirouter.proxy'" }
        if facts.proxyStatus >= 300 { return "the proxy blocks connections to \(host) (\(facts.proxyStatus))" }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: return "cannot resolve the proxy's name: correct 'agrirouter.proxy'"
        case CURLE_PROXY: return "the proxy does not work\(shown): correct 'agrirouter.proxy'"
        case CURLE_COULDNT_RESOLVE_HOST: return "cannot resolve the name \(host)"
        case CURLE_COULDNT_CONNECT: return "cannot connect to \(host)\(shown)"
        case CURLE_OPERATION_TIMEDOUT:
            return "cannot connect to \(host) in time: a firewall may block the connection"
        default: return "no encrypted connection to \(host)\(shown)"
        }
    }

    private var untrusted: String {
        if code == CURLE_SSL_CACERT_BADFILE {
            return "cannot read the certificates in 'agrirouter.ca_file'\(shown)"
        }
        if tls.isNotYetValid {
            return "the certificate of \(host) is not yet valid: this machine's clock is probably behind; set it"
        }
        if tls.isExpired {
            return "the certificate of \(host) has expired: is this machine's clock ahead? Nothing was sent"
        }
        if tls.isOtherName { return "the certificate of \(host) is for another host\(shown): nothing was sent" }
        return
            "\(host) cannot prove that it belongs to agrirouter\(shown): nothing was sent. It may be intercepted; "
            + "for a simulator, set 'agrirouter.ca_file'"
    }

    /// libcurl's error text in parentheses, at most 200 characters. It is left out if this program ended the transfer,
    /// because it then names only libcurl's callback.
    private var shown: String {
        guard code != CURLE_ABORTED_BY_CALLBACK else { return "" }
        let printable = words.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }
        let line = printable.joined()
        return line.isEmpty ? "" : " (\(line.prefix(200)))"
    }
}
