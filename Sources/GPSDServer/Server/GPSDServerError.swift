// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission
public import SystemSupport

/// The server cannot listen.
public struct GPSDServerError: ProgramError, Hashable {
    /// The address; several if this machine has none of them.
    public let addresses: [ListenAddress]
    public let reason: ListenReason

    init(_ addresses: [ListenAddress], _ reason: ListenReason) { (self.addresses, self.reason) = (addresses, reason) }

    /// The explanation for people.
    public var description: String {
        let names = addresses.map(\.description).joined(separator: ", ")
        return switch reason {
        case .inUse:
            "gpsd server: \(names) is in use by another program; stop it (systemctl stop gpsd.socket gpsd), or "
                + "choose another address in listen.gpsd"
        case .notPermitted:
            "gpsd server: not allowed to listen on \(names); choose a port from 1024 on in listen.gpsd"
        case .noSuchAddress: "gpsd server: this machine has none of the addresses \(names); correct listen.gpsd"
        case .other(let reason): "gpsd server: cannot listen on \(names): \(reason)"
        }
    }

    public var exitStatus: ExitStatus { reason.exitStatus }
}
