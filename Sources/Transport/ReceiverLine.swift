// SPDX-License-Identifier: Apache-2.0

/// A line to a receiver, for reading and, if so opened, for writing. Used by one thread; closed with the last
/// reference.
public protocol ReceiverLine: AnyObject {
    /// The path or address with which the line was opened: `/dev/ttyUSB0`, `tcp://192.168.1.5:2101`.
    var path: String { get }
    /// The kind of device behind the line.
    var kind: LineKind { get }
    /// Other processes that already had the device open without claiming it: each of them receives a part of the
    /// bytes.
    var others: [PortHolder] { get }
    /// The rate of the line in bits per second; nil if it has none.
    var baud: Int? { get }
    /// True if the line may be written to.
    var isWritable: Bool { get }
    /// The errors counted on the line; nil if they are not counted.
    var errors: LineErrors? { get }

    /// Applies settings; does nothing on a line without settings.
    ///
    /// - Throws: `SerialPortError.unsupported` if the hardware does not support the rate, other errors if the device
    ///   is gone.
    func configure(_ settings: LineSettings) throws(SerialPortError)

    /// Asks the kernel's driver to deliver bytes at once; without effect if the driver does not support that.
    func requestLowLatency()

    /// The other processes that have the device open now; only root sees those of other users.
    func otherHolders() -> [PortHolder]

    /// Waits for bytes and reads those available.
    ///
    /// - Parameters:
    ///   - room: The destination; not empty.
    ///   - deadline: The end of the wait, by `MonotonicClock`; if it has passed, only available bytes are read.
    ///   - stop: Becomes readable to end the wait; negative for none.
    ///   - wake: Becomes readable when there is other work; negative for none.
    func read(into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32, wake: Int32) -> ReadOutcome

    /// Writes all bytes.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - deadline: The end of the wait for room, by `MonotonicClock`.
    ///   - stop: Becomes readable to end the wait; negative for none.
    func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome

    /// Waits until the bytes written so far are sent, as far as the kernel counts them; they would be garbled if the rate
    /// changed first. Does not wait on a line without a rate.
    ///
    /// - Parameters:
    ///   - deadline: The end of the wait, by `MonotonicClock`.
    ///   - stop: Becomes readable to end the wait; negative for none.
    func drain(deadline: Int64, stop: Int32)
}

extension ReceiverLine {
    /// Waits for bytes and reads those available.
    public func read(into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32) -> ReadOutcome {
        read(into: room, deadline: deadline, stop: stop, wake: -1)
    }

    /// Returns at once: the line has no rate.
    public func drain(deadline: Int64, stop: Int32) {}
}

/// The result of a write.
public enum WriteOutcome: Hashable, Sendable {
    /// All bytes were accepted.
    case written
    /// Only this many bytes were accepted before the deadline.
    case timedOut(Int)
    /// The stop descriptor became readable.
    case stopped
    /// Writing failed, with the reason.
    case failed(String)
}

extension SerialPort: ReceiverLine {
    /// Writes all bytes; fails if the port was opened for reading only.
    public func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome {
        guard isWritable else { return .failed("\(path) was opened for listening only") }
        return DescriptorWriter.write(bytes, to: descriptor, deadline: deadline, stop: stop)
    }
}
