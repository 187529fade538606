// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import OSNMA

/// Judges again what a receiver delivered, in order to say of one moment whether its position was authenticated, also by
/// keys that came later. It uses the same rules as the stage.
///
/// Feed it with everything that arrived until the moment, mark the moment, and feed it with what came afterwards.
public struct MomentValidation {
    private var validation: SourceValidation
    private let clock: AuthenticationClock
    /// The trusted Galileo time at an arrival; nil if there is none.
    private let time: (@Sendable (HostTime) -> TrustedTime?)?

    /// A valid tag over a satellite's ephemeris.
    public struct JudgedTag: Hashable, Sendable {
        public let satellite: SatelliteID
        /// The start of the subframe that contained the tag.
        public let time: GST
        /// The start of the subframe that contained its key.
        public let keyTime: GST
        /// The number of bits of the tag.
        public let bits: Int
        /// True if the tag covers exactly the data that had been received at the moment.
        public let coversMoment: Bool

        init(_ verdict: TagVerdict, bits: Int, coversMoment: Bool) {
            (satellite, time, keyTime) = (verdict.satellite, verdict.time, verdict.keyTime)
            (self.bits, self.coversMoment) = (bits, coversMoment)
        }
    }

    /// Prepares the judgement of a receiver's data.
    ///
    /// - Parameters:
    ///   - start: The trust, and messages that were received earlier.
    ///   - clock: The time from outside the signal at the moment.
    ///   - time: Returns the trusted Galileo time at an arrival. Nil: the time is not looked at, as with a recording; then the
    ///     result shows only that tags and data match.
    public init(
        of receiver: SourceID, _ configuration: OSNMAValidationConfiguration, _ start: TrustStart,
        clock: AuthenticationClock, time: (@Sendable (HostTime) -> TrustedTime?)?
    ) {
        validation = SourceValidation(receiver, isReplay: time == nil, configuration, start)
        (self.clock, self.time) = (clock, time)
    }

    /// Processes an observation; they must come in the order of their arrival.
    public mutating func take(_ observation: Observation) {
        validation.take(observation, time: time?(observation.hostTime), clock: clock)
    }

    /// Marks the moment: the newest position and all data that have been received.
    ///
    /// - Returns: The verdict of this moment.
    public mutating func markMoment() -> Authentication { validation.markMoment() }

    /// Ends the judgement.
    ///
    /// - Returns: The verdict on the marked moment, with everything that arrived since.
    public mutating func finish() -> Authentication { validation.laterVerdict() }

    /// The valid tags over ephemerides, in the order in which they were verified after the moment.
    public var tags: [JudgedTag] { validation.journal }
}
