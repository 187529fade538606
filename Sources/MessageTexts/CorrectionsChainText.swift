// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The evidence for each step of the chain from a caster to a receiver's position.
public enum CorrectionsChainText: String, TextCode {
    case answered = "corrections.chain.answered"
    case arriving = "corrections.chain.arriving"
    case firstAwaited = "corrections.chain.first_awaited"
    case complete = "corrections.chain.complete"
    case incomplete = "corrections.chain.incomplete"
    case noObservations = "corrections.chain.no_observations"
    case noStation = "corrections.chain.no_station"
    case used = "corrections.chain.used"
    case usedStation = "corrections.chain.used_station"
    case usedQuality = "corrections.chain.used_quality"
    case notUsedYet = "corrections.chain.not_used_yet"
    case notUsed = "corrections.chain.not_used"
    case otherStation = "corrections.chain.other_station"
    case outdated = "corrections.chain.outdated"
    case notDelivered = "corrections.chain.not_delivered"
    case refused = "corrections.chain.refused"
    case notRunning = "corrections.chain.not_running"
    case unknownReceiver = "corrections.chain.unknown_receiver"
    case noReceiver = "corrections.chain.no_receiver"
    case notChecked = "corrections.chain.not_checked"

    public var english: String {
        switch self {
        case .answered: "the caster answers"
        case .arriving: "{messages} messages, the latest {age:1} s ago"
        case .firstAwaited: "the first message has not arrived yet"
        case .complete: "observations and the station's position arrive (messages {numbers})"
        case .incomplete: "waiting for observations and the station's position (so far messages {numbers})"
        case .noObservations: "no observations arrive (only messages {numbers})"
        case .noStation: "the station's position does not arrive (only messages {numbers})"
        case .used: "the receiver uses corrections {age:1} s old"
        case .usedStation: "the receiver uses corrections {age:1} s old from station {station}"
        case .usedQuality: "the receiver uses corrections (quality {quality})"
        case .notUsedYet: "the receiver got {messages} messages and does not report yet that it uses them"
        case .notUsed: "the receiver got {messages} messages but does not report that it uses them"
        case .otherStation: "the receiver uses corrections from another station ({station})"
        case .outdated: "the receiver's corrections are {age} s old"
        case .notDelivered: "no message has been passed to the receiver yet"
        case .refused: "the receiver's driver refuses corrections"
        case .notRunning: "the receiver is not running"
        case .unknownReceiver: "no receiver has this id"
        case .noReceiver: "no receiver takes corrections"
        case .notChecked: "the steps before it have to succeed first"
        }
    }
}

/// The remedies for problems with corrections.
public enum CorrectionsCure: String, TextCode {
    // The cures for the causes that the report's `problem` names.
    case hostUnknown = "corrections.cure.host_unknown"
    case connectionRefused = "corrections.cure.refused"
    case unreachable = "corrections.cure.unreachable"
    case tls = "corrections.cure.tls"
    case clockBehind = "corrections.cure.clock_behind"
    case wrongPassword = "corrections.cure.wrong_password"
    case forbidden = "corrections.cure.forbidden"
    case mountpointGone = "corrections.cure.mountpoint_gone"
    case noData = "corrections.cure.no_data"
    case busy = "corrections.cure.busy"
    case stalled = "corrections.cure.stalled"
    case closed = "corrections.cure.closed"
    case html = "corrections.cure.html"
    case notRTCM = "corrections.cure.not_rtcm"
    case notCaster = "corrections.cure.not_caster"
    case login = "corrections.cure.login"
    case tooLarge = "corrections.cure.too_large"
    case tooSlow = "corrections.cure.too_slow"
    // The cures for problems that only the chain finds.
    case noObservations = "corrections.cure.no_observations"
    case noStation = "corrections.cure.no_station"
    case notUsed = "corrections.cure.not_used"
    case otherStation = "corrections.cure.other_station"
    case outdated = "corrections.cure.outdated"
    case driver = "corrections.cure.driver"
    case notRunning = "corrections.cure.not_running"
    case unknownReceiver = "corrections.cure.unknown_receiver"
    case noReceiver = "corrections.cure.no_receiver"

    public var english: String {
        switch self {
        case .hostUnknown: "check the spelling of the caster's name, and this machine's network and DNS"
        case .connectionRefused: "check the port: casters usually use 2101, with TLS 443 or 2102"
        case .unreachable: "check this machine's network, and whether a firewall blocks the caster's port"
        case .tls:
            "check whether this port uses TLS; for a private certificate, name its authority in corrections.ca_file"
        case .clockBehind: "set this machine's clock (timedatectl, NTP); the gateway tries again by itself"
        case .wrongPassword: "enter the user and the password again, exactly as the operator of the caster gave them"
        case .forbidden: "ask the operator of the caster whether the user may use this mount point"
        case .mountpointGone: "choose a mount point from the caster's list"
        case .noData: "the base sends nothing at the moment: wait, or choose another mount point"
        case .busy: "wait: the gateway tries again by itself; check whether another client uses the same user"
        case .stalled: "the base may be off: wait, or choose another mount point"
        case .closed: "check whether another client uses the same user; otherwise wait"
        case .html: "correct the host and port; if this network asks for a sign-in, sign in there first"
        case .notRTCM: "choose a mount point with the format RTCM 3"
        case .notCaster: "correct the host and port of the caster"
        case .login: "check the path and the permissions of corrections.password_file, or enter the password here"
        case .tooLarge:
            "this does not look like a caster's list: check the host and port, or enter the mount point by hand"
        case .tooSlow: "try again, or enter the mount point by hand"
        case .noObservations: "choose a mount point that sends observations (messages 1071 to 1127 or 1001 to 1012)"
        case .noStation: "ask the operator of the caster for a mount point with message 1005 or 1006"
        case .notUsed: "check whether the receiver supports RTK, has RTCM 3 input enabled on its port, and sees the sky"
        case .otherStation: "check whether the receiver prefers SBAS or another source of corrections"
        case .outdated: "check the connection to the caster and the baud rate of the receiver's port"
        case .driver: "use a driver that takes corrections, and check whether the gateway may write to the port"
        case .notRunning: "see the receiver's page for the reason"
        case .unknownReceiver: "correct the list of receivers that get corrections"
        case .noReceiver: "add a receiver whose driver takes corrections"
        }
    }

    /// The cure for a cause of failure; nil if it has none.
    public init?(cause: String) { self.init(rawValue: "corrections.cure.\(cause)") }
}
