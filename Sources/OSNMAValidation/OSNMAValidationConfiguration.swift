// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import OSNMA

/// Where the time comes from that OSNMA needs from outside the signal.
public enum TrustedTimeSource: Hashable, Sendable {
    /// The system's clock while the kernel says that it is synchronised, with the error that the kernel states.
    case synchronised
    /// The system's clock, whatever the kernel says; the operator says that it is wrong by so many milliseconds at most.
    case system(uncertainty: Int64)
    /// The hardware's clock; the operator says that it is wrong by so many milliseconds at most.
    case hardware(uncertainty: Int64)
    /// The receiver's own time. It is from the signal: the data are authentic then, and nothing proves them fresh.
    case receiver
}

/// How the stage judges.
public struct OSNMAValidationConfiguration: Hashable, Sendable {
    /// Whether anything is judged.
    public var isEnabled = true
    /// A set of data is authenticated when its tags sum up to so many bits.
    public var minimumTagBits = 40
    /// Where the trusted time comes from.
    public var timeSource = TrustedTimeSource.synchronised
    /// Data whose last right tag was verified longer ago do not count any more, in seconds.
    public var staleSeconds: Int64 = 180
    /// A loss is reported after this many seconds.
    public var lostSeconds: Int64 = 10
    /// The end of a loss is reported after this many seconds.
    public var restoredSeconds: Int64 = 10

    public init() {}

    /// How the engine of a source judges.
    ///
    /// - Parameter isReplay: what it delivers is a recording, for which there is no trusted time.
    func engine(isReplay: Bool) -> OSNMAConfiguration {
        var configuration = OSNMAConfiguration()
        configuration.minimumTagBits = minimumTagBits
        configuration.requiresTrustedTime = !isReplay && timeSource != .receiver
        return configuration
    }
}

/// What a start of an engine rests on.
public struct TrustStart: Sendable {
    /// What the operator trusts, or what came with the program.
    public var anchors: TrustAnchors
    /// What an earlier run has learnt; nil: nothing.
    public var hotStart: HotStartState?
    /// Roots and keys of a simulation that are among what is trusted: every verdict says so then, and what they prove is
    /// kept nowhere.
    public var simulation: Set<TrustFingerprint>
    /// The number of the last decision of a person that it knows of.
    public var decision: UInt64 = 0

    /// Whether a simulation is trusted.
    public var isSimulation: Bool { !simulation.isEmpty }

    public init(anchors: TrustAnchors, hotStart: HotStartState? = nil, simulation: Set<TrustFingerprint> = []) {
        (self.anchors, self.hotStart, self.simulation) = (anchors, hotStart, simulation)
    }

    /// Trusts more, as a person decided.
    mutating func trust(_ more: TrustAnchors, decision: UInt64) {
        for root in more.roots where !anchors.roots.contains(root) { anchors.roots.append(root) }
        for key in more.keys {
            anchors.keys.removeAll { $0.key == key.key }
            anchors.keys.append(key)
        }
        for fingerprint in more.fingerprints { hotStart?.withdrawals.remove(fingerprint) }
        self.decision = max(self.decision, decision)
    }

    /// Trusts something no longer, as a person decided.
    mutating func distrust(_ fingerprint: TrustFingerprint) {
        anchors.roots.removeAll { $0.fingerprint == fingerprint }
        anchors.keys.removeAll { $0.key.fingerprint == fingerprint }
    }
}

extension TrustAnchors {
    /// Of all roots and public keys.
    var fingerprints: [TrustFingerprint] { roots.map(\.fingerprint) + publicKeys.map(\.fingerprint) }
}

extension Withdrawals {
    /// Adds what a person removed: not even its tree brings it back. It is a decision, not something heard, and the store
    /// keeps it as such.
    public mutating func insert(removed fingerprint: TrustFingerprint) {
        guard let time = GST(secondsSinceEpoch: 0) else { return }
        insert(Anchor(fingerprint: fingerprint, cause: .renewed, domain: fingerprint, time: time, message: []))
    }
}

/// What live receivers have taught, to be kept.
public struct LearntTrust: Sendable {
    /// What an engine has learnt, with what any of them heard to be out of use.
    public var state: HotStartState
    /// The number of the last decision of a person that was known when it was made: a later one is not undone by it.
    public var decision: UInt64

    public init(state: HotStartState, decision: UInt64) { (self.state, self.decision) = (state, decision) }
}

/// Keeps what is trusted, over restarts.
public protocol TrustKeeping: Sendable {
    /// What is trusted now. Asked at the start of the stage, and whenever its configuration has changed.
    func load() async -> TrustStart

    /// Live receivers have taught something: once a minute at most, and at once where Galileo put something out of use.
    ///
    /// - Returns: whether it is kept; else it is asked again.
    func save(_ learnt: LearntTrust) async -> Bool
}
