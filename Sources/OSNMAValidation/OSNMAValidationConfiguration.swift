// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import OSNMA

/// The source of the time, independent of the signal, that OSNMA needs.
public enum TrustedTimeSource: Hashable, Sendable {
    /// The system clock, while the kernel reports it as synchronised, with the error that the kernel states.
    case synchronised
    /// The system clock, regardless of the kernel's report; the operator guarantees the largest error in
    /// milliseconds.
    case system(uncertainty: Int64)
    /// The hardware clock (RTC); the operator guarantees the largest error in milliseconds.
    case hardware(uncertainty: Int64)
    /// The receiver's own time. It is derived from the signal, so authentic data are not proven to be live.
    case receiver
}

/// The configuration of the stage.
public struct OSNMAValidationConfiguration: Hashable, Sendable {
    /// True if validation is enabled.
    public var isEnabled = true
    /// The minimum number of tag bits for a set of data to count as authenticated.
    public var minimumTagBits = SettingDefaults.OSNMA.minimumTagBits
    /// The source of the trusted time.
    public var timeSource = TrustedTimeSource.synchronised
    /// The age of the last valid tag, in seconds, from which data no longer count as authenticated.
    public var staleSeconds = SettingDefaults.OSNMA.staleSeconds
    /// Seconds after which a loss of authentication is reported.
    public var lostSeconds: Int64 = 10
    /// Seconds after which the end of a loss is reported.
    public var restoredSeconds: Int64 = 10

    public init() {}

    /// The configuration of a source's engine.
    ///
    /// - Parameter isReplay: True if the source is a recording, for which no trusted time exists.
    func engine(isReplay: Bool) -> OSNMAConfiguration {
        var configuration = OSNMAConfiguration()
        configuration.minimumTagBits = minimumTagBits
        configuration.requiresTrustedTime = !isReplay && timeSource != .receiver
        return configuration
    }
}

/// The trust with which an engine starts.
public struct TrustStart: Sendable {
    /// The anchors installed by the operator or shipped with the program.
    public var anchors: TrustAnchors
    /// The anchors that are not trusted because their end has passed. They are trusted again if the clock is set back.
    public var ended = TrustAnchors()
    /// The anchors that Galileo withdrew, for the examination of data from before.
    public var withdrawn = TrustAnchors()
    /// The anchors that the operator removed. No file and no message makes them count again, not even for recordings.
    public var removed: Set<TrustFingerprint> = []
    /// The state that an earlier run learned; nil if none exists.
    public var hotStart: HotStartState?
    /// The trusted roots and keys that belong to a simulation. If there are any, every verdict says so, and nothing
    /// that they prove is stored.
    public var simulation: Set<TrustFingerprint>
    /// The number of the operator's last decision that is included.
    public var decision: UInt64 = 0

    /// True if a simulation is trusted.
    public var isSimulation: Bool { !simulation.isEmpty }

    public init(anchors: TrustAnchors, hotStart: HotStartState? = nil, simulation: Set<TrustFingerprint> = []) {
        (self.anchors, self.hotStart, self.simulation) = (anchors, hotStart, simulation)
    }

    /// Trusts further anchors, as the operator decided.
    mutating func trust(_ more: TrustAnchors, decision: UInt64) {
        for root in more.roots where !anchors.roots.contains(root) { anchors.roots.append(root) }
        for key in more.keys {
            anchors.keys.removeAll { $0.key == key.key }
            anchors.keys.append(key)
        }
        for fingerprint in more.fingerprints {
            anchors.ends[fingerprint] = more.ends[fingerprint]
            hotStart?.withdrawals.remove(fingerprint)
        }
        _ = ended.take { more.fingerprints.contains($0) }
        removed.subtract(more.fingerprints)
        self.decision = max(self.decision, decision)
    }

    /// Stops trusting an anchor, as the operator decided.
    mutating func distrust(_ fingerprint: TrustFingerprint) {
        _ = anchors.take { $0 == fingerprint }
        _ = ended.take { $0 == fingerprint }
        _ = withdrawn.take { $0 == fingerprint }
        removed.insert(fingerprint)
    }

