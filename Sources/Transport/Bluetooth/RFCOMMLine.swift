// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A receiver behind a Bluetooth serial port, connected. Belongs to one thread; closed with the last reference.
///
/// There is nothing to set on it: the rate behind the radio is the receiver's own. RFCOMM has flow control, so a reader
/// that is slow slows the receiver down.
public final class RFCOMMLine: ReceiverLine {
    /// The receiver's Bluetooth address.
    public let path: String
    public let kind = LineKind.bluetooth
    /// Always empty: a channel has one owner.
    public let others: [PortHolder] = []
    public let baud: Int? = nil
    public let isWritable = true
    public let errors: LineErrors? = nil
    /// Why it is of no more use; nil while it is.
    public private(set) var failure: BluetoothError?

    private let descriptor: Int32
    private let silence: Int64
    private let meaning: (Int32) -> BluetoothError
    private var heardAt = MonotonicClock.now

    /// A line on a connected descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: does not block; is closed with the line.
    ///   - path: the receiver's address.
    ///   - silence: so many nanoseconds without a byte end it, because a link may die without a word; nil: it never does.
    ///   - meaning: what a code of the kernel means; 0: nothing can come any more.
    public init(
        descriptor: Int32, path: String, silence: Int64? = nil,
        _ meaning: @escaping (Int32) -> BluetoothError = { BluetoothError(using: $0) }
    ) {
        (self.descriptor, self.path, self.meaning) = (descriptor, path, meaning)
        self.silence = silence ?? .max / 4
    }

    deinit { close(descriptor) }

    /// Whether a byte has come.
    public private(set) var hasSpoken = false

    public func configure(_ settings: LineSettings) {}
    public func requestLowLatency() {}
    public func otherHolders() -> [PortHolder] { [] }

    /// Waits for bytes and reads what is there.
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

    /// Notes why it is over.
    private func end(_ code: Int32) -> String {
        let failure = meaning(code)
        self.failure = failure
        return failure.description
    }
}
