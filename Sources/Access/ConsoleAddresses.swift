// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import NIOCore
internal import Synchronization

/// The addresses at which the web console is served.
package final class ConsoleAddresses: Sendable {
    private let listening = Mutex<[(host: String, port: UInt16)]>([])

    /// No address yet.
    package init() {}

    /// Sets the addresses once the server listens.
    package func listen(_ addresses: [(host: String, port: UInt16)]) { listening.withLock { $0 = addresses } }

    /// The URLs at which a code for this role can be used, loopback ones first.
    package func list(for role: ControlRole, _ policy: AccessPolicy) -> [String] {
        let all = listening.withLock { $0 }.flatMap { address in
            Self.hosts(address.host).map { (isLocal: Self.isLocal($0), text: Self.text($0, address.port)) }
        }
        let others = role < .admin || policy.isPlainAllowed ? all.filter { !$0.isLocal } : []
        return (all.filter(\.isLocal) + others).map(\.text)
    }

    private static func text(_ host: String, _ port: UInt16) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    }

    /// True for loopback hosts.
    private static func isLocal(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Replaces a wildcard address by all addresses of this machine.
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
