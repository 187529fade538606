// SPDX-License-Identifier: Apache-2.0

internal import ServiceLifecycle
internal import Synchronization

/// The parts of the daemon that run at the moment, by name.
final class RunningParts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Their names in alphabetical order.
    var names: [String] { counts.withLock { $0.keys.sorted() } }

    /// A part runs.
    func began(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    /// A part has ended.
    func ended(_ name: String) {
        counts.withLock { counts in
            let count = counts[name] ?? 0
            counts[name] = count > 1 ? count - 1 : nil
        }
    }

    /// A service that is among them while it runs.
    func named(_ name: String, _ service: any Service) -> NamedPart {
        NamedPart(name: name, service: service, parts: self)
    }
}

/// A part of the daemon with a name for people.
struct NamedPart: Service, CustomStringConvertible {
    let name: String
    let service: any Service
    let parts: RunningParts

    var description: String { name }

    func run() async throws {
        parts.began(name)
        defer { parts.ended(name) }
        try await service.run()
    }
}
