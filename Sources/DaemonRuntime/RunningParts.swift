// SPDX-License-Identifier: Apache-2.0

package import ServiceLifecycle
internal import Synchronization

/// The parts of the daemon that run at the moment, by name.
package final class RunningParts: Sendable {
    /// Protects how often a part of each name runs; parts begin and end in tasks of their own.
    private let counts = Mutex<[String: Int]>([:])

    package init() {}

    /// Their names in alphabetical order.
    package var names: [String] { counts.withLock { $0.keys.sorted() } }

    /// A part runs.
    func began(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    /// A part has ended.
    package func ended(_ name: String) {
        counts.withLock { counts in
            let count = counts[name] ?? 0
            counts[name] = count > 1 ? count - 1 : nil
        }
    }

    /// A service that is among them while it runs.
    package func named(_ name: String, _ service: any Service) -> NamedPart {
        NamedPart(name: name, service: service, parts: self)
    }
}

/// A part of the daemon with a name for people.
package struct NamedPart: Service, CustomStringConvertible {
    package let name: String
    package let service: any Service
    package let parts: RunningParts

    package var description: String { name }

    /// Runs the service and keeps its name in `parts` until it returns or throws.
    ///
    /// - Throws: the service's error.
    package func run() async throws {
        parts.began(name)
        defer { parts.ended(name) }
        try await service.run()
    }
}
