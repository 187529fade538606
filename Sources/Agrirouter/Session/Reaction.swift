// SPDX-License-Identifier: Apache-2.0

/// The gateway's reaction to a response, in ascending order of severity.
public enum Reaction: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Do nothing: the request succeeded.
    case accept
    /// Do nothing but log the warning: the request succeeded.
    case acceptWithWarning
    /// Do nothing: agrirouter completes the request later.
    case acceptLate
    /// Send the message again later, with increasing delays.
    case retry
    /// Declare capabilities and subscription again, then send the message again.
    case announce
    /// Send the device description again, then this message again; once.
    case describe
    /// Split the message and send the parts.
    case split
    /// Send the message again once, then drop it.
    case retryOnce
    /// Drop the message: the error is in the gateway.
    case drop
    /// Stop sending messages of this type until the operator has changed something; keep the data.
    case stopType
    /// Stop sending until the operator has changed something; keep the data.
    case stop
    /// Onboard again: agrirouter no longer accepts the endpoint. Keep the data.
    case reonboard

    /// Orders reactions by severity, the mildest first.
    public static func < (a: Reaction, b: Reaction) -> Bool { a.rawValue < b.rawValue }

    /// True if agrirouter accepted the message.
    public var isAccepted: Bool { self <= .acceptLate }
}
