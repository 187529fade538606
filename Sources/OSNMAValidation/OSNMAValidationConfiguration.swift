// SPDX-License-Identifier: Apache-2.0

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
    /// The loss is told when it has lasted for so long, in seconds.
    public var lostSeconds: Int64 = 10
    /// That it is back is told when it has lasted for so long, in seconds.
    public var restoredSeconds: Int64 = 10

    /// What is usual.
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
    /// Whether keys of a simulation are among what is trusted: every verdict says so then.
    public var isSimulation: Bool

    /// A start.
    public init(anchors: TrustAnchors, hotStart: HotStartState? = nil, isSimulation: Bool = false) {
        (self.anchors, self.hotStart, self.isSimulation) = (anchors, hotStart, isSimulation)
    }
}

/// Keeps what is trusted, over restarts.
public protocol TrustKeeping: Sendable {
    /// What is trusted now. Asked at the start of the stage, and whenever its configuration has changed.
    func load() async -> TrustStart

    /// The engine of a live receiver has learnt something; called once a minute at most.
    func save(_ state: HotStartState) async
}
