// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences about corrections. Those about failures are short; the report's English reason has the details.
public enum CorrectionsText: String, TextCode {
    case notStarted = "corrections.not_started"
    case stopped = "corrections.stopped"
    case waitingForPosition = "corrections.waiting_for_position"
    case connecting = "corrections.connecting"
    case connected = "corrections.connected"
    case streaming = "corrections.streaming"
    case failed = "corrections.failed"
    case noThread = "corrections.no_thread"
    // The causes that the report's `problem` names.
    case hostUnknown = "corrections.cause.host_unknown"
    case refused = "corrections.cause.refused"
    case unreachable = "corrections.cause.unreachable"
    case tls = "corrections.cause.tls"
    case clockBehind = "corrections.cause.clock_behind"
    case wrongPassword = "corrections.cause.wrong_password"
    case forbidden = "corrections.cause.forbidden"
    case mountpointGone = "corrections.cause.mountpoint_gone"
    case noData = "corrections.cause.no_data"
    case busy = "corrections.cause.busy"
    case stalled = "corrections.cause.stalled"
    case closed = "corrections.cause.closed"
    case html = "corrections.cause.html"
    case notRTCM = "corrections.cause.not_rtcm"
    case notCaster = "corrections.cause.not_caster"
    case login = "corrections.cause.login"
    case tooLarge = "corrections.cause.too_large"
    case tooSlow = "corrections.cause.too_slow"

    public var english: String {
        switch self {
        case .notStarted: "not started yet"
        case .stopped: "stopped on request"
        case .waitingForPosition: "no receiver has a position to send to the caster yet"
        case .connecting: "connecting to {caster}"
        case .connected: "connected to {stream}, waiting for the first message"
        case .streaming: "corrections from {stream}"
        case .failed: "{stream}: {cause}; trying again in {seconds} s"
        case .noThread: "cannot start a thread for corrections: {detail}"
        case .hostUnknown: "cannot resolve the caster's name: correct 'corrections.caster', or check the network"
        case .refused: "no server listens on the caster's port: correct 'corrections.caster'"
        case .unreachable: "no answer: check the network and any firewall"
        case .tls: "no encrypted connection: check the caster's certificate and 'corrections.ca_file'"
        case .clockBehind: "the caster's certificate is not valid yet by this machine's clock: set the clock"
        case .wrongPassword: "the caster rejects the user or password"
        case .forbidden: "the caster does not give this user access to the stream: ask its operator"
        case .mountpointGone: "the caster has no such mount point: correct 'corrections.mountpoint'"
        case .noData: "the caster has no data for this mount point: the base is off"
        case .busy: "the caster is temporarily unavailable"
        case .stalled: "no message for a while: the base may be off"
        case .closed: "the caster ended the connection"
        case .html: "received a web page instead of corrections: correct 'corrections.caster'"
        case .notRTCM: "the stream is not RTCM 3: choose a mount point with RTCM 3"
        case .notCaster: "the answer does not come from an NTRIP caster"
        case .login: "cannot read the password: check 'corrections.password_file'"
        case .tooLarge: "the caster's list of mount points is too large"
        case .tooSlow: "the caster did not send its whole list of mount points in time"
        }
    }

    /// The sentence for a cause of failure; nil if it has none.
    public init?(cause: String) { self.init(rawValue: "corrections.cause.\(cause)") }
}
