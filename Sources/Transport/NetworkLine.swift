// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A receiver behind a TCP port: a network receiver or a serial server. Used by one thread; closed with the last
/// reference.
///
/// It has no settings. The kernel's keepalive detects a silently lost peer within a minute.
public final class NetworkLine: ReceiverLine {
    /// The address, as in a configuration.
    public let path: String
    public let kind = LineKind.network
    public let others: [PortHolder] = []
    public let baud: Int? = nil
    public let isWritable = true
    public let errors: LineErrors? = nil

    private let descriptor: Int32

    /// Connects to a receiver.
    ///
    /// - Parameters:
    ///   - address: The receiver's address.
    ///   - deadline: The time by which the attempt ends, by `MonotonicClock`.
    ///   - stop: Becomes readable to cancel the attempt; negative for none.
    /// - Throws: `SerialPortError.unreachable`, whose text includes the remedy; `SerialPortError.interrupted` if it
    ///   was stopped.
    public init(connectingTo address: NetworkAddress, deadline: Int64, stop: Int32) throws(SerialPortError) {
        path = address.description
        descriptor = try NetworkConnection(address, deadline: deadline, stop: stop).open()
    }

    deinit { close(descriptor) }

    public func configure(_ settings: LineSettings) {}
    /// Does nothing, because small packets are always sent at once.
    public func requestLowLatency() {}
    public func otherHolders() -> [PortHolder] { [] }

    /// Waits for bytes and reads those available.
    public func read(
        into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32, wake: Int32
    ) -> ReadOutcome {
        SocketReader.read(
            into: room, from: descriptor, deadline: deadline, stop: stop, wake: wake, words: Self.words)
    }

    private static func words(_ code: Int32) -> String {
        switch code {
        case 0: "the other end closed the connection"
        case ETIMEDOUT: "the other end no longer answers"
        case ECONNRESET: "the other end reset the connection"
        default: SerialPortError.text(of: code)
        }
    }

    /// Writes all the bytes.
    public func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome {
        DescriptorWriter.write(bytes, to: descriptor, deadline: deadline, stop: stop)
    }
}
