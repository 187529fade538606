// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A connected Bluetooth serial port of a receiver. Used by one thread; closed with the last reference.
///
/// It has no settings, because the rate behind the radio is the receiver's own. RFCOMM has flow control, so a slow
/// reader slows the receiver down.
public final class RFCOMMLine: ReceiverLine {
    /// The receiver's Bluetooth address.
    public let path: String
    public let kind = LineKind.bluetooth
    /// Always empty, because a channel has only one owner.
    public let others: [PortHolder] = []
    public let baud: Int? = nil
    public let isWritable = true
    public let errors: LineErrors? = nil
    /// The reason why the line is no longer usable; nil while it is.
    public private(set) var failure: BluetoothError?

    private let descriptor: Int32
    private let silence: Int64
    private let meaning: (Int32) -> BluetoothError
    private var heardAt = MonotonicClock.now

    /// Creates a line on a connected descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: Non-blocking; closed together with the line.
    ///   - path: The receiver's address.
    ///   - silence: Nanoseconds without a byte after which the line fails, because a link may be lost without notice;
    ///     nil for no limit.
    ///   - meaning: Translates the kernel's error code; 0 means the end of the stream.
    public init(
        descriptor: Int32, path: String, silence: Int64? = nil,
        _ meaning: @escaping (Int32) -> BluetoothError = { BluetoothError(using: $0) }
    ) {
        (self.descriptor, self.path, self.meaning) = (descriptor, path, meaning)
        self.silence = silence ?? .max / 4
    }

    deinit { close(descriptor) }

    /// True if any byte has been received.
    public private(set) var hasSpoken = false

    public func configure(_ settings: LineSettings) {}
    public func requestLowLatency() {}
    public func otherHolders() -> [PortHolder] { [] }

    /// Waits for bytes and reads those available.
    public func read(
        into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32, wake: Int32
    ) -> ReadOutcome {
        let limit = heardAt &+ silence
        let outcome = SocketReader.read(
            into: room, from: descriptor, deadline: min(deadline, limit), stop: stop, wake: wake, words: end)
        switch outcome {
        case .bytes:
            (heardAt, hasSpoken) = (MonotonicClock.now, true)
            return outcome
        case .timedOut where MonotonicClock.now >= limit:
            let failure = BluetoothError.silent(seconds: Int(silence / 1_000_000_000))
            self.failure = failure
            return .gone(failure.description)
        default: return outcome
        }
    }

    /// Writes all the bytes.
    public func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome {
        DescriptorWriter.write(bytes, to: descriptor, deadline: deadline, stop: stop, words: end)
    }

    /// Records the reason for the end of the line.
    private func end(_ code: Int32) -> String {
        let failure = meaning(code)
        self.failure = failure
        return failure.description
    }
}
