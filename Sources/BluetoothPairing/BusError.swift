// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Why something over D-Bus did not work.
package enum BusError: Error, Hashable, CustomStringConvertible {
    /// There is no system bus, and why.
    case noBus(String)
    /// No service owns the name that was called.
    case nobody
    /// The bus, or who was called, does not let us.
    case denied(String)
    /// No answer in time.
    case timedOut
    /// Who was called answered with an error.
    case refused(name: String, message: String)
    /// The conversation broke down, and how.
    case broken(String)

    /// The failure of a call of sd-bus, which returns the negative number of an error.
    package init(errno code: Int32) {
        switch -code {
        case ETIMEDOUT: self = .timedOut
        case EACCES, EPERM: self = .denied(SystemError.text(of: -code))
        default: self = .broken("D-Bus: " + SystemError.text(of: abs(code)))
        }
    }

    /// The error that came as an answer.
    package init(name: String, message: String) {
        let prefix = "org.freedesktop.DBus.Error."
        switch name {
        case prefix + "ServiceUnknown", prefix + "NameHasNoOwner": self = .nobody
        case prefix + "AccessDenied", prefix + "AuthFailed": self = .denied(message)
        case prefix + "NoReply", prefix + "Timeout", prefix + "TimedOut": self = .timedOut
        default: self = .refused(name: name, message: message)
        }
    }

    package var description: String {
        switch self {
        case .noBus(let reason): "no system bus: \(reason)"
        case .nobody: "no service has that name on the system bus"
        case .denied(let reason): "not allowed: \(reason)"
        case .timedOut: "no answer over D-Bus in time"
        case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        case .broken(let reason): reason
        }
    }
}
