// SPDX-License-Identifier: Apache-2.0

/// What an answer asks the gateway to do, mildest first.
public enum Reaction: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Nothing: it is done.
    case accept
    /// Nothing: it is done, with something to log.
    case acceptWithWarning
    /// Nothing: it will be done, late.
    case acceptLate
    /// Send it again later, with growing waits.
    case retry
    /// State capabilities and subscription again, then send it again.
    case announce
    /// Send the description of the device again, then this again; once.
    case describe
    /// Split it and send the parts.
    case split
    /// Send it again once, then drop it.
    case retryOnce
    /// Drop it: it is a fault of ours.
    case drop
    /// Send no more of this type until the operator has changed something; data is kept.
    case stopType
    /// Send nothing more until the operator has changed something; data is kept.
    case stop
    /// The endpoint is no longer what it was: only onboarding again helps; data is kept.
    case reonboard

    /// The milder is the smaller.
    public static func < (a: Reaction, b: Reaction) -> Bool { a.rawValue < b.rawValue }

    /// Whether agrirouter took what was sent.
    public var isAccepted: Bool { self <= .acceptLate }
}
