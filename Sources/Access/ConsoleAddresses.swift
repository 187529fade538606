// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import NIOCore
internal import Synchronization

/// Where the web console is served.
package final class ConsoleAddresses: Sendable {
    private let listening = Mutex<[(host: String, port: UInt16)]>([])

    /// Nowhere.
    package init() {}

    /// From now on it is served there.
    package func listen(_ addresses: [(host: String, port: UInt16)]) { listening.withLock { $0 = addresses } }

    /// The addresses at which a code for this role can be used: those of this machine alone first.
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

    /// Whether only this machine reaches it.
    private static func isLocal(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// An address that stands for all of this machine, as all of them.
    private static func hosts(_ host: String) -> [String] {
        guard ["0.0.0.0", "::"].contains(host) else { return [host] }
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap(\.address).compactMap { own in
            guard let address = own.ipAddress else { return nil }
            // Of IPv6 only what needs no name of an interface.
            let isUsable = own.protocol == .inet || (host == "::" && !address.hasPrefix("fe80:"))
            return isUsable ? address : nil
        }
    }
}
