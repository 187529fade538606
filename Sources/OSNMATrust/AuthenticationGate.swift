// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
package import GNSSTypes
internal import Synchronization

/// The conditions for a position to count as authenticated, for all parts of the daemon; a reload may change them.
package final class AuthenticationGate: Sendable {
    /// Protects the requirement in effect, which a reload replaces.
    private let holding: Mutex<OSNMARequirement>

    /// Creates the gate with the settings of the start.
    package init(_ settings: OSNMASettings) { holding = Mutex(OSNMARequirement(settings)) }

    /// The requirement in effect.
    package var requirement: OSNMARequirement { holding.withLock { $0 } }

    /// Applies changed settings.
    package func apply(_ settings: OSNMASettings) { holding.withLock { $0 = OSNMARequirement(settings) } }
}

extension OSNMARequirement {
    /// The configured requirement.
    fileprivate init(_ settings: OSNMASettings) {
        self.init(
            isRequired: settings.isRequired, satellites: settings.requiredSatellites,
            allowsRecordings: settings.acceptsRecordings)
    }
}
