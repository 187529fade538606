// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Glibc

/// What has come of an answer, and what it comes to.
struct LinkAnswer {
    /// The most bytes of a body that are taken.
    static let limit = 32 * 1024 * 1024

    private let method: ServiceRequest.Method
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var fields: [String: String] = [:]

    init(_ method: ServiceRequest.Method) { self.method = method }

    /// Takes a line of the head. A further head starts again: that of an interim answer is none of the answer's.
    mutating func takeHead(_ line: UnsafeRawBufferPointer) {
        let text = String(decoding: line.prefix(1000), as: UTF8.self)
        if text.hasPrefix("HTTP/") { fields = [:] }
        guard let colon = text.utf8.firstIndex(of: 0x3A) else { return }
        let name = text[..<colon].lowercased()
        guard ["retry-after", "date", "content-type"].contains(name) else { return }
        let value = text.utf8[colon...].dropFirst().filter { $0 >= 0x20 }
        fields[name] = String(decoding: value.drop { $0 == 0x20 }, as: UTF8.self)
    }

    /// Takes a part of the body; false where it grows out of all measure.
    mutating func takeBody(_ part: UnsafeRawBufferPointer) -> Bool {
        guard body.count + part.count <= Self.limit else {
            isTooLarge = true
            return false
        }
        body += part
        return true
    }

    /// The reply, now that it is over.
    func reply(_ end: LinkEnd) -> ServiceReply {
        let isGood = (200..<300).contains(end.facts.status)
        if isTooLarge, isGood {
            let text = "the answer from \(end.host) exceeds \(Self.limit >> 20) MiB, which agrirouter's never does"
            return ServiceReply(.notAgrirouter, failure: text)
        }
        // The status says enough, also where the rest was cut off.
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

    /// A page for people. Where data are due they begin as JSON does.
    private var isStrange: Bool {
        if fields["content-type"]?.lowercased().hasPrefix("text/html") == true { return true }
        // A mark of the order of bytes may come first.
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        guard let first = text.first(where: { $0 > 0x20 }) else { return false }
        return method == .get ? ![0x5B, 0x7B].contains(first) : first == 0x3C
    }

    /// What it asks to wait; a date is compared with that of the answer, for this machine's clock may be wrong.
    private var retryAfter: Duration? {
        guard let text = fields["retry-after"] else { return nil }
        let date = fields["date"].flatMap { RetryAfter.wait($0, at: UTCTime(nanosecondsSince1970: 0)) }
        let now = date ?? .seconds(Int64(time(nil)))
        return RetryAfter.wait(text, at: UTCTime(nanosecondsSince1970: now.components.seconds &* 1_000_000_000))
    }
}
