// SPDX-License-Identifier: Apache-2.0

/// Pauses receivers, so that another part of the daemon can use their devices.
public protocol ReceiverPauses: Sendable {
    /// Stops a receiver, so that it releases its device.
    ///
    /// - Returns: The pause; nil if the receiver is stopped or unknown.
    func pause(_ receiver: String) async -> ReceiverPause?

    /// Starts the receiver again, also if it has another ID by now, unless a command stopped it in the meantime.
    func resume(_ pause: ReceiverPause) async
}

/// A pause of a receiver.
public struct ReceiverPause: Hashable, Sendable {
    /// The receiver's ID when the pause began.
    public var receiver: String
    /// Distinguishes the pauses of a run of the daemon.
    public var number: UInt64

    public init(receiver: String, number: UInt64) { (self.receiver, self.number) = (receiver, number) }
}
