// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The addresses that this machine does not have yet, so that no server listens on them, by the name of the server.
final class MissingAddresses: Sendable {
    private let addresses = Mutex<[String: [String]]>([:])

    /// Records the addresses that a server lacks now; none if it has all.
    func set(_ missing: [String], of server: String) { addresses.withLock { $0[server] = missing } }

    /// The log message when all servers have started.
    var readyMessage: String {
        let names = addresses.withLock { $0 }.sorted { $0.key < $1.key }.flatMap { server, missing in
            missing.map { "\($0) (\(server))" }
        }
        guard !names.isEmpty else { return "start: ready, all servers are listening" }
        return "start: ready, but these addresses cannot be served yet: \(names.joined(separator: ", "))"
    }
}
