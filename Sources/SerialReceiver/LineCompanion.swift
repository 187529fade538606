// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import ReceiverStream

/// What a driver does on its line beyond listening: a conversation with the receiver. Called on the thread of the
/// session only; does no I/O of its own.
public protocol LineCompanion: FrameObserver {
    /// What is sent at each rate while the rate is looked for; nil: nothing.
    var question: [UInt8]? { get }

    /// The rate is found, for the first time or again.
    ///
    /// - Parameters:
    ///   - line: what is known of the line.
    ///   - now: by `MonotonicClock`.
    func begin(on line: LineFacts, at now: Int64)

    /// Bytes came, or the line fell silent; the frames that are found then follow.
    ///
    /// - Parameter now: when, by `MonotonicClock`.
    func begin(burstAt now: Int64)

    /// All frames of the burst were handed over.
    func endBurst()

    /// When it is to be asked though nothing comes, by `MonotonicClock`.
    var deadline: Int64 { get }

    /// What is to be done now, in order; it is asked after each wait.
    func actions(at now: Int64) -> [LineAction]

    /// What is known of the receiver, before what is said of its line; nil: nothing.
    var name: String? { get }

    /// What is wrong with the receiver or its line; nil: nothing.
    var trouble: String? { get }
}

/// What a companion may ask for.
public enum LineAction: Sendable {
    /// These bytes are to be sent.
    case send([UInt8])
    /// The line is to be set to this rate, because the receiver has it now.
    case setRate(Int)
    /// To be logged.
    case log(LogLevel, String)
}
