// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import Logging
internal import Synchronization
internal import SystemSupport

/// A key of an input device of Linux (evdev) that takes photos, such as that of a shutter remote.
final class CaptureButton: Sendable {
    /// A device, and one of its keys.
    struct Key: Hashable, Sendable {
        /// The path of the device: `/dev/input/by-id/…-event-kbd`.
        var device: String
        /// The number of the key (linux/input-event-codes.h); 0 for each key.
        var code: Int
    }

    /// The pause before a missing device is looked for again.
    private static let pause = DispatchTimeInterval.seconds(5)
    private static let eventSize = MemoryLayout<timeval>.size + 8
    /// EV_KEY; the value 1 is the press of a key, 2 its repetition.
    private static let keyEvent: UInt16 = 1

    let key: Key
    private let logger: Logger
    private let press: @Sendable () -> Void
    private let queue = DispatchQueue(label: "capture-button")
    private let state = Mutex(State())

    private struct State {
        /// Ends reading the device; nil while it is not read.
        var end: (@Sendable () -> Void)?
        var isStopped = false
        /// True if it was said that the device is missing.
        var isMissing = false
    }

    /// Watches a key from now on.
    ///
    /// - Parameter press: Called at each press.
    init(_ key: Key, logger: Logger, press: @escaping @Sendable () -> Void) {
        (self.key, self.logger, self.press) = (key, logger, press)
        queue.async { self.start() }
    }

    /// Ends watching.
    func stop() {
        let end = state.withLock { state in
            state.isStopped = true
            return state.end.take()
        }
        end?()
    }

    private func start() {
        let file = open(key.device, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let code = errno
            // EPERM comes from the sandbox: the node's own permissions give EACCES.
            let remedy = code == EPERM ? " (the service's unit needs 'DeviceAllow=char-input r')" : ""
            return tryAgain(SystemError.text(of: code) + remedy)
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
        source.setCancelHandler { close(file) }
        source.setEventHandler { [weak self] in self?.read(file) }
        // The source is only cancelled through this reference, and Dispatch permits that on any thread.
        nonisolated(unsafe) let owned = source
        let isStopped = state.withLock { state in
            (state.isMissing, state.end) = (false, { owned.cancel() })
            return state.isStopped
        }
        source.activate()
        if isStopped { return stop() }
        logger.info("photos: \(key.device) takes photos")
    }

    private func read(_ file: Int32) {
        var bytes = [UInt8](repeating: 0, count: Self.eventSize * 64)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            state.withLock { $0.end.take() }?()
            return tryAgain(count == 0 ? "it has ended" : SystemError.text(of: errno))
        }
        for start in stride(from: 0, through: count - Self.eventSize, by: Self.eventSize) {
            let place = start + MemoryLayout<timeval>.size
            let (type, code, value) = bytes.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self),
                    bytes.loadUnaligned(fromByteOffset: place + 2, as: UInt16.self),
                    bytes.loadUnaligned(fromByteOffset: place + 4, as: Int32.self)
                )
            }
            if type == Self.keyEvent, value == 1, key.code == 0 || Int(code) == key.code { press() }
        }
    }

    /// Looks for the device again later: a remote sleeps, and is unplugged.
    private func tryAgain(_ reason: String) {
        let (isStopped, isNews) = state.withLock { state in
            defer { state.isMissing = true }
            return (state.isStopped, !state.isMissing)
        }
        if isStopped { return }
        if isNews { logger.notice("photos: \(key.device) cannot be read, and is looked for again: \(reason)") }
        queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.startAgain() }
    }

    private func startAgain() { if !state.withLock({ $0.isStopped }) { start() } }
}
