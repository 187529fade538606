// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Settings

extension ConfigurationDocument {
    /// Reports an address in the section `listen` that another server, or the same one, is to listen on too, and a target
    /// to which sentences are sent twice.
    func checkAddresses(_ validator: inout SchemaValidator) {
        var earlier: [ListedAddress] = []
        if root.entry("listen")?.value.entry("gpsd")?.value.isNull ?? true {
            earlier = ListenConfiguration().gpsd.compactMap { ListedAddress("gpsd", "\($0)") }
        }
        for (place, key, node) in addressNodes {
            guard case .scalar(let text, _) = node.content, let address = ListedAddress(key, text, node.position) else {
                continue
            }
            if let other = earlier.last(where: address.collides) {
                validator.report(.notUnique, at: node.position, place, address.problem(with: other))
            }
            earlier.append(address)
        }
    }

    /// The addresses in the section `listen`, each with its place and the key of its server.
    private var addressNodes: [(place: String, key: String, node: ConfigurationNode)] {
        ["gpsd", "nmea", "http", "https"].flatMap { key -> [(place: String, key: String, node: ConfigurationNode)] in
            guard let value = root.entry("listen")?.value.entry(key)?.value else { return [] }
            guard case .list(let list) = value.content else { return [("listen.\(key)", key, value)] }
            return list.enumerated().map { ("listen.\(key)[\($0.offset)]", key, $0.element) }
        }
    }
}

/// An address that the section `listen` names, or the default of a server.
private struct ListedAddress {
    /// The key of the server below `listen`.
    let key: String
    let text: String
    let address: NMEAAddress
    /// Nil for a default.
    let position: TextPosition?

    /// Nil if the text is no address, or leaves the port to the system.
    init?(_ key: String, _ text: String, _ position: TextPosition? = nil) {
        guard let address = NMEAAddress(text), address.address.port != 0 else { return nil }
        (self.key, self.text, self.address, self.position) = (key, text, address, position)
    }

    /// Returns true if the kernel does not permit both addresses at the same time.
    func collides(with other: Self) -> Bool {
        if address == other.address { return true }
        guard address.transport == .tcp, other.address.transport == .tcp,
            address.address.port == other.address.address.port, let bytes, let others = other.bytes
        else { return false }
        if bytes.count == others.count { return bytes == others || isWildcard || other.isWildcard }
        return isForBothFamilies || other.isForBothFamilies
    }

    /// The problem for people.
    func problem(with other: Self) -> String {
        let name = text.quoted
        guard address == other.address, other.position != nil else {
            let place = other.position.map { " in line \($0.line)" } ?? ", the default"
            return
                "\(name) includes, or is part of, \(other.text.quoted) of listen.\(other.key)\(place): remove one of "
                + "them, or change a port"
        }
        return other.key == key ? "\(name) is listed twice" : "\(name) is already an address of listen.\(other.key)"
    }

    /// The bytes of a numeric address, 4 or 16; nil for a host name.
    private var bytes: [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let isIPv6 = address.address.host.contains(":")
        guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, address.address.host, &bytes) == 1 else { return nil }
        return Array(bytes.prefix(isIPv6 ? 16 : 4))
    }

    /// True for 0.0.0.0 and [::].
    private var isWildcard: Bool { bytes?.allSatisfy { $0 == 0 } ?? false }

    /// True for [::] of the HTTP servers, which then serve IPv4 too. The other servers keep IPv4 apart.
    private var isForBothFamilies: Bool { isWildcard && bytes?.count == 16 && (key == "http" || key == "https") }
}
