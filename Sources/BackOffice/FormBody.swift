// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The body of a request: `application/x-www-form-urlencoded`, with every byte encoded that is not unreserved (RFC 3986,
/// section 2.3). The servers then read exactly the same bytes: without this, a `&` in a note ends the field.
struct FormBody {
    private(set) var bytes: [UInt8] = []

    /// Adds a field; one without a value is left out.
    ///
    /// - Parameter name: Letters, digits and `_`.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(value.utf8)
    }

    /// Begins a field whose value `append` writes.
    mutating func begin(_ name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "="))
    }

    /// Appends a part of a field's value.
    mutating func append(_ value: some Collection<UInt8>) {
        bytes.reserveCapacity(bytes.count + value.count)
        for byte in value {
            if Self.isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(Hexadecimal.digit(byte >> 4))
                bytes.append(Hexadecimal.digit(byte))
            }
        }
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
