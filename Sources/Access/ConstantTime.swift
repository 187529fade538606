// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

/// Comparison of secrets.
package enum ConstantTime {
    /// Compares in a time that depends only on the lengths.
    package static func isEqual(_ a: String, _ b: String) -> Bool { isEqual(Array(a.utf8), Array(b.utf8)) }

    /// Compares in a time that depends only on the lengths.
    package static func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPFields {
    /// The value of a cookie (RFC 6265, section 5.4).
    package func cookie(_ name: String) -> String? {
        for field in self[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
                return String(parts[1])
            }
        }
        return nil
    }
}
