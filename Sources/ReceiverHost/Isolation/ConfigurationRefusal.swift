// SPDX-License-Identifier: Apache-2.0

/// The reason why a driver refuses its section `config`. The contract has only text for it; by convention the text
/// begins with the key that the driver refuses (`config.baud: …`), so that the host can name the key's place in the
/// configuration file.
package struct ConfigurationRefusal: Hashable, Sendable {
    /// The refused key below `config`, such as `baud`; nil if the driver names none.
    package let key: String?
    /// The reason without the key.
    package let reason: String

    /// Reads a driver's text.
    init(_ words: String) {
        let prefix = "config."
        guard words.hasPrefix(prefix), let colon = words.firstIndex(of: ":") else {
            (key, reason) = (nil, words)
            return
        }
        key = String(words[..<colon].dropFirst(prefix.count))
        let rest = words[words.index(after: colon)...]
        reason = String(rest.first == " " ? rest.dropFirst() : rest)
    }
}
