// SPDX-License-Identifier: Apache-2.0

package import Certificates
internal import Glibc
internal import SystemSupport

/// The names and addresses for which a server certificate is valid.
package struct CertificateSubjects: Hashable, Sendable {
    /// Host names in lower case, sorted.
    package var names: [String]
    /// IPv4 and IPv6 addresses of 4 and 16 bytes, sorted.
    package var addresses: [[UInt8]]

    package init(names: some Sequence<String>, addresses: some Sequence<[UInt8]>) {
        self.names = Set(names.map { $0.lowercased() }).sorted()
        self.addresses = Set(addresses).sorted {
            $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
        }
    }

    /// The sources of the names and addresses by which a gateway can be reached.
    package struct Surroundings: Hashable, Sendable {
        /// The machine's host name; empty if it has none.
        package var host: String
        /// The hosts of `listen.https`.
        package var served: [String]
        /// The entries of `listen.names`: host names, and addresses that are translated to one of this machine's.
        package var names: [String]
        /// The addresses of this machine's interfaces.
        package var machine: [[UInt8]]

        package init(host: String, served: [String], names: [String], machine: [[UInt8]]) {
            (self.host, self.served, self.names, self.machine) = (host, served, names, machine)
        }
    }

    /// The names and addresses under which clients may reach the gateway: `localhost` and both loopback addresses, the
    /// machine's own names, the configured names, and the addresses on which it serves. A wildcard, or a name whose
    /// address may change, stands for all addresses of the machine. Link-local IPv6 addresses are left out, because
    /// browsers do not open them, and so is the first label of a host name with a domain: an authority whose limits
    /// contain `gw` may sign everything under `.gw`.
    package init(_ surroundings: Surroundings) {
        var names = ["localhost"]
        var addresses: [[UInt8]] = [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]]
        if Self.isHostName(surroundings.host) {
            let own = Self.names(ofHost: surroundings.host)
            names += surroundings.host.contains(".") ? own.filter { $0.contains(".") } : own
        }
        var servesAll = false
        for (host, isServed) in surroundings.served.map({ ($0, true) }) + surroundings.names.map({ ($0, false) }) {
            guard let address = Self.address(host) else {
                if Self.isHostName(host) { names.append(host) }
                servesAll = servesAll || isServed
                continue
            }
            if address.allSatisfy({ $0 == 0 }) { servesAll = true } else { addresses.append(address) }
        }
        if servesAll {
            addresses += surroundings.machine.filter { !($0.count == 16 && $0[0] == 0xFE && $0[1] & 0xC0 == 0x80) }
        }
        self.init(names: names, addresses: addresses)
    }

    /// The names of a machine in lower case: the host name, its first label, and that label in `.local`, which multicast
    /// DNS answers. Empty without a host name.
    package static func names(ofHost host: String) -> [String] {
        let host = host.lowercased()
        let label = String(host.prefix { $0 != "." })
        return label.isEmpty ? [] : [host, label, label + ".local"]
    }

    /// Splits off the names that an authority with these limits must not sign.
    package func within(_ limits: NameLimits?) -> (allowed: CertificateSubjects, refused: [String]) {
        guard let limits else { return (self, []) }
        let refused =
            names.filter { !limits.permits(name: $0) }
            + addresses.filter { !limits.permits(address: $0) }.map(Self.text)
        return (
            CertificateSubjects(
                names: names.filter(limits.permits(name:)), addresses: addresses.filter(limits.permits(address:))),
            refused
        )
    }

    /// The bytes of an address in text, an IPv4-mapped one as IPv4; nil if the text is not an address.
    package static func address(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? Array(bytes[12...]) : bytes
    }

    /// The text of an address of 4 or 16 bytes.
    package static func text(_ address: [UInt8]) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let family = address.count == 4 ? AF_INET : AF_INET6
        guard [4, 16].contains(address.count), inet_ntop(family, address, &buffer, socklen_t(buffer.count)) != nil
        else {
            return ""
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// True for letters, digits, hyphens and dots, as certificates require (RFC 5280, section 4.2.1.6).
    private static func isHostName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.utf8.first != 45 && label.utf8.last != 45
                    && label.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 45 }
            }
    }
}

extension CertificateSubjects.Surroundings {
    /// The current host name and addresses of this machine.
    package static func now(served: [String], names: [String]) -> Self {
        Self(host: MachineName.current, served: served, names: names, machine: interfaceAddresses)
    }

    private static var interfaceAddresses: [[UInt8]] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        // The list and everything in it are valid until `freeifaddrs`.
        defer { freeifaddrs(list) }
        var addresses: [[UInt8]] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                    withUnsafeBytes(of: pointer.pointee.sin_addr) { addresses.append(Array($0)) }
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                    withUnsafeBytes(of: pointer.pointee.sin6_addr) { addresses.append(Array($0)) }
                }
            default: break
            }
        }
        return addresses
    }
}
