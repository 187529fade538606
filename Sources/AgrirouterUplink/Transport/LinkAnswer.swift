// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Glibc

/// The part of an answer that has arrived, and its interpretation.
struct LinkAnswer {
    /// The largest body in bytes that is accepted.
    static let limit = 32 * 1024 * 1024

    private let method: ServiceRequest.Method
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var fields: [String: String] = [:]

    init(_ method: ServiceRequest.Method) { self.method = method }

    /// Processes a header line. A new status line discards earlier headers, because those belong to an interim answer.
    mutating func takeHead(_ line: UnsafeRawBufferPointer) {
        let text = String(decoding: line.prefix(1000), as: UTF8.self)
        if text.hasPrefix("HTTP/") { fields = [:] }
        guard let colon = text.utf8.firstIndex(of: 0x3A) else { return }
        let name = text[..<colon].lowercased()
        guard ["retry-after", "date", "content-type"].contains(name) else { return }
        let value = text.utf8[colon...].dropFirst().filter { $0 >= 0x20 }
        fields[name] = String(decoding: value.drop { $0 == 0x20 }, as: UTF8.self)
    }

    /// Adds a part of the body; returns false if the body exceeds the limit.
    mutating func takeBody(_ part: UnsafeRawBufferPointer) -> Bool {
        guard body.count + part.count <= Self.limit else {
            isTooLarge = true
            return false
        }
        body += part
        return true
    }

    /// The reply at the end of the transfer.
    func reply(_ end: LinkEnd) -> ServiceReply {
        let isGood = (200..<300).contains(end.facts.status)
        if isTooLarge, isGood {
            let text = "the answer from \(end.host) exceeds \(Self.limit >> 20) MiB, which agrirouter's never does"
            return ServiceReply(.notAgrirouter, failure: text)
        }
        // An error status is sufficient, even if the rest of the answer was cut off.
        guard end.isAnswer || end.facts.status >= 300 else {
            return ServiceReply(end.exchange, body: body, failure: end.description)
        }
        if isGood, isStrange {
            return ServiceReply(
                .notAgrirouter, body: body,
                failure:
                    "\(end.host) answers with a web page instead of agrirouter's data: does this network require "
                    + "a login?")
        }
        return ServiceReply(.answered(status: end.facts.status, retryAfter: retryAfter), body: body)
    }

    /// True if the answer is a web page, or does not begin like JSON although data are expected.
    private var isStrange: Bool {
        if fields["content-type"]?.lowercased().hasPrefix("text/html") == true { return true }
        // A byte order mark may come first.
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        guard let first = text.first(where: { $0 > 0x20 }) else { return false }
        return method == .get ? ![0x5B, 0x7B].contains(first) : first == 0x3C
    }

    /// The delay from `Retry-After`. A date is compared with the answer's own date, because this machine's clock may be
    /// wrong.
    private var retryAfter: Duration? {
        guard let text = fields["retry-after"] else { return nil }
        let date = fields["date"].flatMap { RetryAfter.wait($0, at: UTCTime(nanosecondsSince1970: 0)) }
        let now = date ?? .seconds(Int64(time(nil)))
        return RetryAfter.wait(text, at: UTCTime(nanosecondsSince1970: now.components.seconds &* 1_000_000_000))
    }
}
