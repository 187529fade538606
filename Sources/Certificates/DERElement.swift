// SPDX-License-Identifier: Apache-2.0

/// An element of DER (X.690): a tag and its content.
package struct DERElement: Hashable, Sendable {
    package var tag: UInt8
    package var content: [UInt8]

    /// Reads all elements of a text; nil if one is cut off or has a length of more than four bytes.
    package static func read(_ bytes: [UInt8]) -> [DERElement]? {
        var elements: [DERElement] = []
        var rest = bytes[...]
        while let tag = rest.popFirst() {
            guard let first = rest.popFirst() else { return nil }
            var length = Int(first)
            if first >= 0x80 {
                let count = Int(first & 0x7F)
                guard (1...4).contains(count), rest.count >= count else { return nil }
                length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(count)
            }
            guard rest.count >= length else { return nil }
            elements.append(DERElement(tag: tag, content: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return elements
    }

    /// The elements in its content; nil if the content does not consist of elements.
    package var children: [DERElement]? { Self.read(content) }
}

/// The parts of a certificate that only its owner needs (RFC 5280, section 4.1).
package struct CertificateParts: Hashable, Sendable {
    /// The first common name of the subject.
    package var commonName: String
    /// The names for which it may sign; nil if it states none.
    package var limits: NameLimits?
    /// The names and the addresses of 4 or 16 bytes in `subjectAltName`.
    package var names: [String] = []
    package var addresses: [[UInt8]] = []

    /// Reads a certificate in DER; nil if the bytes are not a certificate.
    package init?(_ certificate: [UInt8]) {
        guard let body = DERElement.read(certificate)?.first?.children?.first?.children, body.count >= 7,
            let subject = body[5].children
        else { return nil }
        let attributes = subject.compactMap { $0.children?.first?.children }
        let identifier = DERElement.read(DER.identifier("2.5.4.3"))?.first
        guard let name = attributes.first(where: { $0.count == 2 && $0[0] == identifier }) else { return nil }
        commonName = String(decoding: name[1].content, as: UTF8.self)
        let list: DERElement? = body.first { $0.tag == 0xA3 }?.children?.first
        for element in list?.children ?? [] {
            guard let parts = element.children, parts.count >= 2, let value = parts.last?.content else { continue }
            switch parts[0] {
            case DERElement.read(DER.identifier("2.5.29.30"))?.first: limits = NameLimits(encoded: value)
            case DERElement.read(DER.identifier("2.5.29.17"))?.first:
                let entries = DERElement.read(value)?.first?.children ?? []
                names = entries.filter { $0.tag == 0x82 }.map { String(decoding: $0.content, as: UTF8.self) }
                addresses = entries.filter { $0.tag == 0x87 }.map(\.content)
            default: break
            }
        }
    }
}
