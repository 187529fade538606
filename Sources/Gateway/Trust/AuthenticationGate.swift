// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import GNSSTypes
internal import Synchronization

/// The conditions for a position to count as authenticated, for all parts of the daemon; a reload may change them.
final class AuthenticationGate: Sendable {
    /// Protects the requirement in effect, which a reload replaces.
    private let holding: Mutex<OSNMARequirement>

    init(_ settings: OSNMASettings) { holding = Mutex(OSNMARequirement(settings)) }

    /// The requirement in effect.
    var requirement: OSNMARequirement { holding.withLock { $0 } }

    /// Applies changed settings.
    func apply(_ settings: OSNMASettings) { holding.withLock { $0 = OSNMARequirement(settings) } }
}

extension OSNMARequirement {
    /// The configured requirement.
    fileprivate init(_ settings: OSNMASettings) {
        self.init(
            isRequired: settings.isRequired, satellites: settings.requiredSatellites,
            allowsRecordings: settings.acceptsRecordings)
    }
}
