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
        var publication = Publication.none
    }

    private enum Publication {
        case none, running
        /// The addresses have changed since it began.
        case outdated
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

    /// Publishes the addresses after a change. One publication runs at a time, so that none overtakes a newer one: if one
    /// is running already, it is repeated with the change.
    ///
    /// - Parameter body: Publishes the addresses that answer, and those that this machine does not have yet.
    func publish(_ body: (_ open: [NetworkAddress], _ missing: [NetworkAddress]) async -> Void) async {
        guard beginsPublication() else { return }
        repeat { await body(open, missing) } while repeatsPublication()
    }

    /// Returns true if no publication runs; otherwise, the running one will be repeated.
    private func beginsPublication() -> Bool {
        state.withLock { state in
            defer { state.publication = state.publication == .none ? .running : .outdated }
            return state.publication == .none
        }
    }

    /// Returns true if the addresses have changed since the running publication began; otherwise, it has ended.
    private func repeatsPublication() -> Bool {
        state.withLock { state in
            defer { state.publication = state.publication == .outdated ? .running : .none }
            return state.publication == .outdated
        }
    }

    /// Notes an address that this machine cannot get.
    func skips(_ address: NetworkAddress, _ error: NetworkError) {
        state.withLock { $0.skipped.append((address, error)) }
    }
}
