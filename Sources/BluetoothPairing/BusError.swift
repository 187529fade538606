// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The reason that a D-Bus operation failed.
package enum BusError: Error, Hashable, CustomStringConvertible {
    /// There is no system bus, for the given reason.
    case noBus(String)
    /// No service owns the name of the destination, or it has left the bus without an answer.
    case noService
    /// The bus or the service denies access.
    case denied(String)
    /// No answer arrived in time.
    case timedOut
    /// The service answered with an error.
    case refused(name: String, message: String)
    /// The connection failed, for the given reason.
    case broken(String)

    /// Converts the result of an sd-bus call, which is a negative error number.
    package init(errno code: Int32) {
        switch -code {
        case ETIMEDOUT: self = .timedOut
        case EACCES, EPERM: self = .denied(SystemError.text(of: -code))
        default: self = .broken("D-Bus: " + SystemError.text(of: abs(code)))
        }
    }

    /// Converts an error message.
    ///
    /// - Parameter isEarly: True if it came before the time limit: then a missing answer means that the service or the bus
    ///   has ended.
    package init(name: String, message: String, isEarly: Bool) {
        let prefix = "org.freedesktop.DBus.Error."
        switch name {
        case prefix + "NoReply" where isEarly, prefix + "Disconnected": self = .noService
        case prefix + "ServiceUnknown", prefix + "NameHasNoOwner": self = .noService
        case prefix + "AccessDenied", prefix + "AuthFailed": self = .denied(message)
        case prefix + "NoReply", prefix + "Timeout", prefix + "TimedOut": self = .timedOut
        default: self = .refused(name: name, message: message)
        }
    }

    package var description: String {
        switch self {
        case .noBus(let reason): "no system bus: \(reason)"
        case .noService: "no service has that name on the system bus"
        case .denied(let reason): "not allowed: \(reason)"
        case .timedOut: "no answer over D-Bus in time"
        case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        case .broken(let reason): reason
        }
    }
}
