// SPDX-License-Identifier: Apache-2.0

/// The output of a simulated receiver, as `simulate --output` specifies it.
enum SimulationOutput: Equatable {
    case standard
    case file(String)
    /// A pseudo-terminal, and the path of a link to it.
    case terminal(link: String?, isUART: Bool)
    /// A loopback TCP port; 0 for any free port.
    case port(UInt16)

    /// Parses the text of the option; nil if it is invalid (see `problem`).
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

    /// Describes why a text is invalid, and the permitted form; nil if it is valid.
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

    /// Splits a text into its scheme and the part after the colon; the scheme is nil for a plain path and for `-`.
    private static func parts(_ text: String) -> (scheme: String?, rest: String?) {
        if ["pty", "uart", "tcp"].contains(text) { return (text, nil) }
        guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"), colon > text.startIndex else {
            return (nil, nil)
        }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
