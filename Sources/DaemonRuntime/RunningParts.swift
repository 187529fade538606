// SPDX-License-Identifier: Apache-2.0

package import ServiceLifecycle
internal import Synchronization

/// The currently running parts of the daemon, by name.
package final class RunningParts: Sendable {
    /// Protects the number of running parts by name, because parts start and end in different tasks.
    private let counts = Mutex<[String: Int]>([:])

    package init() {}

    /// The names in alphabetical order.
    package var names: [String] { counts.withLock { $0.keys.sorted() } }

    /// Records that a part has started.
    func began(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    /// Records that a part has ended.
    package func ended(_ name: String) {
        counts.withLock { counts in
            let count = counts[name] ?? 0
            counts[name] = count > 1 ? count - 1 : nil
        }
    }

    /// Wraps a service so that it is listed while it runs.
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

    /// Runs the service, and lists its name in `parts` until it returns or throws.
    ///
    /// - Throws: The service's error.
    package func run() async throws {
        parts.began(name)
        defer { parts.ended(name) }
        try await service.run()
    }
}
