// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import ReceiverStream

/// A driver's conversation with its receiver, in addition to reading the line. It is called only on the session's
/// thread and does no I/O itself.
public protocol LineCompanion: FrameObserver {
    /// The bytes to send at each rate during the search for the rate; nil for none.
    var question: [UInt8]? { get }

    /// Called when the rate was found, for the first time or again.
    ///
    /// - Parameters:
    ///   - line: The properties of the line.
    ///   - now: The time by `MonotonicClock`.
    func begin(on line: LineFacts, at now: Int64)

    /// Called when bytes arrived or the line fell silent; the frames found then follow.
    ///
    /// - Parameters:
    ///   - now: The time by `MonotonicClock`.
    ///   - hasBytes: False if the line fell silent.
    func begin(burstAt now: Int64, hasBytes: Bool)

    /// Called after all frames of the burst.
    func endBurst()

    /// The time of the next call to `actions(at:)` even if nothing arrives, by `MonotonicClock`.
    var deadline: Int64 { get }

    /// The actions to take now, in order. Called after each wait.
    func actions(at now: Int64) -> [LineAction]

    /// True while it waits for answers of the receiver. Nothing else is sent meanwhile, because on a slow line that would
    /// delay its questions.
    var isBusy: Bool { get }

    /// True while it changes the rate of the line and the receiver has not answered at the new one. The line may deliver
    /// nonsense meanwhile.
    var isChangingRate: Bool { get }

    /// The receiver's identity, which precedes the description of its line; nil if unknown.
    var name: String? { get }

    /// A problem of the receiver or its line; nil if none exists.
    var error: String? { get }
}

/// An action requested by a companion.
public enum LineAction: Sendable {
    /// Send these bytes.
    case send([UInt8])
    /// Set the line to this rate, because the receiver may use it now.
    case setRate(Int)
    /// Log a message.
    case log(LogLevel, String)
}
