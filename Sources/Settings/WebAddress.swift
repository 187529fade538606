// SPDX-License-Identifier: Apache-2.0

/// The form of an address of a server on the web.
public enum WebAddress {
    /// The permitted form, for people.
    public static let form = "https://host/path, or http://host/path"

    /// The reason why a text is not an http or https address without a password; nil if it is one.
    @Sendable public static func problem(_ text: String) -> String? {
        guard let end = text.firstRange(of: "://"), ["https", "http"].contains(text[..<end.lowerBound]) else {
            return "is neither an https nor an http address"
        }
        let isPrintable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) }
        let host = text[end.upperBound...].prefix { !"/?".contains($0) }
        guard isPrintable, text.utf8.count <= 2000, !host.isEmpty, host.first != ":" else {
            return "is not an address"
        }
        return host.contains("@") ? "contains a user name or password" : nil
    }
}
