// SPDX-License-Identifier: Apache-2.0

/// A way to a receiver: bytes come, and bytes go where it was opened for that. Belongs to one thread; closed with the
/// last reference.
public protocol ReceiverLine: AnyObject {
    /// What it was asked for by: `/dev/ttyUSB0`, `tcp://192.168.1.5:2101`.
    var path: String { get }
    /// What is behind it.
    var kind: LineKind { get }
    /// Other processes that had it open too, without a claim to it: each of them gets a part of the bytes.
    var others: [PortHolder] { get }
    /// The rate that the line is set to, in bits a second; nil if absent.
    var baud: Int? { get }
    /// Whether it may be written to.
    var isWritable: Bool { get }
    /// The errors counted on the line; nil if nothing counts them.
    var errors: LineErrors? { get }

    /// Sets the line; does nothing on a line without settings.
    ///
    /// - Throws: `SerialPortError.unsupported` where the hardware has no such rate, others where the line is gone.
    func configure(_ settings: LineSettings) throws(SerialPortError)

    /// Asks the kernel's driver to hand bytes over at once; without effect where it knows nothing of that.
    func requestLowLatency()

    /// Who else has it open now; others' processes only root sees.
    func otherHolders() -> [PortHolder]

    /// Waits for bytes and reads what is there.
    ///
    /// - Parameters:
    ///   - room: where they go; not empty.
    ///   - deadline: until when it waits at most, by `MonotonicClock`; one that has passed asks only for what is there.
    ///   - stop: becomes readable when the wait is to end; negative for none.
    ///   - wake: becomes readable when there is something else to do; negative for none.
    func read(into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32, wake: Int32) -> ReadOutcome

    /// Writes all the bytes.
    ///
    /// - Parameters:
    ///   - bytes: any number.
    ///   - deadline: until when it waits at most for room, by `MonotonicClock`.
    ///   - stop: becomes readable when the wait is to end; negative for none.
    func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome
}

extension ReceiverLine {
    /// Waits for bytes and reads what is there.
    public func read(into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32) -> ReadOutcome {
        read(into: room, deadline: deadline, stop: stop, wake: -1)
    }
}

/// How a write ended.
public enum WriteOutcome: Hashable, Sendable {
    /// All bytes are on their way.
    case written
    /// The line took only so many until the deadline.
    case timedOut(Int)
    /// The stop descriptor became readable.
    case stopped
    /// It cannot be written to, and why.
    case failed(String)
}

extension SerialPort: ReceiverLine {
    /// Writes all the bytes; only where it was opened for writing.
    public func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome {
        guard isWritable else { return .failed("\(path) was opened for listening only") }
        return DescriptorWriter.write(bytes, to: descriptor, deadline: deadline, stop: stop)
    }
}
