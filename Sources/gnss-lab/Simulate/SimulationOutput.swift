// SPDX-License-Identifier: Apache-2.0

/// Where a simulated receiver sends, as `simulate --output` names it.
enum SimulationOutput: Equatable {
    case standard
    case file(String)
    /// A pseudo-terminal, with a link to it.
    case terminal(link: String?, isUART: Bool)
    /// A port on loopback; 0: any that is free.
    case port(UInt16)

    /// Nil where the text names none of them; `problem` says why.
    init?(_ text: String) {
        guard Self.problem(text) == nil else { return nil }
        let (scheme, rest) = Self.parts(text)
        switch scheme {
        case "pty"?, "uart"?: self = .terminal(link: rest, isUART: scheme == "uart")
        case "tcp"?: self = .port(rest.flatMap { UInt16($0) } ?? 0)
        case "file"?: self = rest.map { .file($0) } ?? .file(text)
        default: self = text == "-" ? .standard : .file(text)
        }
    }

    /// What is wrong with a text, and what to write; nil where nothing is.
    static func problem(_ text: String) -> String? {
        let (scheme, rest) = parts(text)
        switch scheme {
        case nil: return text.isEmpty ? "is empty; \(allowed)" : nil
        case "pty"?, "uart"?, "file"?:
            return rest == "" ? "needs a path after the colon; \(allowed)" : nil
        case "tcp"?:
            return rest == nil || rest.flatMap { UInt16($0) } != nil
                ? nil : "needs a port from 0 to 65535, as in tcp:5000; the port is always on 127.0.0.1"
        case let scheme?:
            return "'\(scheme):' is an unknown kind of output; \(allowed)"
        }
    }

    private static let allowed =
        "give a file, file:PATH, -, pty, pty:LINK, uart, uart:LINK or tcp:PORT (./ before a file with a colon in its name)"

    /// The scheme and what follows its colon; no scheme for a file and for `-`.
    private static func parts(_ text: String) -> (scheme: String?, rest: String?) {
        if ["pty", "uart", "tcp"].contains(text) { return (text, nil) }
        guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"), colon > text.startIndex else {
            return (nil, nil)
        }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
