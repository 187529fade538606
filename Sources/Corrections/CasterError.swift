// SPDX-License-Identifier: Apache-2.0

/// The reason that a caster supplies no corrections. The text includes the remedy.
public struct CasterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, with the code of the control interface.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The caster's name cannot be resolved.
        case hostUnknown = "host_unknown"
        /// No program listens at the address.
        case refused
        /// The caster does not answer or cannot be reached.
        case unreachable
        /// The connection could not be encrypted, or the certificate is not trusted.
        case tls
        /// The user or password is wrong or missing.
        case wrongPassword = "wrong_password"
        /// The user may not use this stream, or may not connect now.
        case forbidden
        /// The caster does not have the mount point.
        case mountpointGone = "mountpoint_gone"
        /// The caster has the mount point but currently no data for it.
        case noData = "no_data"
        /// The caster is overloaded or out of order, or the user has too many connections.
        case busy
        /// The stream stopped.
        case stalled
        /// The caster closed the connection.
        case closed
        /// The caster sent a web page.
        case html
        /// The received bytes are not RTCM 3.
        case notRTCM = "not_rtcm"
        /// The answer is not that of a caster.
        case notCaster = "not_caster"
        /// The password could not be read on this machine.
        case login

        /// True if a person must correct something.
        public var isLasting: Bool {
            switch self {
            case .hostUnknown, .refused, .unreachable, .noData, .busy, .stalled, .closed: false
            case .tls, .wrongPassword, .forbidden, .mountpointGone, .html, .notRTCM, .notCaster, .login: true
            }
        }
    }

    public var cause: Cause
    /// The problem and its remedy, for people.
    public var description: String
    /// The delay that the caster requests before the next attempt.
    public var wait: Duration?

    public init(_ cause: Cause, _ text: String, wait: Duration? = nil) {
        (self.cause, self.description, self.wait) = (cause, text, wait)
    }
}
