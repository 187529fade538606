// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import NIOCore
internal import Synchronization

/// The addresses at which the web console is served.
package final class ConsoleAddresses: Sendable {
    private let listening = Mutex<[Served]>([])

    /// An address that serves the console.
    package struct Served: Sendable {
        let host: String
        let port: UInt16
        let isEncrypted: Bool

        package init(host: String, port: UInt16, isEncrypted: Bool) {
            (self.host, self.port, self.isEncrypted) = (host, port, isEncrypted)
        }
    }

    /// Creates an empty list; the server adds its addresses once it listens.
    package init() {}

    /// Sets the addresses once the server listens.
    package func listen(_ addresses: [Served]) { listening.withLock { $0 = addresses } }

    /// The URLs at which a code for this role can be used: loopback ones first, then encrypted ones.
    package func list(for role: ControlRole, _ policy: AccessPolicy) -> [String] {
        let all = listening.withLock { $0 }.flatMap { address in
            Self.hosts(address.host).map { (host: $0, isEncrypted: address.isEncrypted, text: Self.text($0, address)) }
        }
        let local = all.filter { Self.isLocal($0.host) }
        let others = all.filter { !Self.isLocal($0.host) }
        let plain = role < .admin || policy.isPlainAllowed ? others.filter { !$0.isEncrypted } : []
        // Plain HTTP on this machine needs no certificate.
        return (local.filter { !$0.isEncrypted } + local.filter(\.isEncrypted) + others.filter(\.isEncrypted) + plain)
            .map(\.text)
    }

    private static func text(_ host: String, _ address: Served) -> String {
        "\(address.isEncrypted ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(address.port)/"
    }

    /// True for loopback hosts.
    private static func isLocal(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Replaces a wildcard address with all addresses of this machine.
    private static func hosts(_ host: String) -> [String] {
        guard ["0.0.0.0", "::"].contains(host) else { return [host] }
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap(\.address).compactMap { own in
            guard let address = own.ipAddress else { return nil }
            // Link-local IPv6 addresses would need the name of an interface.
            let isUsable = own.protocol == .inet || (host == "::" && !address.hasPrefix("fe80:"))
            return isUsable ? address : nil
        }
    }
}
