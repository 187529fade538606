// SPDX-License-Identifier: Apache-2.0

/// The names and addresses for which an authority may sign certificates (RFC 5280, section 4.2.1.10).
package struct NameLimits: Hashable, Sendable {
    /// A block of addresses that begin with the same bits.
    package struct Network: Hashable, Sendable {
        /// The first address: 4 or 16 bytes.
        package var address: [UInt8]
        /// The mask, as many bytes as the address.
        package var mask: [UInt8]

        /// - Parameter bits: The number of bits that count, 0...32 or 0...128.
        package init(_ address: [UInt8], bits: Int) {
            mask = address.indices.map { index in
                let count = min(max(bits - index * 8, 0), 8)
                return UInt8(truncatingIfNeeded: 0xFF00 >> count)
            }
            self.address = zip(address, mask).map { $0 & $1 }
        }

        fileprivate init(encoded: [UInt8]) {
            (address, mask) = (Array(encoded.prefix(encoded.count / 2)), Array(encoded.suffix(encoded.count / 2)))
        }

        fileprivate func contains(_ other: [UInt8]) -> Bool {
            other.count == address.count && zip(other, mask).map { $0 & $1 } == address
        }
    }

    /// Names, each of which includes all names that end with it: `local` permits `gateway.local`.
    package var names: [String]
    package var networks: [Network]

    package init(names: [String], networks: [Network]) { (self.names, self.networks) = (names, networks) }

    /// True if the authority may sign a certificate with this name.
    package func permits(name: String) -> Bool { names.contains { name == $0 || name.hasSuffix("." + $0) } }

    /// True if the authority may sign a certificate with this address of 4 or 16 bytes.
    package func permits(address: [UInt8]) -> Bool { networks.contains { $0.contains(address) } }

    /// The content of the extension `nameConstraints`.
    var encoded: [UInt8] {
        let entries =
            names.map { DER.element(0x82, Array($0.utf8)) } + networks.map { DER.element(0x87, $0.address + $0.mask) }
        return DER.sequence(DER.element(0xA0, entries.flatMap { DER.sequence($0) }))
    }

    /// Reads the content of the extension; nil if it is not DER. Entries of other kinds are left out.
    init?(encoded: [UInt8]) {
        guard let outer = DERElement.read(encoded)?.first, outer.tag == 0x30,
            let permitted = outer.children?.first(where: { $0.tag == 0xA0 }), let subtrees = permitted.children
        else { return nil }
        let bases = subtrees.compactMap { $0.children?.first }
        names = bases.filter { $0.tag == 0x82 }.map { String(decoding: $0.content, as: UTF8.self) }
        networks = bases.filter { $0.tag == 0x87 && [8, 32].contains($0.content.count) }.map {
            Network(encoded: $0.content)
        }
    }
}
