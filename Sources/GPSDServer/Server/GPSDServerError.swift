// SPDX-License-Identifier: Apache-2.0

/// The reason why the server cannot listen.
public enum GPSDServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program, most likely gpsd itself, already listens on the address.
    case addressInUse(ListenAddress)
    /// The system does not permit listening on the address (a port below 1024, or a security policy).
    case notPermitted(ListenAddress)
    /// None of the addresses exists on this machine.
    case noAddressAvailable([ListenAddress])
    /// Any other error, with the system's reason.
    case cannotListen(ListenAddress, reason: String)

    /// The explanation for people.
    public var description: String {
        switch self {
        case .addressInUse(let address):
            "gpsd server: \(address) is in use by another program; stop it (systemctl stop gpsd.socket gpsd), or "
                + "choose another address in listen.gpsd"
        case .notPermitted(let address):
            "gpsd server: not allowed to listen on \(address); choose a port from 1024 on in listen.gpsd"
        case .noAddressAvailable(let addresses):
            "gpsd server: this machine has none of the addresses "
                + addresses.map(\.description).joined(separator: ", ") + "; correct listen.gpsd"
        case .cannotListen(let address, let reason):
            "gpsd server: cannot listen on \(address): \(reason)"
        }
    }
}
