// SPDX-License-Identifier: Apache-2.0

/// Why a caster gives no corrections. The text says what to do.
public struct CasterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, in the word of the control interface.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The caster's name is not known.
        case hostUnknown = "host_unknown"
        /// No program listens there.
        case refused
        /// No answer, or no way to it.
        case unreachable
        /// The connection could not be encrypted, or the certificate is not to be trusted.
        case tls
        /// User or password are wrong, or missing.
        case wrongPassword = "wrong_password"
        /// The user may not have this stream, or may not connect now.
        case forbidden
        /// The caster has no such mount point.
        case mountpointGone = "mountpoint_gone"
        /// The caster has the mount point, and no data for it now.
        case noData = "no_data"
        /// The caster says that it is overloaded, out of order, or that this user is connected too often.
        case busy
        /// The stream fell silent.
        case stalled
        /// The caster ended the connection.
        case closed
        /// A web page came instead of corrections.
        case html
        /// Bytes came that are no RTCM 3.
        case notRTCM = "not_rtcm"
        /// An answer that no caster gives.
        case notCaster = "not_caster"
        /// The password could not be read here.
        case login

        /// Whether a person has to put something right.
        public var isLasting: Bool {
            switch self {
            case .hostUnknown, .refused, .unreachable, .noData, .busy, .stalled, .closed: false
            case .tls, .wrongPassword, .forbidden, .mountpointGone, .html, .notRTCM, .notCaster, .login: true
            }
        }
    }

    public var cause: Cause
    /// What happened and what to do, for people.
    public var description: String
    /// The caster asks not to be asked before so long.
    public var wait: Duration?

    public init(_ cause: Cause, _ text: String, wait: Duration? = nil) {
        (self.cause, self.description, self.wait) = (cause, text, wait)
    }
}
