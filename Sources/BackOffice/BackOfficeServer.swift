// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// The address of a back office.
///
/// Passwords are sent there, so the connection is encrypted unless it stays on this machine.
public struct BackOfficeServer: Hashable, Sendable {
    /// The permitted form, for people.
    public static let form = "https://host/path, or http://localhost:port/path on this machine"

    /// The address, with its scheme and host in lower case and a slash at the end.
    public let address: String

    /// The reason why a text is not the address of a server; nil if it is one.
    @Sendable public static func problem(_ text: String) -> String? {
        guard let parts = Parts(text) else { return WebAddress.problem(text) ?? "is not an address" }
        if let problem = WebAddress.problem(parts.comparable) { return problem }
        // An address may contain a query where another server is meant, but the names of the calls follow this one.
        if text.utf8.contains(UInt8(ascii: "?")) { return "contains a query" }
        guard parts.scheme == "https" || parts.isOnThisMachine else {
            return "has no https, which is needed for every server on another machine"
        }
        return nil
    }

    /// Reads an address; nil if `problem` finds one. A missing slash at the end is added.
    public init?(_ text: String) {
        guard Self.problem(text) == nil, let parts = Parts(text) else { return nil }
        let whole = "\(parts.scheme)://\(parts.host)\(parts.rest)"
        address = whole.hasSuffix("/") ? whole : whole + "/"
    }

    /// The address of a call.
    ///
    /// - Parameter path: The place of the calls on the server.
    public func address(_ call: BackOfficeCall, at path: BackOfficePath) -> String { address + path.place(of: call) }
}

/// The parts of an address. The host may contain letters of other languages; they stay as they are.
private struct Parts {
    /// In lower case.
    let scheme: String
    /// The host with its port, in lower case.
    let host: String
    /// The path, with its first slash.
    let rest: String

    init?(_ text: String) {
        guard let end = text.firstRange(of: "://") else { return nil }
        // A slash ends the host also if a mark follows with which it makes up one character.
        let place = text[end.upperBound...].unicodeScalars
        let host = place.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        scheme = text[..<end.lowerBound].lowercased()
        self.host = String(host).lowercased()
        rest = String(place[host.endIndex...])
    }

    /// The address with "x" in place of each letter of the host that is not ASCII. What other characters mean in a host is for
    /// the programs that resolve its name: some of them become a slash or an "@".
    var comparable: String {
        let letters = host.unicodeScalars.map { $0.isLetterOutsideASCII ? "x" : Character($0) }
        return "\(scheme)://\(String(letters))\(rest)"
    }

    var isOnThisMachine: Bool {
        if host.hasPrefix("[") { return host.prefix { $0 != "]" } == "[::1" }
        let name = host.prefix { $0 != ":" }
        return name == "localhost" || isIPv4Loopback(name)
    }

    /// True for 127.0.0.0/8. A name such as `127.0.0.1.example` belongs to another machine, and a number with a leading zero
    /// is octal for some programs and part of a name for others.
    private func isIPv4Loopback(_ name: Substring) -> Bool {
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { number in
                let isDecimal = number.utf8.allSatisfy { (0x30...0x39).contains($0) }
                return isDecimal && UInt8(number) != nil && (number == "0" || !number.hasPrefix("0"))
            }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOutsideASCII: Bool {
        guard !isASCII else { return false }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