    /// The trust for the examination of data that came earlier: with the anchors whose end had not passed then, and with those
    /// that Galileo renewed only afterwards, because a renewal says nothing against what was signed before it. Data from after
    /// it do not count: Galileo need not protect the private key any more.
    ///
    /// - Parameter newest: The time of the newest data; nil if none are dated.
    public func examining(upTo newest: GST?) -> TrustStart {
        guard let newest else { return self }
        var start = self
        for withdrawal in hotStart?.withdrawals.anchors ?? [] where withdrawal.isRenewal && newest < withdrawal.time {
            start.hotStart?.withdrawals.remove(withdrawal.fingerprint)
            let anchors = start.withdrawn.take { $0 == withdrawal.fingerprint }
            start.anchors.append(anchors)
        }
        start.end(at: LeapSeconds.announced.utc(newest.gps).nanosecondsSince1970 / 1_000_000)
        // A root that still counts could prove an ended key by a message.
        for fingerprint in start.ended.fingerprints {
            start.hotStart = start.hotStart ?? HotStartState()
            start.hotStart?.withdrawals.insert(removed: fingerprint)
        }
        start.removed.formUnion(start.hotStart?.withdrawals.anchors.map(\.fingerprint) ?? [])
        return start
    }

    /// Stops trusting the anchors whose end has passed at a time, and trusts those again whose end has not.
    ///
    /// - Parameter now: In milliseconds since 1970-01-01 UTC; nil for the time of a recording, by which nothing ends.
    /// - Returns: The anchors that have ended, and those that are trusted again.
    @discardableResult
    public mutating func end(at now: Int64?) -> (ended: TrustAnchors, valid: TrustAnchors) {
        let (ends, former) = (anchors.ends, ended.ends)
        let passed = anchors.take { TrustAnchors.hasEnded(ends[$0], at: now) }
        let valid = ended.take { !TrustAnchors.hasEnded(former[$0], at: now) }
        anchors.append(valid)
        ended.append(passed)
        return (passed, valid)
    }
}

extension TrustAnchors {
    /// The fingerprints of all roots and public keys.
    var fingerprints: [TrustFingerprint] { roots.map(\.fingerprint) + publicKeys.map(\.fingerprint) }

    /// Adds anchors that are not among these.
    fileprivate mutating func append(_ others: TrustAnchors) {
        for root in others.roots where !roots.contains(root) { roots.append(root) }
        for key in others.keys where !publicKeys.contains(key.key) { keys.append(key) }
        ends.merge(others.ends) { min($0, $1) }
    }
}

extension Withdrawals.Anchor {
    /// True for an ordinary renewal, whose time is known.
    fileprivate var isRenewal: Bool { (cause == .renewed || cause == .treeRenewed) && !message.isEmpty }

    /// True for an entry that `insert(removed:)` made.
    fileprivate var isRemoval: Bool {
        cause == .renewed && domain == fingerprint && time.secondsSinceEpoch == 0 && message.isEmpty
    }
}

extension Withdrawals {
    /// Adds an anchor that the operator removed, so that not even its tree can reintroduce it. The store keeps it as
    /// a decision, not as a withdrawal received from the signal.
    public mutating func insert(removed fingerprint: TrustFingerprint) {
        guard let time = GST(secondsSinceEpoch: 0) else { return }
        insert(Anchor(fingerprint: fingerprint, cause: .renewed, domain: fingerprint, time: time, message: []))
    }

    /// True if the alert message was received.
    var hasAlert: Bool { anchors.contains { $0.cause == .alert } }

    /// Removes the entries that `insert(removed:)` made for these anchors, and none that was received. After the alert message
    /// it removes nothing, because only the operator's decision starts OSNMA again.
    mutating func remove(removed fingerprints: [TrustFingerprint]) {
        guard !hasAlert else { return }
        for anchor in anchors where fingerprints.contains(anchor.fingerprint) && anchor.isRemoval {
            remove(anchor.fingerprint)
        }
    }
}

/// State learned from live receivers, to be stored.
public struct LearntTrust: Sendable {
    /// An engine's state, with the withdrawals learned by any engine.
    public var state: HotStartState
    /// The number of the operator's last decision known to this state, which therefore cannot undo a later one.
    public var decision: UInt64

    public init(state: HotStartState, decision: UInt64) { (self.state, self.decision) = (state, decision) }
}

/// Stores trust across restarts.
public protocol TrustKeeping: Sendable {
    /// Loads the current trust. Called at the start of the stage and after each change of its configuration.
    func load() async -> TrustStart

    /// Saves the state learned from live receivers. Called at most once a minute, and immediately after a withdrawal.
    ///
    /// - Returns: True if the state was saved; if not, the call is repeated later.
    func save(_ learnt: LearntTrust) async -> Bool
}
