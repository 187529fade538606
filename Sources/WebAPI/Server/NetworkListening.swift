// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What became of the TCP addresses of the control interface.
final class NetworkListening: Sendable {
    private struct State {
        var open: [NetworkAddress] = []
        /// Addresses that the server tries again and again.
        var awaited: Set<NetworkAddress> = []
        /// Addresses that this machine cannot get, with the error of each.
        var skipped: [(address: NetworkAddress, error: NetworkError)] = []
    }

    private let state = Mutex(State())

    /// The addresses that answer, with the actual ports.
    var open: [NetworkAddress] { state.withLock(\.open) }

    /// The addresses that this machine does not have yet, in the order of their texts.
    var missing: [NetworkAddress] { state.withLock(\.awaited).sorted { $0.description < $1.description } }

    /// The error of an address that was skipped although no other address of its kind (HTTP or HTTPS) is left; nil if
    /// there is none.
    var failure: NetworkError? {
        state.withLock { state in
            let left = state.open + state.awaited
            return state.skipped.first { skipped in
                !left.contains { $0.isEncrypted == skipped.address.isEncrypted }
            }?.error
        }
    }

    /// Notes that the server listens on an address.
    ///
    /// - Parameter actual: The address with the actual port.
    /// - Returns: True if this machine did not have the address at first.
    func listens(on address: NetworkAddress, actual: NetworkAddress) -> Bool {
        state.withLock { state in
            state.open.append(actual)
            return state.awaited.remove(address) != nil
        }
    }

    /// Notes an address that this machine does not have yet.
    ///
    /// - Returns: True the first time.
    func awaits(_ address: NetworkAddress) -> Bool { state.withLock { $0.awaited.insert(address).inserted } }

    /// True if this machine did not have the address when the server tried last, or another program used it then.
    func isAwaited(_ address: NetworkAddress) -> Bool { state.withLock { $0.awaited.contains(address) } }

    /// Notes an address that this machine cannot get.
    func skips(_ address: NetworkAddress, _ error: NetworkError) {
        state.withLock { $0.skipped.append((address, error)) }
    }
}
