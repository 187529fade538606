// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// The listener at which a request arrives.
enum DoorKind: String, CaseIterable, Sendable {
    /// The back office.
    case office
    /// The interface for tests.
    case admin
    /// Another host, to which a redirection leads. It answers nothing useful, and its requests are recorded.
    case elsewhere
}

/// The head of a request.
struct RequestHead: Sendable {
    var door: DoorKind
    var method: String
    /// The path without its leading slash and without the query.
    var path: String
    var headers: [(String, String)]

    /// The values of a header joined by commas; nil if the header is missing.
    func header(_ name: String) -> String? {
        let values = headers.filter { $0.0.lowercased() == name }.map(\.1)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// True if the client accepts JSON by name, as Laravel requires it of programs.
    var acceptsJSON: Bool { header("accept")?.contains("application/json") == true }

    /// The token of a client; nil without one.
    var token: String? {
        guard let value = header("authorization"), value.hasPrefix("Bearer ") else { return nil }
        return String(value.dropFirst("Bearer ".count))
    }
}

/// A complete request.
struct OfficeRequest: Sendable {
    var head: RequestHead
    var body: [UInt8]
    /// The size of the body as it arrived. A body above the limit is not kept.
    var size: Int
}

/// An answer, and the way in which it is sent.
struct OfficeAnswer: Sendable {
    /// The end of an answer.
    enum Ending: Hashable, Sendable {
        case whole
        /// The connection closes after this many bytes of the body; at 0 without any answer.
        case cut(Int)
        /// The body never ends.
        case endless
        /// Nothing is sent, and the connection stays open.
        case never
    }

    var status: Int
    var headers: [(String, String)]
    var body: [UInt8]
    /// The time before the first byte, in seconds.
    var delay = 0.0
    var ending = Ending.whole

    init(_ status: Int, _ headers: [(String, String)], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    init(_ status: Int, json: JSONValue) {
        self.init(status, [("Content-Type", "application/json")], body: json.phpText)
    }

    init(_ status: Int, html text: String) {
        let page = "<!DOCTYPE html>\n<html><head><title>\(text)</title></head><body><h1>\(text)</h1></body></html>\n"
        self.init(status, [("Content-Type", "text/html; charset=UTF-8")], body: Array(page.utf8))
    }
}

extension JSONValue {
    /// A whole number; null for nil.
    init(whole number: Int?) { self = number.map { JSONValue($0) } ?? .null }

    /// The text as PHP writes it: slashes and all characters beyond ASCII are escaped.
    var phpText: [UInt8] {
        var bytes: [UInt8] = []
        for unit in description.utf16 {
            switch unit {
            case 0x2F: bytes += [0x5C, 0x2F]
            case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: unit))
            default:
                let digits = String(unit, radix: 16)
                bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            }
        }
        return bytes
    }
}
