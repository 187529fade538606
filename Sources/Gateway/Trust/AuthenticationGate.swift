// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import GNSSTypes
internal import Synchronization

/// What an authenticated position is now, for all parts of the daemon that ask: the configuration may be read again.
final class AuthenticationGate: Sendable {
    /// Protects the requirement that applies, which a reload replaces.
    private let holding: Mutex<OSNMARequirement>

    init(_ settings: OSNMASettings) { holding = Mutex(OSNMARequirement(settings)) }

    /// What holds now.
    var requirement: OSNMARequirement { holding.withLock { $0 } }

    /// Goes on by other settings.
    func apply(_ settings: OSNMASettings) { holding.withLock { $0 = OSNMARequirement(settings) } }
}

extension OSNMARequirement {
    /// What the configuration asks for.
    fileprivate init(_ settings: OSNMASettings) {
        self.init(
            isRequired: settings.isRequired, satellites: settings.requiredSatellites,
            allowsRecordings: settings.acceptsRecordings)
    }
}
